"""What bots are called at a table."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

# What is stored, and how it is read. No person can have one of these names.
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
BOT_NAMES = tuple(READ_AS)
# These are on the cards, too. Bots of older matches have their names, new ones get others.
CHARACTERS = ("White Rabbit", "Caterpillar", "Cheshire")
# Whose face a level has (games/boards/faces.py).
OF_LEVEL = {"gentle": "Dormouse", "easy": "March Hare", "greedy": "Gryphon", "hard": "Raven"}
# What the second bot of a level is called, and the first of a level without a face: more names than a table has seats.
NAMES = tuple(name for name in BOT_NAMES if name not in (*OF_LEVEL.values(), *CHARACTERS))


def bot_name(level: str, taken: Collection[str]) -> str:
    """Return the name of a new bot beside those taken: its level's face, else a name of no level and no character."""
    return next(name for name in [OF_LEVEL.get(level, NAMES[0]), *NAMES] if name not in taken)
