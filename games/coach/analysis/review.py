"""A match looked at again: what each move cost by what its seat knew then, and everybody's chances through one seat's
eyes. Part by part, a part a move, so that the work can be shared out, shown and taken up again elsewhere.

May touch nothing but its arguments; each part follows from them, the same to the digit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.coach.analysis.advice import plain
from games.rules import core
from games.rules.budget import Budget
from games.rules.search import Candidate, Problem, compared, outlook, search

# Of the playouts that a level thinks with: for a move of the seat through whose eyes it is, for one of another's, for
# the chances while it waits, and for another look at the dearest moves.
OWN, OTHERS, WAITING, AGAIN = 0.4, 0.2, 0.12, 1.5
DEAREST = 5
# What a move may cost and still be as good as the best, in shares of the win (a point counts a hundredth, or two).
NOTHING = 0.01
Part = dict[str, Any]


def part(
    rules: core.Game, state: Mapping[str, Any], mover: int | None, move: core.Move, eyes: int, seed: str
) -> Part:
    """What there is to say of one move: `wins` by seat before it through those eyes; of a seat's own decision `best`
    and `played`, each with what is expected after it (games/coach/analysis/advice.py)."""
    table = rules.load(state)
    found: Part = {"seat": mover}
    if mover is not None:
        found |= decision(
            rules, rules.view(table, mover), move=move, seed=seed, share=OWN if mover == eyes else OTHERS
        )
    if mover == eyes and "best" in found:
        return found | {"wins": found["best"]["wins"]}
    return found | {"wins": plain(waiting(rules, rules.view(table, eyes), seed))["wins"]}


def waiting(rules: core.Game, view: core.View, seed: str) -> Candidate:
    problem = _problem(rules, view, f"{seed} waiting")
    return outlook(problem, _playouts(problem, WAITING))


def decision(rules: core.Game, view: core.View, move: core.Move, seed: str, share: float) -> Part:
    """The best move that is found against the one that was played, on the same guesses."""
    problem = _problem(rules, view, seed)
    best = search(problem, Budget(_playouts(problem, share)))[0].move
    return against(problem, best, move, share)


def again(rules: core.Game, state: Mapping[str, Any], found: Part, seed: str) -> Part:
    """The same two moves once more, with more playouts."""
    view = rules.view(rules.load(state), found["seat"])
    problem = _problem(rules, view, f"{seed} again")
    return found | against(problem, found["best"]["move"], found["played"]["move"], AGAIN)


def tried(rules: core.Game, view: core.View, best: core.Move, move: core.Move, seed: str) -> Part:
    """A choice that was not made in the match, against the best move that a review has found."""
    return {"seat": view["you"]} | against(_problem(rules, view, seed), best, move, OWN)


def against(problem: Problem, best: core.Move, move: core.Move, share: float) -> Part:
    if problem.form(best) == problem.form(move):
        (only,) = compared(problem, [move], Budget(_playouts(problem, share) // 2))
        return {"best": plain(only), "played": plain(only), "cost": 0.0}
    one, two = compared(problem, [best, move], Budget(_playouts(problem, share)))
    if two.value >= one.value:
        one = two
    return {"best": plain(one), "played": plain(two), "cost": round(one.value - two.value, 4)}


def _problem(rules: core.Game, view: core.View, seed: str) -> Problem:
    problem = rules.problem(view, Random(seed))
    if problem is None:
        raise ValueError(f"{rules.NAME} has no search")
    return problem


def _playouts(problem: Problem, share: float) -> int:
    return max(8, int(share * problem.thorough * problem.playouts))


def dearest(parts: Sequence[Part], eyes: int) -> list[int]:
    """The places of the seat's dearest moves among the parts, dearest first; what cost next to nothing isn't among
    them."""
    own = [at for at, each in enumerate(parts) if each["seat"] == eyes and each.get("cost", 0.0) >= NOTHING]
    return sorted(own, key=lambda at: (-parts[at]["cost"], at))[:DEAREST]


def lead(scores: Sequence[float], seat: int, fewest: bool) -> float:
    """By how many points the seat is better off than the others' mean."""
    others = (sum(scores) - scores[seat]) / (len(scores) - 1)
    return others - scores[seat] if fewest else scores[seat] - others


def given_away(part: Part, fewest: bool) -> tuple[float, float]:
    """By a seat's own decision: points against the others' mean, and share of the win."""
    best, played, seat = part["best"], part["played"], part["seat"]
    points = lead(best["scores"], seat, fewest) - lead(played["scores"], seat, fewest)
    return points, best["wins"][seat] - played["wins"][seat]


def skill_and_luck(parts: Sequence[Part], final: Sequence[int], fewest: bool) -> list[dict[str, float]]:
    """By seat, in points against the others' mean: what its choices cost, and what the draws gave it. With its share of
    what the others' choices cost them they lead from what was expected at its first move to the end."""
    own = [[each for each in parts if each["seat"] == seat and "best" in each] for seat in range(len(final))]
    costs = [sum(given_away(each, fewest)[0] for each in mine) for mine in own]
    found = []
    for seat, mine in enumerate(own):
        end = lead(final, seat, fewest)
        began = lead(mine[0]["best"]["scores"], seat, fewest) if mine else end
        gifts = (sum(costs) - costs[seat]) / (len(final) - 1)
        luck = end - began + costs[seat] - gifts
        found.append({"cost": round(costs[seat], 2), "luck": round(luck, 2), "moves": len(mine)})
    return found
