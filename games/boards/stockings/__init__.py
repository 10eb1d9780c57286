"""The stocking race's board: view to parts, event to sentence, refusal code to text."""

from games.boards.stockings.cover import CLOTH, CREDIT, TAGLINE
from games.boards.stockings.parts import layout, parts, public
from games.boards.stockings.words import OPTIONS, REFUSALS, TITLE, forms_move, headline, sentence

__all__ = [
    "CLOTH",
    "CREDIT",
    "OPTIONS",
    "REFUSALS",
    "TAGLINE",
    "TITLE",
    "forms_move",
    "headline",
    "layout",
    "parts",
    "public",
    "sentence",
]
