"""The stocking race on the list of games: its line, its cover's cloth, and whose game it is."""

from django.utils.translation import gettext_lazy as _

TAGLINE = _("3 to 6 seats, all at once.")
CLOTH = "red"
CREDIT = _(
    "Perds pas ta paire de Noël is a game by Simon LeBeau. This site is not made, licensed or endorsed by its author or its publishers. All drawings here are our own."
)
