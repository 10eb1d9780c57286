"""The turning points of a match for one seat: the stretches between two of its decisions in which its chance changed
most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from games.coach.analysis.errors import BEYOND, UNCOUNTED

# The most turning points, and the least change of the chance that makes one.
TURNS, TURN = 3, 0.15
# By how much more the last turning point changed than the next stretch, at least.
GAP = 0.08


def turning(parts: Sequence[Mapping[str, Any]], eyes: int, chances: Sequence[float]) -> list[tuple[int, int]]:
    """Return at most `TURNS` stretches whose change is at least `TURN`, largest first.

    The list ends at the last stretch that changed clearly more than the next one. It is empty if there is none.
    """
    changes = [
        (abs(chances[b] - chances[a]), error_of_change(parts[a], *parts[b : b + 1]), (a, b))
        for a, b in pairwise([*_own(parts, eyes), len(parts)])
    ]
    largest = sorted((change for change in changes if change[0] >= TURN), reverse=True)
    last = 0
    pairs = pairwise([*largest, (TURN, 0.0, ())])
    for number, ((size, error, _stretch), (less, its_error, _next)) in enumerate(pairs, start=1):
        if number <= TURNS and size - less > max(GAP, BEYOND * hypot(error, its_error)):
            last = number
    return [stretch for _size, _error, stretch in largest[:last]]


def ends_of_turns(parts: Sequence[Mapping[str, Any]], eyes: int) -> list[int]:
    """Return the indexes of the decisions whose chances determine the turning points: the ends of the largest changes
    and the last decision."""
    own = _own(parts, eyes)

    def change(stretch: tuple[int, int]) -> float:
        before, after = (parts[at]["wins"][eyes] for at in stretch)
        return abs(float(after - before))

    largest = sorted(pairwise(own), key=change, reverse=True)[: TURNS + 1]
    return sorted({*own[-1:], *(at for stretch in largest for at in stretch)})


def _own(parts: Sequence[Mapping[str, Any]], eyes: int) -> list[int]:
    return [at for at, part in enumerate(parts) if part["seat"] == eyes]


def error_of_change(*parts: Mapping[str, Any]) -> float:
    """Return the standard error of the mover's chance before a move, or of the difference between two."""
    return hypot(*(float(part.get("error", UNCOUNTED["wins"])) for part in parts))
