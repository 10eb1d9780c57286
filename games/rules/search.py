"""What the hard bots share: a budget, sequential halving over playouts, and what a search found.

A playout is a match played to its end from a guess at the hidden cards. All candidates that are still looked at
are played out on the same guesses, so that the luck of the deal falls out of the comparison. May touch nothing
but its arguments, and the clocks where the budget names seconds.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.budget import FULL, Budget
from games.rules.shapes import Move

# What each seat scored and how it shares in the win (1 altogether), and how good that is for the searcher.
Result = tuple[Sequence[float], Sequence[float], float]
# How many guesses are played between two looks at the clock.
BATCH = 4


@dataclass(slots=True)
class Candidate:
    """A move and what its playouts came to. `scores` and `wins` (the share of the matches won) are means by seat;
    `value` is what the search compared, higher better, and `error` its standard error."""

    move: Move
    playouts: int = 0
    value: float = 0.0
    error: float = 0.0
    scores: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Problem:
    """A decision as a search sees it. `moves` are the candidates in the game's own form, none where the seat isn't
    awaited; `playout(table, None)` plays on without its move. `playouts`: as many as the level was measured with."""

    moves: Sequence[Any]
    seats: int
    guess: Callable[[], Any]
    playout: Callable[[Any, Any], Result]
    playouts: int
    # A candidate as the rules have it, and the other way round.
    move_of: Callable[[Any], Move]
    form: Callable[[Move], Any]
    # How many times as many playouts a review may take, where matches have few moves.
    thorough: float = 1.0


def search(problem: Problem, budget: Budget = FULL) -> list[Candidate]:
    """The problem's moves, best first."""
    playouts = budget.playouts or problem.playouts
    found = halving(
        problem.moves,
        problem.seats,
        guess=problem.guess,
        playout=problem.playout,
        playouts=playouts,
        over=ending(budget),
    )
    return [tally.candidate(problem.move_of(tally.move)) for tally in found]


def compared(problem: Problem, moves: Sequence[Move], budget: Budget) -> list[Candidate]:
    """These moves in this order, all of them on the same guesses, so many playouts together."""
    left = [Tally(problem.form(move), problem.seats) for move in moves]
    _share(
        problem.guess,
        problem.playout,
        left=left,
        times=(budget.playouts or problem.playouts) // len(left),
        over=ending(budget),
    )
    return [tally.candidate(move) for tally, move in zip(left, moves, strict=True)]


def outlook(problem: Problem, playouts: int) -> Candidate:
    """What is expected where the seat waits: no move of its own is looked at."""
    tally = Tally(None, problem.seats)
    _share(problem.guess, problem.playout, left=[tally], times=playouts, over=ending(FULL))
    return tally.candidate({})


class Tally:
    """One candidate's playouts, added up."""

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


def halving(
    moves: Sequence[Any],
    seats: int,
    guess: Callable[[], Any],
    playout: Callable[[Any, Any], Result],
    playouts: int,
    over: Callable[[], bool] = lambda: False,
) -> list[Tally]:
    """The moves' tallies, best first: in each round all that are left share alike, then the worse half goes.

    `guess()` makes a table, `playout(table, move)` plays the move and the match on a copy of it.
    """
    left = [Tally(move, seats) for move in moves]
    out: list[Tally] = []
    rounds = max(1, (len(left) - 1).bit_length())
    for _ in range(rounds):
        _share(guess, playout, left=left, times=playouts // (rounds * len(left)), over=over)
        left.sort(key=lambda tally: -tally.mean)
        keep = (len(left) + 1) // 2
        out[:0] = left[keep:]
        left = left[:keep]
    return left + out


def ending(budget: Budget) -> Callable[[], bool]:
    """Whether its time is over, for whoever asks between playouts; it begins now."""
    if budget.seconds is None and budget.clock is None:
        return lambda: False
    spent = time.process_time() + (math.inf if budget.seconds is None else budget.seconds)
    late = time.monotonic() + (math.inf if budget.clock is None else budget.clock)
    return lambda: time.process_time() > spent or time.monotonic() > late


def _share(
    guess: Callable[[], Any],
    playout: Callable[[Any, Any], Result],
    left: Sequence[Tally],
    times: int,
    over: Callable[[], bool],
) -> None:
    """Play each of them out so many times, at least once, on the same guesses; no longer than until `over`."""
    for number in range(max(1, times)):
        if number % BATCH == 0 and left[0].count and over():
            break
        table = guess()
        for tally in left:
            tally.add(playout(table, tally.move))


def shares(keys: Sequence[float]) -> list[float]:
    """How the seats share the win by what ranks them, smallest first."""
    least = min(keys)
    winners = keys.count(least)
    return [1 / winners if key == least else 0.0 for key in keys]
