"""Parade's board: view to parts, event to sentence, refusal code to text."""

from games.boards.parade.cover import CLOTH, CREDIT, TAGLINE
from games.boards.parade.parts import layout, parts, public
from games.boards.parade.words import REFUSALS, forms_move, headline, sentence

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
