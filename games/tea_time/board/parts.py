"""A sentence about each part of the board."""

from django.utils.translation import gettext_lazy as _

PARTS = {
    "#grid .gain": _(
        "By how much a card would change your points, and beside chosen cards what your points would be "
        "with it (→ 24). A card without a number changes them as the sentence about most cards says."
    ),
    "#grid": _("The grid. Take neighbours that lie on one straight line, with no gap between them."),
    ".cols": _(
        "What is held of each character: none counts 5, one 1, two 3, three 6, four 10, five or more 15. "
        "A mirror image cancels the same character."
    ),
    "#values": _("The points of a character by the number of its cards."),
    "#left": _("How many of each character are still to come, and how many have cancelled each other."),
    ".pts": _("The points as they would count now. The most win."),
}
