"""Tea Time on the list of games: its line, its cover's cloth, and whose game it is."""

from django.utils.translation import gettext_lazy as _

TAGLINE = _("2 to 4 seats. Mirrors cancel; the rest scores.")
CLOTH = "baize"
CREDIT = _(
    "Tea Time is a game by Emanuele Ornella. This site is not made, licensed or endorsed by its author or its publishers. All drawings here are our own."
)
