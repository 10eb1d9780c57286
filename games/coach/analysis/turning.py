"""The turning points of a match for one seat: the stretches between two of its decisions in which its chance changed
most."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from games.coach.analysis.errors import BEYOND, UNCOUNTED
from games.coach.analysis.review import Part

# The most turning points, and the least change of the chance that makes one.
TURNS, TURN = 3, 0.15


def turning(parts: Sequence[Part], eyes: int, chances: Sequence[float]) -> list[tuple[int, int]]:
    """Return at most `TURNS` stretches whose change is at least `TURN`, largest first.

    The list ends at the last stretch that changed more than the next one by more than luck. It is empty if there is
    none.
    """
    own = [at for at, part in enumerate(parts) if part["seat"] == eyes]
    changes = [
        (abs(chances[b] - chances[a]), error_of_change(parts[a], *parts[b : b + 1]), (a, b))
        for a, b in pairwise([*own, len(parts)])
    ]
    largest = sorted((change for change in changes if change[0] >= TURN), reverse=True)
    last = 0
    pairs = pairwise([*largest, (TURN, 0.0, ())])
    for number, ((size, error, _stretch), (less, its_error, _next)) in enumerate(pairs, start=1):
        if number <= TURNS and size - less > BEYOND * math.hypot(error, its_error):
            last = number
    return [stretch for _size, _error, stretch in largest[:last]]


def error_of_change(*parts: Part) -> float:
    """Return the standard error of the mover's chance before a move, or of the difference between two."""
    errors = [float(part.get("error", UNCOUNTED["wins"])) for part in parts]
    return math.hypot(*errors)
