"""What each viewer sees: a scene of a table to the fragments of its board. The only place that renders a view."""

from games.boards.board import (
    Board,
    GameBoard,
    board,
    config,
    first_game,
    games,
    move_of_form,
    own_files,
    refusal,
    same_board,
    sentence,
    title,
)
from games.boards.conditional import conditional_move_of_form
from games.boards.conditional import form as conditional_form
from games.boards.past import scene_at
from games.boards.scene import Entry, Person, Scene, scene_of

__all__ = [
    "Board",
    "Entry",
    "GameBoard",
    "Person",
    "Scene",
    "board",
    "conditional_form",
    "conditional_move_of_form",
    "config",
    "first_game",
    "games",
    "move_of_form",
    "own_files",
    "refusal",
    "same_board",
    "scene_at",
    "scene_of",
    "sentence",
    "title",
]
