"""The worker process of the bots, which imports the rules only."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
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


def start(nice: int, pipe: Connection) -> None:
    """Start a worker process: lower its priority, and end it when the other end of the pipe is closed.

    `nice` is added to the niceness, so that bots give way to processes that serve pages. The parent closes its end to
    stop the worker; if the parent is killed, the system closes it.
    """
    os.nice(nice)
    Thread(target=_end_with, args=(pipe,), daemon=True).start()


def _end_with(pipe: Connection) -> None:
    # Nothing is ever sent, so this waits for the end of the pipe.
    pipe.poll(None)
    os._exit(1)
