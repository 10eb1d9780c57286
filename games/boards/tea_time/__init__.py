"""Tea Time's board: view to parts, event to sentence, refusal code to text."""

from games.boards.tea_time.cover import CLOTH, CREDIT, TAGLINE
from games.boards.tea_time.parts import layout, parts, public
from games.boards.tea_time.words import REFUSALS, forms_move, headline, sentence

__all__ = [
    "CLOTH",
    "CREDIT",
    "REFUSALS",
    "TAGLINE",
    "forms_move",
    "headline",
    "layout",
    "parts",
    "public",
    "sentence",
]
