"""The app of Parade."""

from django.utils.translation import gettext_lazy as _

from games import game_app


class ParadeConfig(game_app.GameApp):
    name = "games.parade"
    verbose_name = _("Parade")
    tagline = _("2 to 6 players. Take as little as you can.")
    minutes = 15
    goal = _("The fewest points win")
    in_short = (
        _("The fewest points win."),
        _(
            "The card that you play joins the end of the parade. Its number says how many of the cards just before it "
            "are safe."
        ),
        _("Of the others you take those of its colour, and those that are not above its number."),
        _(
            "Whoever has the most cards of a colour (at a table of two, at least two more) counts one point for each "
            "of them, everybody else their numbers."
        ),
        _(
            "One last round comes when the pile is empty or somebody has all six colours; two cards of "
            "your hand count, too."
        ),
    )
    cloth = "purple"
    hero = "parade/hero.html"
    credit = _(
        "Parade is a game by Naoki Homma. This site is not made, licensed or endorsed by its author or "
        "its publishers; buy the real cards, they are lovely. All drawings here are our own."
    )
