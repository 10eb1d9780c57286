"""The search of Tea Time's hard bot: the most promising runs are played out on guesses at the deck's order.

The functions use nothing but their arguments.
"""

from __future__ import annotations

from random import Random

from games.rules import core
from games.rules.budget import FULL, Budget
from games.rules.search import Candidate, Problem, Result, shares
from games.rules.search import search as searched
from games.tea_time.rules import kernel, policy
from games.tea_time.rules.kernel import BOARDS, Table
from games.tea_time.rules.view import determinize

PLAYOUTS = 300
# The number of runs that are played out: those that are worth most at once.
WIDTH = 16
# The factor of playouts in a review.
THOROUGH = 3
# The number of runs from which another seat chooses, where the chances of a match are estimated.
LIKELY = 4
# The worth of a point of lead over the others, in wins.
MARGIN = 0.01


class Worlds:
    """Tables that fit a view, with another order of the deck each time."""

    def __init__(self, view: core.View, rng: Random) -> None:
        self.random = rng.random
        self.table = kernel.table_of(determinize(view, rng))

    def guess(self) -> Table:
        random, table = self.random, self.table.copy()
        table.deck = sorted(table.deck, key=lambda _: random())
        return table


def problem(view: core.View, rng: Random) -> Problem:
    """Return the most promising runs of the seat in turn, each played out to the end of the match."""
    worlds = Worlds(view, rng)
    board, you = BOARDS[len(view["held"])], int(view["you"])
    seats = board.seats
    numbers = {_cells(move): number for number, move in enumerate(board.moves)}

    def playout(table: Table, number: int | None) -> Result:
        table = table.copy()
        # In the last round nothing is hidden: if another seat is to move, only its choice is random.
        if number is None and table.legal:
            number = rng.choice(promising(table)[:LIKELY])
        if number is not None:
            kernel.take(table, number)
        policy.play_sensibly(table)
        wins, scores = shares(kernel.final(table)), kernel.scores(table)
        margin = scores[you] - (sum(scores) - scores[you]) / (seats - 1)
        return scores, wins, wins[you] + MARGIN * margin

    return Problem(
        moves=promising(worlds.table) if you in view["to_act"] else [],
        seats=seats,
        guess=worlds.guess,
        playout=playout,
        playouts=PLAYOUTS,
        thorough=THOROUGH,
        move_of=board.moves.__getitem__,
        form=lambda move: numbers[_cells(move)],
    )


def search(view: core.View, rng: Random, budget: Budget = FULL) -> list[Candidate]:
    """Return the moves of the seat in turn, best first. Moves that were not played out are left out."""
    return searched(problem(view, rng), budget)


def _cells(move: core.Move) -> frozenset[tuple[int, int]]:
    """Return a run's cells without an order; a record has them as they were chosen."""
    return frozenset((row, column) for row, column in move["cells"])


def promising(table: Table) -> list[int]:
    """Return the runs that are worth most at once, by number."""
    left = policy.left_in(table)
    runs = kernel.legal_runs(table)
    runs.sort(key=lambda number: -policy.worth(table, number, left))
    return runs[:WIDTH]
