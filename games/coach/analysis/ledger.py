"""The result of a match as a sum: what everybody can expect before the deal, draws, and decisions.

A decision counts by what it changed (review.py), by what its seat knew then. Draws are all that changed between
decisions: the deal, the cards that were drawn or revealed, and what was hidden from those who decided. So the sums of
all seats are the same whoever reads them, and what one seat gains the others lose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.coach.analysis.errors import BEYOND
from games.coach.analysis.review import Part, lead


class Term(NamedTuple):
    """A part of the sum with its standard error."""

    value: float
    error: float

    @property
    def is_clear(self) -> bool:
        """Return True if the value is more than luck. Without an error it is exact."""
        return abs(self.value) > BEYOND * self.error or not self.error


class Ledger(NamedTuple):
    """`result` is the sum of the others. `start` and `result` are exact."""

    start: float
    draws: Term
    own: Term
    others: Term
    result: float


def in_wins(parts: Sequence[Part], seat: int, ranks: Sequence[int]) -> Ledger:
    """Return the sum in hundredths of the win. Who begins is drawn, so before the deal everybody has an equal share."""
    result = 100 / ranks.count(1) if ranks[seat] == 1 else 0.0
    return _ledger(parts, seat, "wins", 100, start=100 / len(ranks), result=result)


def in_points(parts: Sequence[Part], seat: int, scores: Sequence[int], fewest: bool) -> Ledger:
    """Return the sum in points by which the seat is better than the mean of the others."""
    return _ledger(parts, seat, "leads", -1 if fewest else 1, start=0.0, result=lead(scores, seat, fewest))


def _ledger(parts: Sequence[Part], seat: int, name: str, unit: int, start: float, result: float) -> Ledger:
    own = _total([each["change"] for each in parts if each["seat"] == seat], seat, name, unit)
    others = _total([each["change"] for each in parts if each["seat"] != seat], seat, name, unit)
    error = (own.error**2 + others.error**2) ** 0.5
    return Ledger(start, Term(result - start - own.value - others.value, error), own, others, result)


def _total(changes: Sequence[Part], seat: int, name: str, unit: int) -> Term:
    """Return the sum of the changes. They come from different guesses, so their errors are independent."""
    value = sum([each[name][seat] for each in changes])
    variance = sum([each["errors"][name][seat] ** 2 for each in changes])
    return Term(unit * value, abs(unit) * variance**0.5)


def is_complete(parts: Sequence[Part]) -> bool:
    """Return True if all decisions were looked at so. Reviews of earlier versions were made in another way."""
    return bool(parts) and all("change" in each for each in parts)
