"""The worker process of the bots, which imports the rules only."""

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
    """Return the move that a bot of `level` makes on its seat's view; None, in real time only, if it waits.

    The rules are pickled by the name of their class, so a worker imports nothing else of the site.
    """
    return rules.choose(level, view, Random(seed), budget)


def attend_parent(nice: int = 0) -> None:
    """Start a worker process: end it when its parent ends, even if the parent is killed, and lower its priority.

    `nice` is added to the niceness, so that bots give way to processes that serve pages.
    """
    os.nice(nice)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
