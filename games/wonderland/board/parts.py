"""A sentence about each part of the board."""

from django.utils.translation import gettext_lazy as _

PARTS = {
    ".pile .risk": _("How likely it is that the tunnel collapses if you explore this pile."),
    ".pile": _("A pile. Whoever explores it lays a card on it and takes the top cards of the two beside it."),
    "#ring .keys, #keys": _(
        "Keys: a turn begins with two. Each pile that is explored for the first time in a turn costs one."
    ),
    ".tunnel": _("A tunnel: the loot of this turn. With three alike it collapses, and all of it is lost."),
    ".book-n": _(
        "A notebook. It alone scores: 15 for a set of the five characters, 5 for a crowd, and as a rule "
        "1 for each other card."
    ),
    "#hand": _(
        "Your notebook: whatever you lay on a pile is gone from it. A set of the five characters scores "
        "15, a crowd 5, and as a rule each other card 1."
    ),
    ".pts": _("The points of the notebook. The most win."),
}
