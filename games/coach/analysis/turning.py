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
    """Return at most `TURNS` stretches whose change is at least `TURN` and beyond its error, largest first.

    The list ends where the next stretch has changed least in comparison, so that it does not depend on luck.
    """
    own = [at for at, part in enumerate(parts) if part["seat"] == eyes]
    sizes = {(a, b): abs(chances[b] - chances[a]) for a, b in pairwise([*own, len(parts)])}
    clear = [
        (a, b)
        for (a, b), size in sizes.items()
        if size > BEYOND * error_of_change(parts[a], *parts[b : b + 1])
    ]
    most = sorted(clear, key=lambda stretch: -sizes[stretch])
    ends = [*(sizes[stretch] for stretch in most), *[0.0] * (TURNS + 1)]
    drops = {
        count: ends[count - 1] - max(ends[count], TURN)
        for count in range(1, TURNS + 1)
        if ends[count - 1] >= TURN
    }
    return most[: max(drops, key=lambda count: drops[count])] if drops else []


def error_of_change(*parts: Part) -> float:
    """Return the standard error of the mover's chance before a move, or of the difference between two."""
    errors = [float(part.get("error", UNCOUNTED["wins"])) for part in parts]
    return math.hypot(*errors)
