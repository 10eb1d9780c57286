"""What the tests of a game declare of it for the suites that run over all games: `hidden` for the contract, `secrets`
for the leaks. Of the site's own games in tests/<game>/, of any other in `tests` in the game's own folder."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from games import boards


def declared(game: str, what: str) -> Any:
    """The module of that name: `hidden` (`redeal`, `cards`) or `secrets` (`secrets`)."""
    own = f"tests.{game}"
    folder = own if find_spec(own) else f"{boards.config(game).name}.tests"
    return import_module(f"{folder}.{what}")
