"""The search of the hard bots: a budget, sequential halving over playouts, and its results.

A playout plays on from a guess at the hidden cards, to the end of the match or to a position with a learnt worth. All
remaining candidates are played out on the same guesses, so that the luck of the deal cancels out in the comparison.
The functions use only their arguments, and the clocks if the budget is in seconds.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from games.rules.budget import FULL, Budget
from games.rules.shapes import Move

# The scores of all seats, their shares of the win (1 altogether), and the value for the searcher.
Result = tuple[Sequence[float], Sequence[float], float]
# Plays the moves of tallies out on that many guesses, all on the same ones.
Rounds: TypeAlias = "Callable[[Sequence[Tally], int], None]"
# Guesses between two looks at the clock, with a compiled playout.
BATCH = 64


@dataclass(slots=True)
class Candidate:
    """A move with the results of its playouts. `scores` and `wins` (the share of the matches won) are means by seat;
    `value` is what the search compares, higher is better, and `error` its standard error. Playouts that
    end before the match does give no scores and wins."""

    move: Move
    playouts: int = 0
    value: float = 0.0
    error: float = 0.0
    scores: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    # By guess, of a candidate that was compared with others.
    results: list[Result] = field(default_factory=list)


class Doubt(NamedTuple):
    """What a figure of a move, or its difference to another move's, may be off by, however many playouts there are: the
    standard deviation."""

    wins: float = 0.0
    points: float = 0.0


NO_DOUBT = Doubt()


@dataclass(frozen=True)
class Problem:
    """A decision for a search.

    `moves()` are the candidates in the game's own form, none if the seat isn't awaited. `playout(table, None)` plays on
    without its move. `playouts` is the number for a search whose budget has none.
    """

    moves: Callable[[], Sequence[Any]]
    seats: int
    guess: Callable[[], Any]
    playout: Callable[[Any, Any], Result]
    playouts: int
    # A candidate as a move of the rules, and the reverse.
    move_of: Callable[[Any], Move]
    form: Callable[[Move], Any]
    # A review may take this many times as many playouts, for games with few moves.
    thorough: float = 1.0
    # A hint takes this many times as many.
    hint: float = 3.0
    # What playouts learn from each other is wrong in a way that more playouts of the same kind don't correct.
    doubt: Doubt = NO_DOUBT
    # Returns what gives the same as `guess` and `playout`, faster; None if it isn't there.
    compiled: Callable[[], Rounds | None] = lambda: None


def search(problem: Problem, budget: Budget = FULL, best: int = 1) -> list[Candidate]:
    """Return the problem's moves, best first. The search ends when it has found that many of the best."""
    playouts = budget.playouts or problem.playouts
    tallies = halving(problem, playouts, over=ending(budget), best=best)
    return [tally.candidate(problem.move_of(tally.move)) for tally in tallies]


def compared(problem: Problem, moves: Sequence[Move | None], budget: Budget) -> list[Candidate]:
    """Return these moves in this order, all played out on the same guesses with that many playouts in total. None
    stands for the move that the playouts themselves would choose."""
    left = [Comparison(None if move is None else problem.form(move), problem.seats) for move in moves]
    _share(problem, left, times=(budget.playouts or problem.playouts) // len(left), over=ending(budget))
    return [tally.candidate(move or {}) for tally, move in zip(left, moves, strict=True)]


class Tally:
    """The sums of one candidate's playouts."""

    def __init__(self, move: Any, seats: int) -> None:
        self.move = move
        self.count = 0
        self.total = self.squares = 0.0
        self.scores, self.wins = [0.0] * seats, [0.0] * seats

    def add(self, result: Result) -> None:
        scores, wins, value = result
        self.count += 1
        self.total += value
        self.squares += value * value
        for seat, score in enumerate(scores):
            self.scores[seat] += score
            self.wins[seat] += wins[seat]

    @property
    def mean(self) -> float:
        return self.total / max(1, self.count)

    def candidate(self, move: Move) -> Candidate:
        count = max(1, self.count)
        spread = max(0.0, self.squares / count - self.mean**2)
        return Candidate(
            move=move,
            playouts=self.count,
            value=self.mean,
            error=(spread / count) ** 0.5,
            scores=[score / count for score in self.scores],
            wins=[win / count for win in self.wins],
        )


class Comparison(Tally):
    """A tally that keeps each result. Two that share their guesses differ by less luck than each has of its own."""

    def __init__(self, move: Any, seats: int) -> None:
        super().__init__(move, seats)
        self.results: list[Result] = []

    def add(self, result: Result) -> None:
        super().add(result)
        self.results.append(result)

    def candidate(self, move: Move) -> Candidate:
        return replace(super().candidate(move), results=self.results)


def halving(
    problem: Problem, playouts: int, over: Callable[[], bool] = lambda: False, best: int = 1
) -> list[Tally]:
    """Return the moves' tallies, best first. In each round all remaining moves get the same number of playouts, then
    the worse half is dropped, until no more than `best` are left."""
    left = [Tally(move, problem.seats) for move in problem.moves()]
    out: list[Tally] = []
    rounds = max(1, (math.ceil(len(left) / best) - 1).bit_length())
    for _ in range(rounds):
        _share(problem, left, times=playouts // (rounds * len(left)), over=over)
        left.sort(key=lambda tally: -tally.mean)
        keep = (len(left) + 1) // 2
        out[:0] = left[keep:]
        left = left[:keep]
    return left + out


def ending(budget: Budget) -> Callable[[], bool]:
    """Return a function that is true once the budget's time is over. The time begins now."""
    if budget.seconds is None and budget.clock is None:
        return lambda: False
    spent = time.process_time() + (math.inf if budget.seconds is None else budget.seconds)
    late = time.monotonic() + (math.inf if budget.clock is None else budget.clock)
    return lambda: time.process_time() > spent or time.monotonic() > late


def _share(problem: Problem, left: Sequence[Tally], times: int, over: Callable[[], bool]) -> None:
    """Play each of them out that many times, at least once, on the same guesses. Stops when `over` is true."""
    compiled = problem.compiled()
    batch = BATCH if compiled else 1
    for begun in range(0, max(1, times), batch):
        if left[0].count and over():
            break
        guesses = min(batch, max(1, times) - begun)
        if compiled:
            compiled(left, guesses)
            continue
        for _ in range(guesses):
            table = problem.guess()
            for tally in left:
                tally.add(problem.playout(table, tally.move))


def margin(scores: Sequence[float], seat: int) -> float:
    """Return by how many points the seat is above the mean of the others."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def shares(keys: Sequence[float]) -> list[float]:
    """Return the seats' shares of the win. The seat with the smallest key wins."""
    least = min(keys)
    winners = keys.count(least)
    return [1 / winners if key == least else 0.0 for key in keys]
