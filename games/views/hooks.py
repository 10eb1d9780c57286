"""What features add to the site's pages. The core knows none of them: each adds its own when its app is ready."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest

from games.boards import Scene
from games.play.snapshot import Snapshot


@dataclass
class Hooks:
    # What the page of a table with a board needs for them, by the names that their templates use.
    table_pages: list[Callable[[HttpRequest, Snapshot, Scene], dict[str, Any]]] = field(default_factory=list)
    # The same of a replay: with the number of the board that is shown, and whose seat sees it (None: a spectator).
    replay_pages: list[Callable[[Snapshot, int, int | None], dict[str, Any]]] = field(default_factory=list)


hooks = Hooks()
