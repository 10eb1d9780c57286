"""Review a match move by move: what each decision changed in everybody's expected result, and the cost of the seat's
own moves against better ones, both by what the mover knew then.

A review consists of parts, one for each move, so that it can be shared out, shown early and continued elsewhere. The
functions use nothing but their arguments, and the same arguments give exactly the same part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from games.coach.analysis.best_moves import plain, problem_of, together
from games.coach.analysis.errors import BEYOND, UNCOUNTED, errors
from games.coach.analysis.turning import ends_of_turns
from games.rules import core
from games.rules.budget import Budget
from games.rules.search import Candidate, Problem, compared, margin, search

# Shares of the playouts of a bot's move: for what a decision changed; the most for the seat's chance before its own;
# for the search of a better move, and for the second look at the costliest ones.
CHANGE, CHANCE, OWN, AGAIN = 0.2, 2.5, 0.4, 1.2
# The standard error of the seat's chance before its own decisions, and of those that determine the turning points, if
# that share is enough for it.
ERROR, SMALL_ERROR = 0.03, 0.005
# A chance counts as many more playouts, won equally by all seats, because a few playouts that are all won prove little
# (docs/decisions/0042-a-review-that-adds-up.md).
PRIOR = 8
# Guesses after which a move that has changed nothing counts as the policy's own.
SAME = 16
# The costliest moves that are shown, and how many more get a second look. A shown move's loss is at least this many
# standard errors, so that other guesses lead to the same moves.
COSTLIEST, MORE, SURE = 3, 3, 6
# A move that costs less counts as good as the best one. In shares of the win: a point is about one or two
# hundredths.
NOTHING = 0.01
Part = dict[str, Any]
# Returns a part with more exact figures, for the rules, the stored state before it, the part and a seed.
Look: TypeAlias = "Callable[[core.Game, Mapping[str, Any], Part, str], Part]"


def part(
    rules: core.Game, state: Mapping[str, Any], mover: int, move: core.Move, eyes: int, seed: str
) -> Part:
    """Return the part of one move.

    `wins` has the chances of all seats before it as the mover saw them, `error` the standard error of the mover's,
    `playouts` their number, and `change` what the decision changed. A decision of the reviewing seat has `best` and
    `played` too, each with its expected results (games/coach/analysis/best_moves.py).
    """
    view = rules.view(rules.load(state), mover)
    problem = problem_of(rules, view, f"{seed} change")
    entry = {"seat": mover} | changed(problem, mover, move)
    if mover != eyes:
        return entry
    return chances(rules, view, entry, ERROR, f"{seed} chance") | decision(problem, move)


def changed(problem: Problem, mover: int, move: core.Move) -> Part:
    """Compare the move with what the mover does in the playouts, on the same guesses.

    `change` has by seat the difference of the `wins` and of the `leads` (the distance to the others' mean score), with
    their standard errors.
    """
    policy, played = compared(problem, [None, move], Budget(2 * SAME))
    moves = [None] if _are_same(policy, played) else [None, move]
    policy, *others = map(
        _cautious, compared(problem, moves, Budget(len(moves) * _playouts(problem, CHANGE)))
    )
    played = others[0] if others else policy
    return _chances(policy, mover) | {"change": _change(policy, played)}


def chances(rules: core.Game, view: core.View, part: Part, error: float, seed: str) -> Part:
    """Return the part with `wins` of as many playouts as that error demands."""
    if part["error"] <= error:
        return part
    problem = problem_of(rules, view, seed)
    needed = round(part["playouts"] * (part["error"] / error) ** 2)
    (policy,) = compared(problem, [None], Budget(min(needed, _playouts(problem, CHANCE))))
    return part | _chances(_cautious(policy), int(view["you"]))


def _cautious(candidate: Candidate) -> Candidate:
    """Return the candidate with the results of `PRIOR` more playouts, which change nothing but the chances."""
    even = (candidate.scores, [1 / len(candidate.wins)] * len(candidate.wins), candidate.value)
    results = [*candidate.results, *[even] * PRIOR]
    wins = [sum(result[1][seat] for result in results) / len(results) for seat in range(len(even[1]))]
    return replace(candidate, wins=wins, results=results)


def _chances(policy: Candidate, seat: int) -> Part:
    return {
        "wins": [round(share, 4) for share in policy.wins],
        "error": errors(policy.results)["wins"][seat],
        "playouts": policy.playouts,
    }


def _are_same(one: Candidate, other: Candidate) -> bool:
    pairs = zip(one.results, other.results, strict=True)
    return all(list(a[0]) == list(b[0]) and list(a[1]) == list(b[1]) for a, b in pairs)


def _change(policy: Candidate, played: Candidate) -> Part:
    seats = range(len(policy.wins))
    apart = errors(played.results, policy.results)
    leads = [margin(played.scores, seat) - margin(policy.scores, seat) for seat in seats]
    return {
        "wins": [round(played.wins[seat] - policy.wins[seat], 4) for seat in seats],
        "leads": [round(difference, 4) for difference in leads],
        "errors": {name: apart[name] for name in ("wins", "leads")},
    }


def decision(problem: Problem, move: core.Move) -> Part:
    """Compare the best move that the search finds with the move played, on the same guesses."""
    best = search(problem, Budget(_playouts(problem, OWN)))[0].move
    return against(problem, best, move, OWN)


def again(rules: core.Game, state: Mapping[str, Any], part: Part, seed: str) -> Part:
    """Compare the two moves of a part again, with more playouts."""
    view = rules.view(rules.load(state), part["seat"])
    problem = problem_of(rules, view, f"{seed} again")
    return part | against(problem, part["best"]["move"], part["played"]["move"], AGAIN)


def chances_again(rules: core.Game, state: Mapping[str, Any], part: Part, seed: str) -> Part:
    """Estimate the chances of a part again, with more playouts."""
    view = rules.view(rules.load(state), part["seat"])
    return chances(rules, view, part, SMALL_ERROR, f"{seed} chance again")


def tried(rules: core.Game, view: core.View, best: core.Move, move: core.Move, seed: str) -> Part:
    """Compare a choice that wasn't made in the match with the best move of a review."""
    return {"seat": view["you"]} | against(problem_of(rules, view, seed), best, move, OWN)


def against(problem: Problem, best: core.Move, move: core.Move, share: float) -> Part:
    if problem.form(best) == problem.form(move):
        (only,) = compared(problem, [move], Budget(_playouts(problem, share) // 2))
        figures = plain(only, problem.doubt)
        return {"best": figures, "played": figures, "cost": 0.0}
    one, two = compared(problem, [best, move], Budget(_playouts(problem, share)))
    if two.value >= one.value:
        one = two
    best, played = together([one, two], problem.doubt) if two is not one else [plain(one, problem.doubt)] * 2
    return {"best": best, "played": played, "cost": round(one.value - two.value, 4)}


def _playouts(problem: Problem, share: float) -> int:
    return max(8, int(share * problem.thorough * problem.playouts))


def second_looks(parts: Sequence[Part], eyes: int) -> list[tuple[Look, int]]:
    """Return what is done again when all parts are there, each with the index of its part: the comparisons of the
    seat's moves that seem to cost most, and the chances that determine the turning points."""
    own = [at for at, part in enumerate(parts) if part["seat"] == eyes and part.get("cost", 0.0) > 0]
    costly = sorted(own, key=lambda at: (-given_away(parts[at], fewest=False)[1], at))[: COSTLIEST + MORE]
    return [*((again, at) for at in costly), *((chances_again, at) for at in ends_of_turns(parts, eyes))]


def costliest(parts: Sequence[Part], eyes: int) -> list[int]:
    """Return the indexes of the parts with the seat's costliest moves, in the order of the lost chance to win. Leaves
    out moves whose loss is not sure or is less than `NOTHING`."""
    lost = {at: given_away(part, fewest=False)[1] for at, part in enumerate(parts) if is_own(part, eyes)}
    own = [at for at, loss in lost.items() if loss >= max(NOTHING, SURE * error_apart(parts[at], "wins"))]
    return sorted(own, key=lambda at: (-lost[at], at))[:COSTLIEST]


def is_own(part: Part, eyes: int) -> bool:
    """Return True for a decision of the reviewing seat that was compared with the best one."""
    return part["seat"] == eyes and "best" in part


def lead(scores: Sequence[float], seat: int, fewest: bool) -> float:
    """Return by how many points the seat is better than the mean of the others."""
    above = margin(scores, seat)
    return -above if fewest else above


def given_away(part: Part, fewest: bool) -> tuple[float, float]:
    """Return what the decision of a seat gave away: points against the others' mean, and share of the win."""
    best, played, seat = part["best"], part["played"], part["seat"]
    points = lead(best["scores"], seat, fewest) - lead(played["scores"], seat, fewest)
    return points, best["wins"][seat] - played["wins"][seat]


def lost_chance(part: Part) -> float:
    """Return the chance to win that the move gave away, 0 if it may be luck."""
    return _beyond(given_away(part, fewest=False)[1], part, "wins")


def lost_points(part: Part, fewest: bool) -> float:
    """Return the points that the move gave away, 0 if they may be luck."""
    return _beyond(given_away(part, fewest)[0], part, "leads")


def _beyond(loss: float, part: Part, name: str) -> float:
    return loss if loss > BEYOND * error_apart(part, name) else 0.0


def error_apart(part: Part, name: str) -> float:
    """Return the standard error of what a decision gave away, in `wins` or `leads`."""
    apart = part["played"].get("apart")
    return float(apart[name][part["seat"]]) if apart else UNCOUNTED[name]


def cost_a_move(parts: Sequence[Part], seat: int, fewest: bool) -> float | None:
    """Return the mean cost of the seat's decisions in points, None if it made none."""
    costs = [given_away(part, fewest)[0] for part in parts if is_own(part, seat)]
    return round(sum(costs) / len(costs), 4) if costs else None
