"""The base class of a game's app, and the attributes that a game declares."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.contrib.staticfiles import finders

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

    from games.rules.core import Game, Option

# The colours of covers: classes of static/css/front.css.
CLOTHS = ("grey", "red", "blue", "purple", "green", "orange", "baize")
# The board of a game that has none of its own.
PLAIN = "games.boards.plain"


class GameApp(AppConfig):
    """A game: the base of the one class in its `apps.py`.

    `label` is the game's name in URLs, rows and match records; `verbose_name` is its name for people. The rules
    declare seats, levels, options and whether the game is real-time. `stored.json` holds examples of states, with
    which stored ones are compressed (games/models/packing.py). The rest follows from the folders. games/checks.py
    reports faults.
    """

    # Templates are compiled without the white space between lines (hosting/trimming.py).
    trims_templates = True
    # One line for its cover.
    tagline: _StrOrPromise = ""
    # The usual length of a match in minutes; 0 shows none.
    minutes: int = 0
    # The condition of winning, in a few words; always shown on the board.
    goal: _StrOrPromise = ""
    # True if scores are cards that are left, not points.
    scores_cards: bool = False
    # The rules in about five short sentences, for people who wait at a table.
    in_short: Sequence[_StrOrPromise] = ()
    # The author of the game.
    credit: _StrOrPromise = ""
    # The colour of its cover, one of CLOTHS.
    cloth: str = "grey"
    # The static path of an SVG sheet with the symbol `cover`; "" for `<label>/cover.svg` if it exists.
    cover: str = ""
    # A template with five cards for the first page, which shows those of the first game that has one.
    hero: str = ""
    # Static paths of its pages' own styles and scripts; () for `<label>/board.css` and `<label>/board.js` if they
    # exist.
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()

    def ready(self) -> None:
        from games.models import packing
        from games.rules import core, guide

        if self.has("rules", "GAME"):
            core.register(self.label, self.rules)
        if self.has("guide", "GUIDE"):
            guide.register(self.label, import_module(f"{self.name}.guide").GUIDE)
        for examples in sorted(Path(self.path).glob("stored*.json")):
            packing.learn(examples.read_text())
        self.cover = self.cover or _found(f"{self.label}/cover.svg")
        self.styles = self.styles or tuple(filter(None, [_found(f"{self.label}/board.css")]))
        self.scripts = self.scripts or tuple(filter(None, [_found(f"{self.label}/board.js")]))

    def has(self, module: str, name: str) -> bool:
        """Return True if its folder has that module, and the module that name. Errors of the import are raised."""
        path = f"{self.name}.{module}"
        return find_spec(path) is not None and hasattr(import_module(path), name)

    @cached_property
    def rules(self) -> Game:
        """`GAME` of its `rules`."""
        rules: Game = import_module(f"{self.name}.rules").GAME
        return rules

    @cached_property
    def board_module(self) -> str:
        """The module whose BOARD shows it: its own `board`, or the plain one."""
        own = f"{self.name}.board"
        return own if find_spec(own) else PLAIN

    @property
    def seats(self) -> Sequence[int]:
        """The possible numbers of players."""
        return self.rules.SEATS

    @property
    def levels(self) -> Sequence[str]:
        """The levels of its bots, from the weakest to the strongest."""
        return self.rules.LEVELS

    @property
    def options(self) -> Sequence[Option]:
        """The table rules that can be chosen."""
        return self.rules.OPTIONS

    @property
    def real_time(self) -> bool:
        """True if everybody may act at any time."""
        return self.rules.REAL_TIME

    def rules_pages(self, language: str) -> list[str]:
        """Return the templates of its rules page: in that language, else in English."""
        return [f"{self.label}/rules.{language}.html", f"{self.label}/rules.en.html"]


def _found(path: str) -> str:
    """Return the static path if the file exists, else ""."""
    return path if finders.find(path) else ""
