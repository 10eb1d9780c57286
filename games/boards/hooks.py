"""Hooks of boards. The core imports no feature; each appends its own when its app is ready."""

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
    # Links from a finished match, by its game and whether others can be dealt its cards: the name of a page of its
    # table, and the link's text.
    after_match: list[Callable[[str, bool], tuple[str, str] | None]] = field(default_factory=list)
    # The main link from a finished match on a shared deal.
    after_shared_deal: list[Callable[[], tuple[str, str]]] = field(default_factory=list)
    # Texts of refusals by code, as in a board's `REFUSALS`, and their HTTP statuses.
    refusals: dict[str, Any] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)
    # Templates that `{% slot "name" %}` renders with the page's context.
    slots: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


hooks = Hooks()
