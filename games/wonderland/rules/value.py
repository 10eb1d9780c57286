"""The worth of a notebook at the end, learnt from matches of the light policy against itself.

learning.py makes the weights in weights.json, by the table rule `groups`. The functions use nothing but their
arguments and that file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from math import exp, sqrt
from pathlib import Path

from games.rules.search import shares
from games.wonderland.rules import scoring
from games.wonderland.rules.table import Table

WEIGHTS: dict[str, list[float]] = json.loads((Path(__file__).parent / "weights.json").read_text())
# The turns to come by the number of piles that end the match when they are empty: at least, and for each card on those
# that have the fewest cards.
TURNS = {1: (0.4, 0.8), 2: (1.0, 0.55)}
# By the number of seats the spread of final points by chance alone, with one turn to come; it grows with their square
# root. About as many seats then win as are said to (docs/decisions/0051).
SPREADS = {2: 4.2, 3: 3.0, 4: 3.0}


def remaining(table: Table) -> float:
    """Return how many turns may be expected until the end, between two turns."""
    if table.ending:
        return 0.0
    piles = sorted([len(up) + len(down) for up, down in zip(table.ups, table.downs, strict=True)])
    ending = 1 if len(table.books) == 2 else 2
    least, each = TURNS[ending]
    return least + each * sum(piles[:ending])


def turns(table: Table, left: float) -> list[float]:
    """Return by seat how many of the remaining turns are its own. The seat in turn has the next one."""
    seats = len(table.books)
    if not left:
        return [0.0] * seats
    before = [(seat - table.turn) % seats for seat in range(seats)]
    return [max(0.0, (left - others) / seats + (seats - 1) / (2 * seats)) for others in before]


def features(book: Sequence[int], left: float) -> list[float]:
    """Return the features that predict a notebook's growth in that many turns."""
    least = min(book[:5])
    lacking = book[:5].count(least)
    over = sum([count - least > 1 for count in book[:5]])
    time = left / 4
    kinds = [time * (lacking == number) for number in range(1, 6)]
    return [1.0, *kinds, time * time, time * over, time * sum(book), time * max(book[:5]), time * book[5]]


@lru_cache(maxsize=1 << 16)
def expected(book: tuple[int, ...], left: float, groups: str) -> float:
    """Return the expected final points of this notebook's seat, with that many turns to come."""
    growth = 0.0
    if left:
        weights = WEIGHTS[groups]
        growth = sum([a * b for a, b in zip(weights, features(book, left), strict=True)])
    return scoring.worth(book, groups) + growth


def ends(table: Table, left: float) -> list[float]:
    """Return the expected final points by seat, between two turns, with that many turns to come."""
    books = zip(table.books, turns(table, left), strict=True)
    return [expected(tuple(book), own, table.groups) for book, own in books]


def chances(ends: Sequence[float], left: float) -> list[float]:
    """Return the seats' shares of the win by their expected points, 1 in all, with that many turns to come."""
    if not left:
        return shares([-end for end in ends])
    spread, most = SPREADS[len(ends)] * sqrt(left), max(ends)
    odds = [exp((end - most) / spread) for end in ends]
    return [odd / sum(odds) for odd in odds]
