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
}
BOT_NAMES = tuple(READ_AS)
# Whose face a level has (games/boards/faces.py).
OF_LEVEL = {"gentle": "Dormouse", "easy": "March Hare", "greedy": "Gryphon", "hard": "Raven"}
# No other level's bot is called so as long as there are names left.
NAMES = sorted(BOT_NAMES, key=lambda name: name in OF_LEVEL.values())


def bot_name(level: str, taken: Collection[str]) -> str:
    """How a bot of that level is called beside the others: as its face, the first of its level."""
    return next(name for name in [OF_LEVEL.get(level, NAMES[0]), *NAMES] if name not in taken)
