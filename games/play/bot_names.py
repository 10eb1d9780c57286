"""Names of bots at a table."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.names import shown

# Stored names with two translations: for texts, and for a seat's panel, which has little room. In texts French ones
# begin with a small article (`games.boards.language.begun` sets its capital). No person can have one of these names.
_TRANSLATED = {
    "Dormouse": (_("Dormouse"), pgettext_lazy("on a panel", "Dormouse")),
    "March Hare": (_("March Hare"), pgettext_lazy("on a panel", "March Hare")),
    "White Rabbit": (_("White Rabbit"), pgettext_lazy("on a panel", "White Rabbit")),
    "Caterpillar": (_("Caterpillar"), pgettext_lazy("on a panel", "Caterpillar")),
    "Cheshire": (_("Cheshire"), pgettext_lazy("on a panel", "Cheshire")),
    "Duchess": (_("Duchess"), pgettext_lazy("on a panel", "Duchess")),
    "Gryphon": (_("Gryphon"), pgettext_lazy("on a panel", "Gryphon")),
    "Mock Turtle": (_("Mock Turtle"), pgettext_lazy("on a panel", "Mock Turtle")),
    "Lizard Bill": (_("Lizard Bill"), pgettext_lazy("on a panel", "Lizard Bill")),
    "Dodo": (_("Dodo"), pgettext_lazy("on a panel", "Dodo")),
    "Raven": (_("Raven"), pgettext_lazy("on a panel", "Raven")),
    "Lory": (_("Lory"), pgettext_lazy("on a panel", "Lory")),
    "Eaglet": (_("Eaglet"), pgettext_lazy("on a panel", "Eaglet")),
    "Walrus": (_("Walrus"), pgettext_lazy("on a panel", "Walrus")),
    "Unicorn": (_("Unicorn"), pgettext_lazy("on a panel", "Unicorn")),
}
READ_AS = {name: read for name, (read, _on_panel) in _TRANSLATED.items()}
ON_PANELS = {name: on_panel for name, (_read, on_panel) in _TRANSLATED.items()}
BOT_NAMES = tuple(READ_AS)
# These are on the cards, too. Bots of older matches have their names, new ones get others. A character that is
# a hare is called that in all texts; only the bot is March Hare.
CHARACTERS = ("White Rabbit", "Caterpillar", "Cheshire")
# The name of the first bot of a level; its face is drawn in games/boards/level_words.py.
OF_LEVEL = {"gentle": "Dormouse", "easy": "March Hare", "greedy": "Gryphon", "hard": "Raven"}
# The names of other bots: more than a table has seats.
NAMES = tuple(name for name in BOT_NAMES if name not in (*OF_LEVEL.values(), *CHARACTERS))


def bot_name(level: str, taken: Collection[str]) -> str:
    """Return a name for a bot of that level that is not in `taken`: the level's own if it is free, never another's."""
    return next(name for name in [OF_LEVEL.get(level, NAMES[0]), *NAMES] if name not in taken)


def bot_names(levels: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """Return a different name for each level, "" for an empty level. None of them is in `taken`."""
    names: list[str] = []
    for level in levels:
        names.append(bot_name(level, {*names, *taken}) if level else "")
    return names


def panel_name(named: str) -> str:
    """Return a stored name as a seat's panel shows it."""
    return str(ON_PANELS[named]) if named in ON_PANELS else shown(named)
