"""What a game brings with it besides its board: style sheet, script, cover and credit. All are found by the game's
name, so that a new game edits nobody else's page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from django.contrib.staticfiles import finders


@cache
def own_files(game: str) -> dict[str, list[str]]:
    """Static paths, none where the game has no such file: `{"styles": ["css/<game>.css"], "scripts": [...]}`."""
    paths = {"styles": f"css/{game}.css", "scripts": f"js/{game}.js"}
    return {kind: [path] if finders.find(path) else [] for kind, path in paths.items()}


@dataclass(frozen=True)
class Cover:
    """A game on the list of games; what its board's package does not say is empty.

    `tagline` (`TAGLINE`) is one line of what it is like, `credit` (`CREDIT`) whose game it is; `cloth` (`CLOTH`) is
    one of the cover colours of css/site.css, `drawing` the static path of a sheet that holds the symbol `cover`.
    """

    tagline: Any
    credit: Any
    cloth: str
    drawing: str


@cache
def cover(game: str) -> Cover:
    own = import_module(f"games.boards.{game}")
    tagline, credit, cloth = (getattr(own, name, "") for name in ("TAGLINE", "CREDIT", "CLOTH"))
    drawing = f"img/covers/{game}.svg"
    return Cover(tagline, credit, cloth, drawing if finders.find(drawing) else "")
