"""The macros of boards: one file for each game, with a macro for each kind of element. All share
`boards/board.jinja`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.template import engines
from django.utils.safestring import SafeString
from jinja2 import Environment
from jinja2.runtime import Macro

from games.boards import hooks
from games.boards.installed import board_of

SHARED = "boards/board.jinja"
# The places where lists of every game grow, by the macro of their items.
SHARED_LISTS = dict.fromkeys(("line", "note", "phrase", "dealt"), "afterend:#newest-line")


@cache
def jinja_environment() -> Environment:
    engine: Any = engines["fragments"]
    jinja: Environment = engine.env
    return jinja


def rendered(name: str, data: Mapping[str, Any]) -> SafeString:
    """Render a template that is no board, in the active language: choices of a form, or a figure in the rules."""
    return SafeString(jinja_environment().get_template(name).render(data))


def helpers(game: str) -> dict[str, Any]:
    """Return the functions that a game's own templates may call, by name."""
    return {name: helper for name, helper in board_of(game).HELPERS.items() if not name.startswith("_")}


@cache
def macros(game: str) -> Mapping[str, Callable[..., str]]:
    """Return the functions that draw elements and frames, by name. Each takes all arguments of its macro, in order.

    A game's macro overrides a shared one of the same name.
    """
    macros_by_name = vars(jinja_environment().get_template(SHARED).module).copy()
    for name in hooks.macros:
        macros_by_name |= vars(jinja_environment().get_template(name).module)
    for name in board_of(game).TEMPLATES or (f"{game}/board.jinja",):
        macros_by_name |= vars(jinja_environment().get_template(name).make_module(helpers(game)))
    # The compiled functions, because a call through Jinja costs as much as drawing a small element.
    return {name: macro._func for name, macro in macros_by_name.items() if isinstance(macro, Macro)}


@cache
def lists(game: str) -> Mapping[str, str]:
    """Return the place where each list grows, by the macro of its items."""
    return {**SHARED_LISTS, **board_of(game).LISTS}
