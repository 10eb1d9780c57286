"""The search of Tea Time's hard bot: a tree of the rest of the round, and the worth of everybody's cards at its end.

Nothing is hidden in a round, and the next one is dealt at random. The coach plays the last few cards of a match out in
all ways. The functions use nothing but their arguments.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.rules import core
from games.rules.budget import FULL, Budget
from games.rules.search import NO_DOUBT, Candidate, Doubt, Problem, Result, margin
from games.rules.search import search as searched
from games.rules.tree import Tree
from games.tea_time.rules import kernel, policy, value
from games.tea_time.rules.kernel import BOARDS, EMPTY, Table
from games.tea_time.rules.view import determinize

# As many are played as fit `WORK` too: a playout takes longer the more runs can be taken.
PLAYOUTS, WORK = 3000, 120_000
# The number of runs that are played out: those that bring most at once.
WIDTH = 24
# The share of the playouts in which another seat plays as the greedy bot does, for the hard bot.
GREEDY = 0.5
# The factor of playouts in a review.
THOROUGH = 0.5
# The worth of a point of lead over the others, in wins.
MARGIN = 0.01
# By seats, the number of cards in the last grid that the coach plays out in all ways: more would take too long.
SOLVED = {2: 8, 3: 7, 4: 7}
# What else differences between moves are off by, measured with 12 times as many playouts (docs/decisions/0047).
DOUBT = Doubt(wins=0.02, points=0.7)
# A table, and the seats that are greedy in its playouts.
Guess = tuple[Table, list[int]]
# Scores, shares of the win and worths, each by seat.
Ending = tuple[list[float], list[float], list[float]]


class Worlds:
    """Tables that fit a view, with another order of the deck each time."""

    def __init__(self, view: core.View, rng: Random) -> None:
        self.random = rng.random
        self.table = kernel.table_of(determinize(view, rng))

    def guess(self) -> Table:
        random, table = self.random, self.table.copy()
        table.deck = sorted(table.deck, key=lambda _: random())
        return table


class Endings:
    """How matches end if each seat takes what is best for itself.

    A seat with several best runs may take any of them, so their results are averaged.
    """

    def __init__(self) -> None:
        self.known: dict[tuple[object, ...], Ending] = {}

    def of(self, table: Table) -> Ending:
        if not table.legal:
            scores, wins = value.results(table, value.LAST)
            return scores, wins, [round(worth, 9) for worth in worths_of(scores, wins)]
        key = (table.legal, table.seat, table.alice, *map(tuple, table.held))
        if key not in self.known:
            endings = [self.after(table, number) for number in kernel.legal_runs(table)]
            most = max([worths[table.seat] for _scores, _wins, worths in endings])
            self.known[key] = _average([ending for ending in endings if ending[2][table.seat] == most])
        return self.known[key]

    def after(self, table: Table, number: int) -> Ending:
        following = table.copy()
        kernel.take(following, number)
        return self.of(following)


def _average(endings: list[Ending]) -> Ending:
    if len(endings) == 1:
        return endings[0]
    # Equal worths must be equal numbers, as at the end.
    scores, wins, worths = (
        [round(sum(by_ending) / len(endings), 9) for by_ending in zip(*parts, strict=True)]
        for parts in zip(*endings, strict=True)
    )
    return scores, wins, worths


def worths_of(scores: list[float], wins: list[float]) -> list[float]:
    """Return by seat what a result is worth: the share of the win, and a little for the lead."""
    return [win + MARGIN * margin(scores, seat) for seat, win in enumerate(wins)]


def problem(view: core.View, rng: Random, greedy: float = 0.0) -> Problem:
    """Return the runs of the seat in turn, each played out to the end of the round. In a share `greedy` of the playouts
    another seat is greedy; if it is none, the last cards of the match are played out in all ways."""
    table = Worlds(view, rng).table
    board, you, deck = BOARDS[len(view["held"])], int(view["you"]), len(table.deck)
    seats = board.seats
    numbers = {run_cells(move): number for number, move in enumerate(board.moves)}
    values = value.values(table)

    def moves_of(table: Table) -> list[int]:
        return policy.promising(table, values) if len(table.deck) == deck else []

    cards = sum(card != EMPTY for card in table.grid)
    endings = Endings() if not (greedy or deck) and cards <= SOLVED[seats] else None
    tree = Tree(seats, lambda table: table.seat, moves_of, kernel.take, policy.greedy_run)

    def guess() -> Guess:
        return table, [seat for seat in range(seats) if seat != you and rng.random() < greedy]

    def playout(guess: Guess, number: int | None) -> Result:
        table, greedy_seats = guess[0].copy(), guess[1]
        if number is not None:
            kernel.take(table, number)
        if endings:
            scores, wins, worths = endings.of(table)
            return scores, wins, worths[you]
        path = tree.descend(table, number, greedy_seats)
        while table.legal and len(table.deck) == deck:
            if table.seat in greedy_seats:
                kernel.take(table, policy.greedy_run(table))
            else:
                policy.play_round(table, values, 1)
        scores, wins = value.results(table, values)
        worths = worths_of(scores, wins)
        tree.learn(path, worths)
        return scores, wins, worths[you]

    return Problem(
        moves=moves_of(table)[: None if endings else WIDTH] if you in view["to_act"] else [],
        seats=seats,
        guess=guess,
        playout=playout,
        playouts=PLAYOUTS,
        thorough=THOROUGH,
        doubt=NO_DOUBT if endings else DOUBT,
        move_of=board.moves.__getitem__,
        form=lambda move: numbers[run_cells(move)],
    )


def search(view: core.View, rng: Random, budget: Budget = FULL) -> list[Candidate]:
    """Return the moves of the seat in turn, best first. Moves that were not played out are left out."""
    question = problem(view, rng, GREEDY)
    return searched(replace(question, playouts=affordable(question.guess()[0])), budget)


def affordable(table: Table) -> int:
    """Return the number of playouts of the bot's move, so that it is in time on one free core."""
    return min(PLAYOUTS, WORK // max(1, table.legal.bit_count()))


def run_cells(move: core.Move) -> frozenset[tuple[int, int]]:
    """Return a run's cells without an order; a record has them as they were chosen."""
    return frozenset((row, column) for row, column in move["cells"])
