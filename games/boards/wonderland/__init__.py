"""Wonderland's board: view to parts, event to sentence, refusal code to text."""

from games.boards.wonderland.asking import forms_move
from games.boards.wonderland.parts import layout, parts
from games.boards.wonderland.words import OPTIONS, REFUSALS, headline, sentence

__all__ = ["OPTIONS", "REFUSALS", "forms_move", "headline", "layout", "parts", "sentence"]
