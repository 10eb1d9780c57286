"""What a notebook will be worth at the end, learnt from matches that the light policy played against itself.

The weights are made by learning.py and kept in weights.json, by the table rule `groups`.
May touch nothing but its arguments and that file.
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
# By how many points two seats' ends lie apart by luck alone: at the end, and for each card a seat may still see.
CLOSE, LUCK = 1.0, 0.45


def remaining(table: Table) -> int:
    """How many face-down cards there are still for each seat, rounded down."""
    return sum([len(down) for down in table.downs]) // len(table.books)


def features(book: Sequence[int], left: int) -> list[float]:
    """What a notebook's growth is told by, `left` face-down cards a seat before the end."""
    least = min(book[:5])
    lacking = book[:5].count(least)
    over = sum([count - least > 1 for count in book[:5]])
    time = left / 12
    kinds = [time * (lacking == number) for number in range(1, 6)]
    return [1.0, *kinds, time * time, time * over, time * sum(book), time * max(book[:5]), time * book[5]]


@lru_cache(maxsize=1 << 16)
def expected(book: tuple[int, ...], left: int, groups: str) -> float:
    """The points of this notebook's seat at the end."""
    growth = 0.0
    if left:
        weights = WEIGHTS[groups]
        growth = sum([a * b for a, b in zip(weights, features(book, left), strict=True)])
    return scoring.worth(book, groups) + growth


def ends(table: Table) -> list[float]:
    """The points that the seats may expect at the end, between two turns."""
    left = 0 if table.ending else remaining(table)
    return [expected(tuple(book), left, table.groups) for book in table.books]


def chances(ends: Sequence[float], left: int) -> list[float]:
    """How the seats share in the win by what they may expect, 1 altogether."""
    spread, most = CLOSE + LUCK * left, max(ends)
    odds = [exp((end - most) / spread) for end in ends]
    return [each / sum(odds) for each in odds]
