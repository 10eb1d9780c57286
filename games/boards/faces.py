"""The bots' faces: one drawing for each level, the same in all games, shown beside the name."""

from __future__ import annotations

from django.templatetags.static import static
from django.utils.safestring import SafeString

from games.boards.language import filled

# The levels in static/img/bots.svg. Other levels of a game have no face.
DRAWN = ("gentle", "easy", "greedy", "hard")


def bot_face(level: str) -> SafeString:
    """Return the drawing for a level; "" for a person's seat."""
    if level not in DRAWN:
        return SafeString("")
    drawing = static("img/bots.svg")
    return filled(
        '<svg class="bot-face" viewBox="0 0 48 48" aria-hidden="true"><use href="{}#{}"/></svg>',
        drawing,
        level,
    )
