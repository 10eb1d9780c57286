"""Wonderland's board: view to parts, event to sentence, refusal code to text."""

from games.boards.wonderland.asking import forms_move
from games.boards.wonderland.cover import CLOTH, CREDIT, TAGLINE
from games.boards.wonderland.parts import layout, parts, public
from games.boards.wonderland.words import OPTIONS, REFUSALS, headline, sentence

__all__ = [
    "CLOTH",
    "CREDIT",
    "OPTIONS",
    "REFUSALS",
    "TAGLINE",
    "forms_move",
    "headline",
    "layout",
    "parts",
    "public",
    "sentence",
]
