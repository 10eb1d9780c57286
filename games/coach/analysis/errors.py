"""Standard errors of the figures that playouts give."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from games.rules.search import NO_DOUBT, Doubt, Result, margin

# A difference of more standard errors than this is not luck. It is more than two, because the best of several moves is
# chosen by the same figures.
BEYOND = 2.5
# Errors for reviews and hints that were stored without them.
UNCOUNTED = {"scores": 1.0, "wins": 0.05, "leads": 1.0}
Errors = dict[str, list[float]]


def errors(results: Sequence[Result], others: Sequence[Result] = (), doubt: Doubt = NO_DOUBT) -> Errors:
    """Return by seat the standard errors of the mean `scores` and `wins`; with `others`, results on the same guesses,
    those of the differences, and of the differences between `leads` (the distance to the others' mean score). None is
    less than the doubt."""
    columns = {"scores": _scores, "wins": _wins} | ({"leads": _leads} if others else {})
    by_name: Errors = {}
    for name, column in columns.items():
        rows = [column(result) for result in results]
        if others:
            pairs = zip(rows, [column(result) for result in others], strict=True)
            rows = [[one - two for one, two in zip(*pair, strict=True)] for pair in pairs]
        least = doubt.wins if name == "wins" else doubt.points
        if name == "wins" and not others:
            # That all of a few playouts were won does not mean that all matches are.
            least = max(least, 1 / len(results))
        by_name[name] = [max(least, round(standard_error(values), 4)) for values in zip(*rows, strict=True)]
    return by_name


def apart(one: Errors, other: Errors) -> Errors:
    """Return the standard errors of the differences between two moves that were played out on guesses of their own."""
    scores, wins = (
        [hypot(*pair) for pair in zip(one[name], other[name], strict=True)] for name in ("scores", "wins")
    )
    leads = []
    for seat, error in enumerate(scores):
        others = scores[:seat] + scores[seat + 1 :]
        leads.append(hypot(error, hypot(*others) / len(others)))
    return {"scores": scores, "wins": wins, "leads": leads}


def _scores(result: Result) -> Sequence[float]:
    return result[0]


def _wins(result: Result) -> Sequence[float]:
    return result[1]


def _leads(result: Result) -> Sequence[float]:
    scores = result[0]
    return [margin(scores, seat) for seat in range(len(scores))]


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean; of one value as much as the value itself."""
    count = len(values)
    mean = sum(values) / count
    if count == 1:
        return max(1.0, abs(mean))
    variance = sum([(value - mean) ** 2 for value in values]) / (count - 1)
    return float((variance / count) ** 0.5)
