"""Make puzzles from matches: positions in which one move is clearly better than all others.

The functions use nothing but their arguments, so the same seed makes the same puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.coach.analysis import redeal
from games.coach.analysis.best_moves import together
from games.coach.analysis.review import lead
from games.rules import core, simulation
from games.rules.budget import Budget
from games.rules.search import Candidate, Problem, compared, search

# A puzzle as JSON data. `n` is the number of its match, and `levels` are the levels of the seats ("" for a person).
# `seat` has to decide after `moves` (each a seat, a move, and the drawn cards). `found` lists the best moves in order
# (games/coach/analysis/best_moves.py).
PuzzleData = dict[str, Any]
SEED = "puzzles"
# The bots of the matches, and the playouts of those that search.
LEVELS, PLAYOUTS = ("easy", "greedy", "hard"), Budget(40)
# The number of positions examined in a match, and the number of moves that a puzzle stores.
POSITIONS, SHOWN = 10, 4
# Quick checks before the full search: the factor of playouts, and the required share of the margin.
LOOKS = ((0.5, 0.5), (4.0, 1.1))
# The factor of playouts for the figures that are shown.
FIGURES = 10.0


@dataclass(frozen=True)
class Limits:
    """The conditions for a position to become a puzzle.

    The second-best move must be worse by `points` of lead, or by `wins`, a share of the win. As many searches as
    `searches` says, each with `times` as many playouts as the problem has, must find the same best move. The
    greedy bot may play the best move of at most the share `greedy` of the puzzles.
    """

    points: float = 2.0
    wins: float = 0.06
    searches: int = 3
    times: float = 20.0
    greedy: float = 0.4
    # True if the fewest points win.
    fewest: bool = False

    def allow_greedy(self, greedy: int, count: int) -> bool:
        """Return True if the next of `count` puzzles, `greedy` of them with that bot's move, may have it, too."""
        return greedy + 1 <= self.greedy * (count + 1)


@dataclass(frozen=True)
class Match:
    """A match whose positions may become puzzles. `levels` are by seat, `moves` are its seats and moves."""

    number: int
    game: str
    levels: Sequence[str]
    options: dict[str, Any]
    setup: dict[str, Any]
    entries: Sequence[redeal.Entry]


def series(game: str, first: int, seed: str = SEED) -> Iterator[Match]:
    """Yield matches between bots without end, from number `first` on."""
    number = first
    while True:
        yield _match(game, number, seed)
        number += 1


def _match(game: str, number: int, seed: str) -> Match:
    rules, rng = core.game(game), Random(f"{seed}:{game}:{number}")
    seats = rng.choice(list(rules.SEATS))
    levels = [rng.choice(LEVELS) for _ in range(seats)]
    options = core.settle_options(rules, seats, {})
    record = simulation.one(
        game, levels, seed=f"{seed}:{game}", number=number, options=options, budget=PLAYOUTS
    )
    entries = [(row["seat"], row["move"], row["events"], row["at"]) for row in record["moves"]]
    return Match(number, game, levels, options, record["setup"], entries)


def find_puzzle(match: Match, limits: Limits, *, greedy: bool = True, seed: str = SEED) -> PuzzleData | None:
    """Return a puzzle from the match, None if no position is clear. `greedy` allows the greedy bot's move as the best
    one. What the seat can't know is dealt anew."""
    rules, rng = core.game(match.game), Random(f"{seed}:{match.game}:{match.number}:positions")
    positions = list(_positions(rules, match))
    rng.shuffle(positions)
    for at, view in positions[:POSITIONS]:
        solution = clear(rules, view, f"{seed}:{match.number}:{at}", limits, greedy=greedy)
        if solution is not None:
            return _puzzle(rules, match, at, int(view["you"]), solution)
    return None


def _positions(rules: core.Game, match: Match) -> Iterator[tuple[int, core.View]]:
    """Yield the decisions between several moves: the number of moves before each, and its seat's view."""
    state = core.redeal(rules, len(match.levels), match.setup, match.options)
    for at, (seat, move, events, time) in enumerate(match.entries):
        if seat is not None and len(rules.legal_moves(state, seat)) > 1:
            yield at, rules.view(state, seat)
        state, _events = core.play_again(rules, state, seat=seat, move=move, at=time, recorded=events)


def _puzzle(rules: core.Game, match: Match, at: int, seat: int, solution: dict[str, Any]) -> PuzzleData:
    entries = match.entries[:at]
    dealt = redeal.redealt(
        rules,
        len(match.levels),
        options=match.options,
        setup=match.setup,
        entries=entries,
        eyes=seat,
        seed=match.number,
    )
    return {
        "n": match.number,
        "levels": list(match.levels),
        "seat": seat,
        "options": match.options,
        "setup": {"first": dealt["setup"]["first"], "deck": dealt["setup"]["deck"]},
        "moves": list(_moves(rules, entries, dealt)),
        **solution,
    }


def _moves(rules: core.Game, entries: Sequence[redeal.Entry], dealt: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield each move with its seat and what it draws: cards of a shuffle, or a number."""
    for number, (seat, move, _events, _at) in enumerate(entries):
        state, events = rules.load(dealt["states"][number]), dealt["events"][number + 1]
        draws = [
            list(outcome) if isinstance(outcome, tuple) else outcome
            for outcome in rules.chance_outcomes(state, move, events)
        ]
        yield [seat, move, *([draws] if draws else [])]


def clear(
    rules: core.Game, view: core.View, seed: str, limits: Limits, *, greedy: bool
) -> dict[str, Any] | None:
    """Return what the searches find if they agree on one move that is better than all others by the margin:
    `found`, `gap` (points and share of the win to the second) and `greedy` (True if that bot plays it)."""
    problem = rules.problem(view, Random(f"{seed}:look"))
    if problem is None or len(problem.moves()) < 2:
        return None
    for times, share in LOOKS:
        first = _search(problem, times)
        if not _margin(view, first, limits, share):
            return None
        is_greedy = _is_greedy(rules, problem, view, first[0], seed)
        if is_greedy and not greedy:
            return None
    searches = []
    for number in range(limits.searches):
        again = rules.problem(view, Random(f"{seed}:{number}"))
        assert again is not None
        searches.append(_search(again, limits.times))
        if problem.form(searches[-1][0].move) != problem.form(first[0].move):
            return None
        if not _margin(view, searches[-1], limits):
            return None
    gaps = [_gap(view, candidates[0], candidates[1], limits.fewest) for candidates in searches]
    best = [candidate.move for candidate in searches[0][:SHOWN]]
    return {
        "found": figures(rules, view, best, seed),
        "gap": [round(sum(values) / len(values), 3) for values in zip(*gaps, strict=True)],
        "greedy": is_greedy,
    }


def figures(rules: core.Game, view: core.View, moves: Sequence[core.Move], seed: str) -> list[dict[str, Any]]:
    """Return the expected results of these moves, the best one first."""
    problem = rules.problem(view, Random(f"{seed}:figures"))
    assert problem is not None
    return together(compared(problem, moves, Budget(int(FIGURES * problem.playouts))), problem.doubt)


def _search(problem: Problem, times: float) -> list[Candidate]:
    return search(problem, Budget(int(times * problem.playouts)))


def _is_greedy(rules: core.Game, problem: Problem, view: core.View, best: Candidate, seed: str) -> bool:
    move = rules.choose("greedy", view, Random(seed))
    return move is not None and problem.form(move) == problem.form(best.move)


def _margin(view: core.View, candidates: Sequence[Candidate], limits: Limits, share: float = 1.0) -> bool:
    """Return True if the first move is better than the second by that share of the margin."""
    points, wins = _gap(view, candidates[0], candidates[1], limits.fewest)
    return points >= share * limits.points or wins >= share * limits.wins


def _gap(view: core.View, one: Candidate, other: Candidate, fewest: bool) -> tuple[float, float]:
    """Return by how much the first is better: points against the others' mean, and share of the win."""
    you = int(view["you"])
    points = lead(one.scores, you, fewest) - lead(other.scores, you, fewest)
    return points, one.wins[you] - other.wins[you]


def holds(rules: core.Game, view: core.View, best: core.Move, seed: str, times: float) -> bool:
    """Return True if another search finds the same best move."""
    problem = rules.problem(view, Random(seed))
    assert problem is not None
    return bool(problem.form(_search(problem, times)[0].move) == problem.form(best))
