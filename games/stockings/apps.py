"""The app of the Stocking Race."""

from django.utils.translation import gettext_lazy as _

from games import game_app


class StockingsConfig(game_app.GameApp):
    name = "games.stockings"
    verbose_name = _("The Stocking Race")
    tagline = _("3 to 6 players, all at once.")
    minutes = 5
    scores_cards = True
    goal = _("The first without a card wins")
    in_short = (
        _("The first without a card wins. There are no turns."),
        _("A card is flipped: whoever first lays the same stocking on it is rid of a card."),
        _("A wrong card comes back, and you draw one more."),
        _("Whoever lays a stocking on Santa names a design, and everybody may drop it."),
        _("Call Ho! Ho! Ho! before you lay your last card. It can't be a special one."),
    )
    cloth = "red"
    credit = _(
        "Perds pas ta paire de Noël is a game by Simon LeBeau. This site is not made, licensed or "
        "endorsed by its author or its publishers. All drawings here are our own."
    )
