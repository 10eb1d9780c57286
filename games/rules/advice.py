"""What the strongest bot would do, and what else it looked at: made in a thinking process of a seat's view alone."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules import core
from games.rules.budget import Budget
from games.rules.search import Candidate, compared, search

TOLD = 3
# Together somewhat less than the second within which a person wants the answer, also where the processor is busy.
SEARCH, COMPARE = Budget(clock=0.4), Budget(clock=0.3)


def advise(
    rules: core.Game, view: core.View, seed: int, looking: Budget = SEARCH, comparing: Budget = COMPARE
) -> dict[str, Any]:
    """`moves`, best first, each with its `move`, and by seat the `scores` and `wins` (shares of 1) that are expected.

    The few that come off best are played out again on the same guesses, so that their figures can be compared."""
    problem = rules.problem(view, Random(seed))
    if problem is None:
        raise ValueError(f"{rules.NAME} has no search")
    best = [found.move for found in search(problem, looking)[:TOLD]]
    found = sorted(compared(problem, best, comparing), key=lambda each: -each.value)
    return {"moves": [plain(each) for each in found]}


def warm(rules: core.Game, view: core.View) -> dict[str, Any]:
    """Load what a search of the game needs."""
    rules.problem(view, Random(0))
    return {}


def plain(found: Candidate) -> dict[str, Any]:
    """As plain JSON data, to the digits that mean something."""
    return {
        "move": found.move,
        "scores": [round(score, 2) for score in found.scores],
        "wins": [round(share, 4) for share in found.wins],
        "playouts": found.playouts,
    }
