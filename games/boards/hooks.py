"""Hooks of boards. The core imports no feature; each appends its own when its app is ready."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.boards.elements import Elements
from games.boards.scene import Scene


class Action(NamedTuple):
    """What can be done after a match: a button that leads to an address of the site, or `posts` there by the form of
    the table's page. The `main` one takes the place of *Rematch*."""

    address: str
    text: str
    posts: bool = False
    main: bool = False


@dataclass
class Hooks:
    # Elements of every board, made of its viewer's scene, and the templates of their macros.
    elements: list[Callable[[Scene], Elements]] = field(default_factory=list)
    macros: list[str] = field(default_factory=list)
    # A button beside *Rematch* after a match, made of the scene of its end.
    after_match: list[Callable[[Scene], Action | None]] = field(default_factory=list)
    # Texts of refusals by code, as in a board's `REFUSALS`, and their HTTP statuses.
    refusals: dict[str, Any] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)
    # Templates that `{% slot "name" %}` renders with the page's context, in the order of INSTALLED_APPS.
    slots: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


hooks = Hooks()
