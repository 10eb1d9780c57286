"""The modules with which a game's tests describe it to the suites for all games: `hidden` for the contract, `secrets`
for leaks.

For the site's own games they are in tests/<game>/, for others in `tests` of the game's own folder.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from games import boards


def declared(game: str, what: str) -> Any:
    """Return the module of that name: `hidden` (`redeal`, `cards`) or `secrets` (`secrets`)."""
    own = f"tests.{game}"
    folder = own if find_spec(own) else f"{boards.config(game).name}.tests"
    return import_module(f"{folder}.{what}")
