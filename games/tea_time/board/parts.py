"""A sentence about each part of the board."""

from django.utils.translation import gettext_lazy as _

PARTS = (
    (
        "#grid .gain",
        _(
            "By how much your points would change. A character counts 5 while you have no card of it, "
            "and 1 with one card: its first card costs you 4."
        ),
    ),
    (
        "#grid",
        _("The grid. Take neighbours that lie on one straight line, with no gap between them."),
    ),
    (
        ".cols",
        _(
            "What is held of each character: none counts 5, one 1, two 3, three 6, four 10, five or more "
            "15. A mirror image cancels the same character."
        ),
    ),
    (
        "#left",
        _("How many of each character are still to come, and how many have cancelled each other."),
    ),
    (
        ".pts",
        _("The points as they would count now. The most win."),
    ),
)
