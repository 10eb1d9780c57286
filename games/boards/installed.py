"""The games that are installed, and what their apps declare of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module

from django.apps import apps

from games.boards.contract import GameBoard
from games.game_app import GameApp
from games.rules import core


def games() -> tuple[str, ...]:
    """The names of the games that are installed."""
    return core.names()


def first_game() -> str:
    """The name of the first game of the setting GAMES: what is played where nobody has said what."""
    return next(each.label for each in apps.get_app_configs() if isinstance(each, GameApp))


@cache
def config(game: str) -> GameApp:
    """Return the app that declares the game."""
    found = apps.get_app_config(game)
    assert isinstance(found, GameApp)
    return found


@cache
def board_of(game: str) -> GameBoard:
    """Return the board that shows it."""
    board: GameBoard = import_module(config(game).board_module).BOARD
    return board


def own_files(game: str) -> dict[str, Sequence[str]]:
    """The static paths of what a game's pages load besides the site's own, as templates name them."""
    found = config(game)
    return {"styles": (*board_of(game).STYLES, *found.styles), "scripts": found.scripts}


def title(game: str) -> str:
    """The game's name in the active language."""
    return str(config(game).verbose_name)
