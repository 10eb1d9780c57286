"""What a check finds: right, doubtful or wrong, in one sentence, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum


class Level(IntEnum):
    """Also the exit status of the whole, as monitoring systems read it: 0 all is well, 1 a warning, 2 critical."""

    RIGHT = 0
    DOUBTFUL = 1
    WRONG = 2


@dataclass(frozen=True, slots=True)
class Finding:
    level: Level
    said: str
    # What to do; empty where nothing is to be done.
    todo: str = ""


Check = Callable[[], Iterator[Finding]]


def right(said: str) -> Finding:
    return Finding(Level.RIGHT, said)


def doubtful(said: str, todo: str) -> Finding:
    return Finding(Level.DOUBTFUL, said, todo)


def wrong(said: str, todo: str) -> Finding:
    return Finding(Level.WRONG, said, todo)
