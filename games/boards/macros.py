"""The templates of boards: each game has one file of macros, one macro a kind of element. `boards/board.jinja` has
those that all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.template import engines
from django.utils.safestring import SafeString
from jinja2 import Environment
from jinja2.runtime import Macro

from games.boards.contract import GameBoard
from games.boards.hooks import hooks
from games.boards.installed import board_of

SHARED = "boards/board.jinja"
# Where the lists grow that every game has, by the macro of their items.
SHARED_LISTS = dict.fromkeys(("line", "note", "phrase", "dealt"), "afterend:#newest-line")


@cache
def environment() -> Environment:
    engine: Any = engines["fragments"]
    found: Environment = engine.env
    return found


def rendered(name: str, data: Mapping[str, Any]) -> SafeString:
    """A template that is no board's: of a form's choices, of a figure in the rules. In the active language."""
    return SafeString(environment().get_template(name).render(data))


def macros(game: str) -> Mapping[str, Callable[..., str]]:
    """Return the functions that draw elements and frames, by name. Each takes all arguments of its macro, in order.

    A macro of the game stands before a shared one of the same name."""
    return _macros(board_of(game), game)


@cache
def _macros(board: GameBoard, game: str) -> Mapping[str, Callable[..., str]]:
    found = vars(environment().get_template(SHARED).module).copy()
    for name in hooks.macros:
        found |= vars(environment().get_template(name).module)
    for name in board.TEMPLATES or (f"{game}/board.jinja",):
        found |= vars(environment().get_template(name).make_module(dict(board.HELPERS)))
    # The compiled functions: to call a macro through Jinja costs as much as to draw a small element.
    return {name: macro._func for name, macro in found.items() if isinstance(macro, Macro)}


def lists(game: str) -> Mapping[str, str]:
    """Return the place where each list grows, by the macro of its items."""
    return _lists(board_of(game))


@cache
def _lists(board: GameBoard) -> Mapping[str, str]:
    return {**SHARED_LISTS, **board.LISTS}
