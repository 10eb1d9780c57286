"""Where bots think: a process that imports the rules only."""

from __future__ import annotations

from random import Random

from games.rules import core


def think(game: str, level: str, view: core.View, seed: int) -> core.Move:
    """The move that a bot of that level makes on its seat's view."""
    return core.game(game).choose(level, view, Random(seed))
