"""Players against whom the bots are measured, beside the weaker bots. None of them can be chosen at a table.

Each knows only the view of its seat. A game has them in its module `sparring`: `PLAYERS` by name, and `tree`, the game
as the partner `uct` needs it.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from games.rules import core
from scripts.sparring import uct

UCT = "uct"


def choose(name: str, game: str, view: core.View, rng: Random, seconds: float) -> core.Move:
    """Return the move of the partner with that name. `seconds` is the processor time of `uct`."""
    partners = module(game)
    if name == UCT:
        return uct.choose(partners.tree(view, rng), rng, seconds)
    move: core.Move = partners.PLAYERS[name](view, rng)
    return move


def partners(game: str) -> list[str]:
    """Return the names of a game's partners, none if it has none."""
    if not find_spec(f"games.{game}.sparring"):
        return []
    return [*module(game).PLAYERS, UCT]


def module(game: str) -> Any:
    return import_module(f"games.{game}.sparring")
