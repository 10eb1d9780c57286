"""Hooks of pages. The core imports no feature; each appends its own when its app is ready."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest

from games.boards import Scene
from games.play.snapshot import Snapshot


@dataclass
class Hooks:
    # Template context for the page of a table with a board.
    table_pages: list[Callable[[HttpRequest, Snapshot, Scene], dict[str, Any]]] = field(default_factory=list)
    # Template context for a replay: gets the number of the shown board and the viewing seat (None: a spectator).
    replay_pages: list[Callable[[Snapshot, int, int | None], dict[str, Any]]] = field(default_factory=list)


hooks = Hooks()
