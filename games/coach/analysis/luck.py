"""How far luck decided a match: its result as a sum of the expectation before the deal, draws, and decisions.

The value of a decision is the change that it made (review.py), judged by what its seat knew. Draws are all other
changes: the deal, drawn or revealed cards, cards that were hidden from the seats that decided, and what seats could
have missed and didn't. The sums therefore don't depend on the reader, and one seat's gain is the loss of the others.
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
    """The terms of a result. `result` is the sum of the other fields; `start` and `result` are exact."""

    start: float
    draws: Term
    own: Term
    others: Term
    result: float

    def terms(self) -> dict[str, Term]:
        return {"draws": self.draws, "own": self.own, "others": self.others}


def in_wins(parts: Sequence[Part], seat: int, ranks: Sequence[int]) -> Ledger:
    """Return the sum in hundredths of the win. The first seat is drawn, so all seats start with an equal share."""
    result = 100 / ranks.count(1) if ranks[seat] == 1 else 0.0
    return _ledger(parts, seat, "wins", 100, start=100 / len(ranks), result=result)


def in_points(parts: Sequence[Part], seat: int, scores: Sequence[int], fewest: bool) -> Ledger:
    """Return the sum in points by which the seat is better than the mean of the others."""
    return _ledger(parts, seat, "leads", -1 if fewest else 1, start=0.0, result=lead(scores, seat, fewest))


def _ledger(parts: Sequence[Part], seat: int, name: str, unit: int, start: float, result: float) -> Ledger:
    own = _total([part["change"] for part in parts if part["seat"] == seat], seat, name, unit)
    others = _total([part["change"] for part in parts if part["seat"] != seat], seat, name, unit)
    error = (own.error**2 + others.error**2) ** 0.5
    return Ledger(start, Term(result - start - own.value - others.value, error), own, others, result)


def _total(changes: Sequence[Part], seat: int, name: str, unit: int) -> Term:
    """Return the sum of the changes. They come from different guesses, so their errors are independent."""
    value = sum([change[name][seat] for change in changes])
    variance = sum([change["errors"][name][seat] ** 2 for change in changes])
    return Term(unit * value, abs(unit) * variance**0.5)


def is_complete(parts: Sequence[Part]) -> bool:
    """Return True if all decisions were looked at so. Reviews of earlier versions were made in another way."""
    return bool(parts) and all("change" in part for part in parts)
