"""The app of Wonderland."""

from django.utils.translation import gettext_lazy as _

from games import game_app


class WonderlandConfig(game_app.GameApp):
    name = "games.wonderland"
    verbose_name = _("Wonderland")
    tagline = _("2 to 4 players. Dig on, or save what you have.")
    minutes = 20
    goal = _("The most points win")
    in_short = (
        _(
            "The most points win, ties share the rank. Only your notebook scores: 15 for a set of the five "
            "characters, 5 for a crowd, and as a rule 1 for each other card."
        ),
        _(
            "Lay a card of your notebook on a pile, and take the top cards of the two piles beside it into your tunnel."
        ),
        _("Use the power of one of the two, if you can."),
        _("Stop, and the tunnel goes into your notebook; or explore another pile."),
        _("With three alike the tunnel collapses, and all that is in it is lost."),
    )
    cloth = "blue"
    credit = _(
        "Wonderland is a game by Shi Chen. This site is not made, licensed or endorsed by its author or "
        "its publishers. All drawings here are our own."
    )
