"""Boards: what each viewer of a table is shown. Only this package draws views."""

from games.boards.contract import GameBoard
from games.boards.drawing import Board
from games.boards.installed import board_of, config, first_game, own_files, title
from games.boards.keys import board, public_elements
from games.boards.past import scene_at
from games.boards.people import Person
from games.boards.refusals import refusal
from games.boards.scene import Entry, Scene, scene_of
from games.boards.words import sentence
from games.rules.core import names as games

__all__ = [
    "Board",
    "Entry",
    "GameBoard",
    "Person",
    "Scene",
    "board",
    "board_of",
    "config",
    "first_game",
    "games",
    "own_files",
    "public_elements",
    "refusal",
    "scene_at",
    "scene_of",
    "sentence",
    "title",
]
