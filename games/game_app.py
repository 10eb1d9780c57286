"""The base class of a game's app, and what a game declares of itself there."""

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

# The colours that a cover may have: classes of static/css/front.css.
CLOTHS = ("grey", "red", "blue", "purple", "green", "orange", "baize")
# What shows a game that brings no board.
PLAIN = "games.boards.plain"


class GameApp(AppConfig):
    """A game: the base of the one class in its `apps.py`. Its `label` is the game's name in addresses, rows and match
    records; `verbose_name` is what people call it. Its `stored.json` has examples of its states, by which those are
    stored small (games/models/packing.py). What can be played (seats, levels, options, whether it is real-time)
    its rules say; the rest of what the site asks follows from its folders. games/checks.py says what is wrong."""

    # Its templates are compiled without the white space between their lines (hosting/trimming.py).
    trims_templates = True
    # One line of what it is like, for its cover.
    tagline: _StrOrPromise = ""
    # How long a match takes, in minutes; 0 says nothing of it.
    minutes: int = 0
    # Who wins, in a few words: it stands on the board all the time.
    goal: _StrOrPromise = ""
    # Whether its scores are cards that are left, not points.
    scores_cards: bool = False
    # Its rules in about five short sentences, for those who wait at a table.
    in_short: Sequence[_StrOrPromise] = ()
    # Whose game it is.
    credit: _StrOrPromise = ""
    # The colour of its cover, one of CLOTHS.
    cloth: str = "grey"
    # The static path of a sheet of drawings that holds the symbol `cover`; "" for `<label>/cover.svg`, if it is there.
    cover: str = ""
    # A template with five of its cards for the first page, which shows those of the first game that has one; "" for
    # none.
    hero: str = ""
    # Static paths of what its pages load besides the site's own; () for `<label>/board.css` and `<label>/board.js`, if
    # they are there.
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
        """Whether its folder holds that module, and this the name. What fails while it is imported is raised."""
        path = f"{self.name}.{module}"
        return find_spec(path) is not None and hasattr(import_module(path), name)

    @cached_property
    def rules(self) -> Game:
        """`GAME` of its `rules`."""
        rules: Game = import_module(f"{self.name}.rules").GAME
        return rules

    @cached_property
    def board_module(self) -> str:
        """The module whose BOARD shows it: its own `board`, or the plain one of a game that brings none."""
        own = f"{self.name}.board"
        return own if find_spec(own) else PLAIN

    @property
    def seats(self) -> Sequence[int]:
        """How many can play, each number that is possible."""
        return self.rules.SEATS

    @property
    def levels(self) -> Sequence[str]:
        """Its bots' levels, from the weakest to the strongest."""
        return self.rules.LEVELS

    @property
    def options(self) -> Sequence[Option]:
        """Its table rules."""
        return self.rules.OPTIONS

    @property
    def real_time(self) -> bool:
        """Whether everybody may act at any time."""
        return self.rules.REAL_TIME

    def rules_pages(self, language: str) -> list[str]:
        """The templates of its rules page, the first that exists is shown: in that language, else in English."""
        return [f"{self.label}/rules.{language}.html", f"{self.label}/rules.en.html"]


def _found(path: str) -> str:
    """The static path if there is such a file, else ""."""
    return path if finders.find(path) else ""
