"""Where bots think: a process that imports the rules only."""

from __future__ import annotations

import multiprocessing
import os
from random import Random
from threading import Thread

from games.rules import core
from games.rules.budget import FULL, Budget


def think(
    rules: core.Game, level: str, view: core.View, seed: int, budget: Budget = FULL
) -> core.Move | None:
    """The move that a bot of that level makes on its seat's view. The rules come by their class's name, so that nothing
    else of the site is imported."""
    return rules.choose(level, view, Random(seed), budget)


def attend_parent(nice: int = 0) -> None:
    """Called first in a thinking process: it ends with the one that started it, even if that was killed. `nice`: by how
    much it stands back behind whatever serves."""
    os.nice(nice)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
