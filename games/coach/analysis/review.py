"""Review a match move by move: the cost of each move by what its seat knew then, and the chances of all seats as one
seat saw them.

A review consists of parts, one for each move, so that it can be shared out, shown early and continued elsewhere. The
functions use nothing but their arguments, and the same arguments give exactly the same part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.coach.analysis.advice import plain, together
from games.rules import core
from games.rules.budget import Budget
from games.rules.search import Candidate, Problem, compared, outlook, search

# Shares of the playouts of a bot's move: for a move of the reviewing seat, for a move of another seat, for the
# chances while it waits, and for the second look at the costliest moves.
OWN, OTHERS, WAITING, AGAIN = 0.4, 0.2, 0.12, 1.5
DEAREST = 5
# A move that costs less counts as good as the best one. In shares of the win: a point is about one or two
# hundredths.
NOTHING = 0.01
Part = dict[str, Any]


def part(
    rules: core.Game, state: Mapping[str, Any], mover: int | None, move: core.Move, eyes: int, seed: str
) -> Part:
    """Return the part of one move.

    `wins` has the chances of all seats before it, as the reviewing seat saw them. A seat's own decision has `best` and
    `played` too, each with its expected results (games/coach/analysis/advice.py).
    """
    table = rules.load(state)
    entry: Part = {"seat": mover}
    if mover is not None:
        entry |= decision(
            rules, rules.view(table, mover), move=move, seed=seed, share=OWN if mover == eyes else OTHERS
        )
    if mover == eyes and "best" in entry:
        return entry | {"wins": entry["best"]["wins"]}
    return entry | {"wins": plain(waiting(rules, rules.view(table, eyes), seed))["wins"]}


def waiting(rules: core.Game, view: core.View, seed: str) -> Candidate:
    problem = _problem(rules, view, f"{seed} waiting")
    return outlook(problem, _playouts(problem, WAITING))


def decision(rules: core.Game, view: core.View, move: core.Move, seed: str, share: float) -> Part:
    """Compare the best move that the search finds with the move played, on the same guesses."""
    problem = _problem(rules, view, seed)
    best = search(problem, Budget(_playouts(problem, share)))[0].move
    return against(problem, best, move, share)


def again(rules: core.Game, state: Mapping[str, Any], found: Part, seed: str) -> Part:
    """Compare the two moves of a part again, with more playouts."""
    view = rules.view(rules.load(state), found["seat"])
    problem = _problem(rules, view, f"{seed} again")
    return found | against(problem, found["best"]["move"], found["played"]["move"], AGAIN)


def tried(rules: core.Game, view: core.View, best: core.Move, move: core.Move, seed: str) -> Part:
    """Compare a choice that wasn't made in the match with the best move of a review."""
    return {"seat": view["you"]} | against(_problem(rules, view, seed), best, move, OWN)


def against(problem: Problem, best: core.Move, move: core.Move, share: float) -> Part:
    if problem.form(best) == problem.form(move):
        (only,) = compared(problem, [move], Budget(_playouts(problem, share) // 2))
        return {"best": plain(only), "played": plain(only), "cost": 0.0}
    one, two = compared(problem, [best, move], Budget(_playouts(problem, share)))
    if two.value >= one.value:
        one = two
    best, played = together([one, two]) if two is not one else [plain(one)] * 2
    return {"best": best, "played": played, "cost": round(one.value - two.value, 4)}


def _problem(rules: core.Game, view: core.View, seed: str) -> Problem:
    problem = rules.problem(view, Random(seed))
    if problem is None:
        raise ValueError(f"{rules.NAME} has no search")
    return problem


def _playouts(problem: Problem, share: float) -> int:
    return max(8, int(share * problem.thorough * problem.playouts))


def dearest(parts: Sequence[Part], eyes: int) -> list[int]:
    """Return the indexes of the parts with the seat's costliest moves, costliest first. Leaves out moves that cost
    less than `NOTHING`."""
    own = [at for at, each in enumerate(parts) if each["seat"] == eyes and each.get("cost", 0.0) >= NOTHING]
    return sorted(own, key=lambda at: (-parts[at]["cost"], at))[:DEAREST]


def lead(scores: Sequence[float], seat: int, fewest: bool) -> float:
    """Return by how many points the seat is better than the mean of the others."""
    others = (sum(scores) - scores[seat]) / (len(scores) - 1)
    return others - scores[seat] if fewest else scores[seat] - others


def given_away(part: Part, fewest: bool) -> tuple[float, float]:
    """Return what the decision of a seat gave away: points against the others' mean, and share of the win."""
    best, played, seat = part["best"], part["played"], part["seat"]
    points = lead(best["scores"], seat, fewest) - lead(played["scores"], seat, fewest)
    return points, best["wins"][seat] - played["wins"][seat]


def skill_and_luck(parts: Sequence[Part], final: Sequence[int], fewest: bool) -> list[dict[str, float]]:
    """Return for each seat what its choices cost and what luck gave it, in points against the others' mean.

    A seat's lead at the end is the lead expected at its first move, minus the cost of its choices, plus its luck and
    its share of what the others' choices cost them.
    """
    own = [[each for each in parts if each["seat"] == seat and "best" in each] for seat in range(len(final))]
    costs = [sum(given_away(each, fewest)[0] for each in mine) for mine in own]
    totals = []
    for seat, mine in enumerate(own):
        end = lead(final, seat, fewest)
        began = lead(mine[0]["best"]["scores"], seat, fewest) if mine else end
        gifts = (sum(costs) - costs[seat]) / (len(final) - 1)
        luck = end - began + costs[seat] - gifts
        totals.append({"cost": round(costs[seat], 2), "luck": round(luck, 2), "moves": len(mine)})
    return totals
