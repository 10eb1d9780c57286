"""Hooks of pages. The core imports no feature; each appends its own when its app is ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest

from accounts.models import User
from games import boards
from games.boards import Scene
from games.play.snapshot import Snapshot
from games.rules import core

# Template context for the page of a table with a board.
table_pages: list[Callable[[HttpRequest, Snapshot, Scene], dict[str, Any]]] = []
# Template context for a replay: gets the number of the shown board and the viewing seat (None: a spectator).
replay_pages: list[Callable[[Snapshot, int, int | None], dict[str, Any]]] = []
# By game, the level of the bots against which a person (None: a visitor) plays if they don't choose one.
usual_levels: list[Callable[[User | None], Mapping[str, str]]] = []


def bot_levels(person: User | None) -> dict[str, str]:
    """Return by game the level of the bots in matches that begin without a form."""
    levels = {name: core.game(name).bot_level("easy") for name in boards.games()}
    for hook in usual_levels:
        levels |= hook(person)
    return levels
