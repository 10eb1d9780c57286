"""What features add to what is shown. The core knows none of them: each adds its own when its app is ready."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from games.boards.elements import Elements
from games.boards.scene import Scene


@dataclass
class Hooks:
    # Elements of every board, made of its viewer's scene, and the templates of their macros.
    elements: list[Callable[[Scene], Elements]] = field(default_factory=list)
    macros: list[str] = field(default_factory=list)
    # Where one can go from a match that is over, by its game: the name of a page of its table, and what the link says.
    after_match: list[Callable[[str], tuple[str, str] | None]] = field(default_factory=list)
    # Why something isn't possible, by code, as `REFUSALS` of a board, and the HTTP status for it.
    refusals: dict[str, Any] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)
    # The templates that are drawn where `{% slot "name" %}` stands in one of a page, with what that one knows.
    slots: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


hooks = Hooks()
