"""Names of bots at a table."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.names import shown

# Stored names and their translations. No person can have one of these names.
READ_AS = {
    "Dormouse": _("Dormouse"),
    "March Hare": _("March Hare"),
    "White Rabbit": _("White Rabbit"),
    "Caterpillar": _("Caterpillar"),
    "Cheshire": _("Cheshire"),
    "Duchess": _("Duchess"),
    "Gryphon": _("Gryphon"),
    "Mock Turtle": _("Mock Turtle"),
    "Lizard Bill": _("Lizard Bill"),
    "Dodo": _("Dodo"),
    "Raven": _("Raven"),
    "Lory": _("Lory"),
    "Eaglet": _("Eaglet"),
    "Walrus": _("Walrus"),
    "Unicorn": _("Unicorn"),
}
# The same names without an article, which French ones begin with: a seat's panel has little room.
ON_PANELS = {
    "Dormouse": pgettext_lazy("on a panel", "Dormouse"),
    "March Hare": pgettext_lazy("on a panel", "March Hare"),
    "White Rabbit": pgettext_lazy("on a panel", "White Rabbit"),
    "Caterpillar": pgettext_lazy("on a panel", "Caterpillar"),
    "Cheshire": pgettext_lazy("on a panel", "Cheshire"),
    "Duchess": pgettext_lazy("on a panel", "Duchess"),
    "Gryphon": pgettext_lazy("on a panel", "Gryphon"),
    "Mock Turtle": pgettext_lazy("on a panel", "Mock Turtle"),
    "Lizard Bill": pgettext_lazy("on a panel", "Lizard Bill"),
    "Dodo": pgettext_lazy("on a panel", "Dodo"),
    "Raven": pgettext_lazy("on a panel", "Raven"),
    "Lory": pgettext_lazy("on a panel", "Lory"),
    "Eaglet": pgettext_lazy("on a panel", "Eaglet"),
    "Walrus": pgettext_lazy("on a panel", "Walrus"),
    "Unicorn": pgettext_lazy("on a panel", "Unicorn"),
}
BOT_NAMES = tuple(READ_AS)
# These are on the cards, too. Bots of older matches have their names, new ones get others.
CHARACTERS = ("White Rabbit", "Caterpillar", "Cheshire")
# The name of the first bot of a level; its face is drawn in games/boards/faces.py.
OF_LEVEL = {"gentle": "Dormouse", "easy": "March Hare", "greedy": "Gryphon", "hard": "Raven"}
# The names of other bots: more than a table has seats.
NAMES = tuple(name for name in BOT_NAMES if name not in (*OF_LEVEL.values(), *CHARACTERS))


def bot_name(level: str, taken: Collection[str]) -> str:
    """Return a name for a bot of that level that is not in `taken`: the level's own if it is free, never another's."""
    return next(name for name in [OF_LEVEL.get(level, NAMES[0]), *NAMES] if name not in taken)


def panel_name(named: str) -> str:
    """Return a stored name as a seat's panel shows it."""
    return str(ON_PANELS[named]) if named in ON_PANELS else shown(named)
