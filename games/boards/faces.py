"""The bots' faces: a drawing a level, the same in all games, which stands beside its name."""

from __future__ import annotations

from django.templatetags.static import static
from django.utils.safestring import SafeString

from games.boards.language import filled

# What is drawn in static/img/bots.svg. A game's own levels, if it has others, have no face.
DRAWN = ("gentle", "easy", "greedy", "hard")


def bot_face(level: str) -> SafeString:
    """Return the drawing beside a level's name; empty for a person's seat."""
    if level not in DRAWN:
        return SafeString("")
    drawing = static("img/bots.svg")
    return filled(
        '<svg class="bot-face" viewBox="0 0 48 48" aria-hidden="true"><use href="{}#{}"/></svg>',
        drawing,
        level,
    )
