"""Parade on the list of games: its line, its cover's cloth, and whose game it is."""

from django.utils.translation import gettext_lazy as _

TAGLINE = _("2 to 6 seats. Take as little as you can.")
CLOTH = "purple"
CREDIT = _(
    "Parade is a game by Naoki Homma. This site is not made, licensed or endorsed by its author or its publishers; buy the real cards, they are lovely. All drawings here are our own."
)
