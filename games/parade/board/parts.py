"""A sentence about each part of the board."""

from django.utils.translation import gettext_lazy as _

PARTS = {
    "#parade .box": _("The pile. When it is empty, everybody plays one last time."),
    "#within, .walk .in": _(
        "The cards within reach: of these your card takes its colour, and what is not above its number."
    ),
    "#safe, .walk .safe": _("The safe cards: as many at the end as the number of your card."),
    "#parade": _(
        "The parade. A card joins at its end; the more cards walk in it, the more are within reach."
    ),
    ".cols .crown": _(
        "A crown: the most cards of this colour. Each of them counts one point instead of its number."
    ),
    ".cols": _(
        "The cards taken, by colour. Each counts its number, under a crown one point. Whoever has all "
        "six colours begins the last round."
    ),
    "#hand .gain": _("By how much your points would change if you played this card."),
    "#hand": _("Your hand. At the very end you keep two of four cards, and they count as well."),
    ".pts": _("The points as they would count now. The fewest win."),
}
