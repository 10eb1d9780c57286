"""The moves that the strongest bot prefers, with their expected results. Runs in a worker process on one seat's
view."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules import core
from games.rules.budget import Budget
from games.rules.search import Candidate, compared, search

MOST_MOVES = 3
# Together less than one second, the longest that a person should wait for an answer on a busy processor.
SEARCH, COMPARE = Budget(clock=0.4), Budget(clock=0.3)


def advise(
    rules: core.Game, view: core.View, seed: int, looking: Budget = SEARCH, comparing: Budget = COMPARE
) -> dict[str, Any]:
    """Return `{"moves": [...]}`, best first; `plain` gives the shape of a move.

    The best few moves are played out again on the same guesses, so that their figures can be compared.
    """
    problem = rules.problem(view, Random(seed))
    if problem is None:
        raise ValueError(f"{rules.NAME} has no search")
    best = [candidate.move for candidate in search(problem, looking)[:MOST_MOVES]]
    candidates = sorted(compared(problem, best, comparing), key=lambda candidate: -candidate.value)
    return {"moves": [plain(candidate) for candidate in candidates]}


def warm(rules: core.Game, view: core.View) -> dict[str, Any]:
    """Load the modules that a search of the game needs, before the first request."""
    rules.problem(view, Random(0))
    return {}


def plain(candidate: Candidate) -> dict[str, Any]:
    """Return a candidate as JSON data: `move`, `playouts`, and by seat the expected `scores` and `wins` (shares of
    1)."""
    return {
        "move": candidate.move,
        "scores": [round(score, 2) for score in candidate.scores],
        "wins": [round(share, 4) for share in candidate.wins],
        "playouts": candidate.playouts,
    }
