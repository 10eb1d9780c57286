"""The best moves that a search finds, with their expected results. Runs in a worker process on one seat's
view."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.coach.analysis.errors import BEYOND, errors
from games.rules import core
from games.rules.budget import Budget
from games.rules.search import Candidate, Doubt, Problem, compared, margin, search

MOST_MOVES = 3
# Together less than one second, the longest that a person should wait for an answer on a busy processor.
SEARCH, COMPARE = Budget(clock=0.3), Budget(clock=0.6)
# The share of the playouts that finds the best few moves. The others compare them, which decides their order.
FINDING = 1 / 3


def find(
    rules: core.Game, view: core.View, seed: int, looking: Budget = SEARCH, comparing: Budget = COMPARE
) -> dict[str, Any]:
    """Return `{"moves": [...]}`, best first; `plain` gives the shape of a move.

    The best few moves are played out again on the same guesses, so that their figures can be compared.
    """
    problem = problem_of(rules, view, seed)
    playouts = problem.hint * problem.playouts
    found = search(problem, _of(looking, FINDING * playouts), MOST_MOVES)[:MOST_MOVES]
    candidates = compared(
        problem, [candidate.move for candidate in found], _of(comparing, (1 - FINDING) * playouts)
    )
    candidates.sort(key=lambda candidate: -candidate.value)
    return {"moves": together(best_first(candidates, int(view["you"]), problem.doubt), problem.doubt)}


def _of(budget: Budget, playouts: float) -> Budget:
    """Return the budget with that many playouts if it has no number of its own."""
    return budget if budget.playouts else budget._replace(playouts=int(playouts))


def problem_of(rules: core.Game, view: core.View, seed: int | str) -> Problem:
    """Return the search of a game's position. ValueError if the game has none."""
    problem = rules.problem(view, Random(seed))
    if problem is None:
        raise ValueError(f"{rules.NAME} has no search")
    return problem


def best_first(candidates: Sequence[Candidate], you: int, doubt: Doubt) -> list[Candidate]:
    """Return the candidates with the best one first and the others in their order.

    The chance to win decides, then the lead in points. If both are about equal, the order of the search decides.
    """
    best = candidates[0]
    for candidate in candidates[1:]:
        if _is_ahead(candidate, best, you, doubt):
            best = candidate
    return [best, *(candidate for candidate in candidates if candidate is not best)]


def _is_ahead(one: Candidate, other: Candidate, you: int, doubt: Doubt) -> bool:
    """Return True if the first candidate is better by more than luck and the doubt."""
    error = errors(one.results, other.results, doubt)
    chance = one.wins[you] - other.wins[you]
    if abs(chance) > BEYOND * error["wins"][you]:
        return chance > 0
    if abs(margin(one.scores, you) - margin(other.scores, you)) > BEYOND * error["leads"][you]:
        # A value has the chance and a part of the lead, below 0 where fewer points are better.
        return one.value - one.wins[you] > other.value - other.wins[you]
    return False


def warm(rules: core.Game, view: core.View) -> dict[str, Any]:
    """Load the modules that a search of the game needs, before the first request."""
    rules.problem(view, Random(0))
    return {}


def together(candidates: Sequence[Candidate], doubt: Doubt) -> list[dict[str, Any]]:
    """Return compared candidates of a problem with that doubt as JSON data.

    Those after the first have `apart`, the standard errors of their differences to the first.
    """
    first, *others = candidates
    return [
        plain(first, doubt),
        *(plain(other, doubt) | {"apart": errors(other.results, first.results, doubt)} for other in others),
    ]


def plain(candidate: Candidate, doubt: Doubt) -> dict[str, Any]:
    """Return a candidate of a problem with that doubt as JSON data: `move`, `playouts`, by seat the expected `scores`
    and `wins` (shares of 1), and if it was compared with others their standard `errors`."""
    candidate_data = {
        "move": candidate.move,
        "scores": [round(score, 2) for score in candidate.scores],
        "wins": [round(share, 4) for share in candidate.wins],
        "playouts": candidate.playouts,
    }
    return candidate_data | ({"errors": errors(candidate.results, doubt=doubt)} if candidate.results else {})
