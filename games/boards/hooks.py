"""Hooks of boards. The core imports no feature; each appends its own when its app is ready."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
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


# Elements of every board, made of its viewer's scene, and the templates of their macros.
elements: list[Callable[[Scene], Elements]] = []
macros: list[str] = []
# A button beside *Rematch* after a match, made of the scene of its end.
after_match: list[Callable[[Scene], Action | None]] = []
# Texts of refusals by code, as in a board's `REFUSALS`, and their HTTP statuses.
refusals: dict[str, Any] = {}
statuses: dict[str, int] = {}
# Templates that `{% slot "name" %}` renders with the page's context, in the order of INSTALLED_APPS.
slots: defaultdict[str, list[str]] = defaultdict(list)
