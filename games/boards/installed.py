"""The installed games, and what their apps declare."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module

from django.apps import apps

from games.boards.contract import GameBoard
from games.game_app import GameApp


def first_game() -> str:
    """Return the name of the first game in the setting GAMES, the default where none is chosen."""
    return next(app.label for app in apps.get_app_configs() if isinstance(app, GameApp))


@cache
def config(game: str) -> GameApp:
    """Return the app that declares the game."""
    app = apps.get_app_config(game)
    assert isinstance(app, GameApp)
    return app


@cache
def board_of(game: str) -> GameBoard:
    """Return the game's board."""
    board: GameBoard = import_module(config(game).board_module).BOARD
    return board


def own_files(game: str) -> dict[str, Sequence[str]]:
    """Return the static paths of a game's own styles and scripts, for templates."""
    app = config(game)
    return {"styles": (*board_of(game).STYLES, *app.styles), "scripts": app.scripts}


def title(game: str) -> str:
    """Return the game's name in the active language."""
    return str(config(game).verbose_name)
