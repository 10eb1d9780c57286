"""The worth of a notebook at the end, learnt from matches of the light policy against itself.

learning.py makes the weights in weights.json, by the table rule `groups`. The functions use nothing but their
arguments and that file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from math import exp
from pathlib import Path

from games.wonderland.rules import scoring
from games.wonderland.rules.table import Table

WEIGHTS: dict[str, list[float]] = json.loads((Path(__file__).parent / "weights.json").read_text())
# The spread of final points that is not expected, for each seat and for each card that a seat may still see. With it,
# of seats that were said to win, as many win.
SEAT, CARD = 1.0, 0.3


def remaining(table: Table) -> int:
    """Return the number of face-down cards for each seat, rounded down."""
    return sum([len(down) for down in table.downs]) // len(table.books)


def features(book: Sequence[int], left: int) -> list[float]:
    """Return the features that predict a notebook's growth, with `left` face-down cards for each seat."""
    least = min(book[:5])
    lacking = book[:5].count(least)
    over = sum([count - least > 1 for count in book[:5]])
    time = left / 12
    kinds = [time * (lacking == number) for number in range(1, 6)]
    return [1.0, *kinds, time * time, time * over, time * sum(book), time * max(book[:5]), time * book[5]]


@lru_cache(maxsize=1 << 16)
def expected(book: tuple[int, ...], left: int, groups: str) -> float:
    """Return the expected final points of this notebook's seat."""
    growth = 0.0
    if left:
        weights = WEIGHTS[groups]
        growth = sum([a * b for a, b in zip(weights, features(book, left), strict=True)])
    return scoring.worth(book, groups) + growth


def ends(table: Table) -> list[float]:
    """Return the expected final points by seat, between two turns."""
    left = 0 if table.ending else remaining(table)
    return [expected(tuple(book), left, table.groups) for book in table.books]


def chances(ends: Sequence[float], left: int) -> list[float]:
    """Return the seats' shares of the win by their expected points, 1 in all."""
    spread, most = SEAT * len(ends) + CARD * left, max(ends)
    odds = [exp((end - most) / spread) for end in ends]
    return [odd / sum(odds) for odd in odds]
