"""The templates of boards: each game has one file of macros, one macro a kind of element. `boards/board.jinja` has those
that all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.template import engines
from django.urls import reverse
from django.utils.safestring import SafeString
from jinja2 import Environment, StrictUndefined
from jinja2.ext import Extension
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from config.trimming import trimmed
from games.boards import words
from games.boards.contract import GameBoard
from games.boards.installed import board_of
from games.boards.language import by_language, gettext

SHARED = "boards/board.jinja"
# Where the lists grow that every game has, by the macro of their items.
SHARED_LISTS = dict.fromkeys(("line", "note", "phrase", "dealt"), "afterend:#newest-line")


class Trimming(Extension):
    """Compiles templates without the white space between their lines."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return trimmed(source, line_comment="{#\n#}")


class Straight(Context):
    """Calls what a template calls without asking first whether it wants to be given the template's context: ours don't,
    and asking takes a third of the time in which an element is drawn."""

    def call(
        self, called: Any, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **kwargs: Any
    ) -> Any:
        return called(*args, **kwargs)


def said(text: str, /, **values: Any) -> Markup:
    """A template's `_("…")`, in the active language."""
    return _marked(text) % values if values else _marked(text)


@by_language
def _marked(text: str) -> Markup:
    return Markup(gettext(text))


def address(name: str, *args: Any) -> str:
    """A template's `url("table", table)`, as Django's `{% url %}`."""
    return reverse(name, args=args)


@cache
def environment() -> Environment:
    engine: Any = engines["fragments"]
    made = Environment(
        loader=engine.env.loader, autoescape=True, undefined=StrictUndefined, extensions=[Trimming]
    )
    made.context_class = Straight
    made.globals |= {"_": said, "url": address, **words.HELPERS}
    return made


def rendered(name: str, data: Mapping[str, Any]) -> SafeString:
    """A template that is no board's: of a form's choices, of a figure in the rules. In the active language."""
    return SafeString(environment().get_template(name).render(data))


def macros(game: str) -> Mapping[str, Callable[..., str]]:
    """By their names, the shared ones and the game's own, which come first."""
    return _macros(board_of(game), game)


@cache
def _macros(board: GameBoard, game: str) -> Mapping[str, Callable[..., str]]:
    found = vars(environment().get_template(SHARED).module).copy()
    for name in board.TEMPLATES or (f"{game}/board.jinja",):
        found |= vars(environment().get_template(name).make_module(dict(board.HELPERS)))
    return {name: macro for name, macro in found.items() if isinstance(macro, Macro)}


def lists(game: str) -> Mapping[str, str]:
    """Where lists grow, by the macro of their items."""
    return _lists(board_of(game))


@cache
def _lists(board: GameBoard) -> Mapping[str, str]:
    return {**SHARED_LISTS, **board.LISTS}
