"""A sentence about each part of the board."""

from django.utils.translation import gettext_lazy as _

PARTS = {
    "#flip .deck": _("The deck. Whoever laid the last card flips the next one."),
    "#flip .newest": _("The card that was flipped. Lay the same, or a special card, before the others do."),
    "#flip .under": _("So many cards lie under it. Whoever lays right clears them all away."),
    "#hand": _("Your hand, and the key of each card. A card that doesn't fit comes back with another."),
    ".pts": _("The cards left. Whoever has none wins."),
}
