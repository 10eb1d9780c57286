"""Chances to win by the expected final points. A spread says by how much final points vary by chance.

The functions use nothing but their arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

from games.rules.search import shares

# The spreads that are tried, in points.
SPREADS = [half / 2 for half in range(2, 60)]


def chances(points: Sequence[float], spread: float) -> list[float]:
    """Return the seats' shares of the win by their expected points, 1 in all. With a spread of 0 the points are
    final."""
    if not spread:
        return shares([-mine for mine in points])
    most = max(points)
    odds = [exp((mine - most) / spread) for mine in points]
    total = sum(odds)
    return [odd / total for odd in odds]


def likeliest(points: Sequence[Sequence[float]], wins: Sequence[Sequence[float]]) -> float:
    """Return the spread whose chances are likeliest, by the expected points and the shares of the win in each of
    several positions."""
    low, high = 0, len(SPREADS) - 1
    while low < high:
        # The surprise has one lowest place: it is convex in one divided by the spread.
        middle = (low + high) // 2
        if surprise(points, wins, SPREADS[middle]) <= surprise(points, wins, SPREADS[middle + 1]):
            high = middle
        else:
            low = middle + 1
    return SPREADS[low]


def surprise(points: Sequence[Sequence[float]], wins: Sequence[Sequence[float]], spread: float) -> float:
    """Return the sum of the logarithms of the chances that the winners were given, without its sign."""
    total = 0.0
    for mine, won in zip(points, wins, strict=True):
        odds = chances(mine, spread)
        total -= sum([share * log(chance) for share, chance in zip(won, odds, strict=True) if share])
    return total
