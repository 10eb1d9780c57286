"""The levels of bots in words, and as faces, which are the same in all games."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from accounts.names import shown
from games.boards.language import by_language
from games.boards.symbols import drawing
from games.play.bot_names import OF_LEVEL

LEVEL_WORDS = {
    "gentle": gettext_lazy("gentle"),
    "easy": gettext_lazy("easy"),
    "greedy": gettext_lazy("strong"),
    "hard": gettext_lazy("strongest"),
    "random": gettext_lazy("random"),
}


@by_language
def level(level: str) -> str:
    """Return a bot's level in words; "" for a person's seat."""
    return str(LEVEL_WORDS.get(level, level))


@by_language
def face_name(level: str) -> str:
    """Return the name of a level's first bot within a sentence; the level in words if it has no name of its own."""
    return shown(OF_LEVEL[level]) if level in OF_LEVEL else str(LEVEL_WORDS.get(level, level))


def bot_face(level: str) -> SafeString:
    """Return the drawing for a level; "" for levels without a name, and for a person's seat."""
    if level not in OF_LEVEL:
        return SafeString("")
    return drawing("img/bots.svg", level, "bot-face", "", "0 0 48 48")
