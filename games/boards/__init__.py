"""What each viewer sees: a scene of a table to the parts of its board. The only place that renders a view."""

from games.boards.board import Board, board, forms_move, games, refusal, sentence, title
from games.boards.files import Cover, cover, own_files
from games.boards.orders import form as order_form
from games.boards.orders import forms_order
from games.boards.past import scene_at
from games.boards.scene import Entry, Person, Scene, scene_of

__all__ = [
    "Board",
    "Cover",
    "Entry",
    "Person",
    "Scene",
    "board",
    "cover",
    "forms_move",
    "forms_order",
    "games",
    "order_form",
    "own_files",
    "refusal",
    "scene_at",
    "scene_of",
    "sentence",
    "title",
]
