"""Findings of checks: right, doubtful or wrong, in one sentence, and what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum


class Level(IntEnum):
    """The levels are exit statuses, too, as monitoring systems read them: 0 OK, 1 warning, 2 critical."""

    RIGHT = 0
    DOUBTFUL = 1
    WRONG = 2


@dataclass(frozen=True, slots=True)
class Finding:
    level: Level
    sentence: str
    # The advice; "" if nothing is to be done.
    todo: str = ""


Check = Callable[[], Iterator[Finding]]


def judged(sentence: str, todo: str, *, is_wrong: bool = False, is_doubtful: bool = False) -> Finding:
    """Return a figure as a finding, with the advice if it is not right."""
    if is_wrong:
        return wrong(sentence, todo)
    return doubtful(sentence, todo) if is_doubtful else right(sentence)


def right(sentence: str) -> Finding:
    return Finding(Level.RIGHT, sentence)


def doubtful(sentence: str, todo: str) -> Finding:
    return Finding(Level.DOUBTFUL, sentence, todo)


def wrong(sentence: str, todo: str) -> Finding:
    return Finding(Level.WRONG, sentence, todo)
