"""The searches of Tea Time's coach and of its hard bot: a tree of the rest of the round, and the worth of everybody's
cards at its end.

Nothing is hidden in a round, and the next one is dealt at random. The coach looks for what is best for each seat; the
bot also learns what is good against greedy seats. The functions use nothing but their arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from games.rules import core
from games.rules.best_first import BestFirst
from games.rules.budget import FULL, Budget
from games.rules.search import Candidate, Doubt, Problem, Result
from games.rules.search import search as searched
from games.rules.tree import Tree
from games.tea_time.rules import kernel, policy, value
from games.tea_time.rules.endings import Endings, worths_of
from games.tea_time.rules.kernel import BOARDS, EMPTY, Table
from games.tea_time.rules.value import Values
from games.tea_time.rules.view import determinize

# As many are played as fit `WORK` too: a playout takes longer the more runs can be taken.
PLAYOUTS, WORK = 3000, 120_000
# The number of runs that are played out: those that bring most at once.
WIDTH = 24
# The share of the playouts in which another seat plays as the greedy bot does, for the hard bot.
GREEDY = 0.5
# The factors of playouts in a review and in a hint.
THOROUGH, HINT = 0.5, 2.0
# By seats, the number of last cards of a round that the coach plays out in all ways: more would take too long.
SOLVED = {2: 8, 3: 7, 4: 7}
# What figures are off by that more playouts don't correct (docs/decisions/0047). The last cards are all tried, but
# what seats choose is not certain.
DOUBT, LAST_DOUBT = Doubt(wins=0.02, points=0.7), Doubt(wins=0.002, points=0.1)
# A table, and the seats that are greedy in its playouts.
Guess = tuple[Table, list[int]]


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
    """Return the runs of the seat in turn for the coach. The rest of the round is searched for what is best for each
    seat, its last cards in all ways, so the playouts of a run come to agree."""
    table = Worlds(view, rng).table
    board, you = BOARDS[len(view["held"])], int(view["you"])
    deck, values = len(table.deck), value.values(table)
    numbers = {run_cells(move): number for number, move in enumerate(board.moves)}
    endings = Endings(deck, values)
    cards = sum(card != EMPTY for card in table.grid)
    is_exact = cards <= SOLVED[board.seats]
    tree = BestFirst(
        key_of=kernel.key_of,
        seat_of=lambda table: table.seat,
        moves_of=rest_of_round(deck, values),
        play=kernel.take,
        ending_of=endings.estimate,
    )

    def playout(table: Table, number: int | None) -> Result:
        table = table.copy()
        if number is not None:
            kernel.take(table, number)
        may_miss = not deck and bool(table.legal)
        scores, wins, worths = endings.of(table) if is_exact else tree.visit(table)
        if not may_miss:
            return scores, wins, worths[you]
        # The replies are good ones, but the chance is that among seats that miss some.
        likely = value.with_misses(scores, wins, cards)
        return scores, likely, worths[you] + likely[you] - wins[you]

    runs = policy.promising(table, values) if you in view["to_act"] else []
    return Problem(
        moves=runs if is_exact else runs[:WIDTH],
        seats=board.seats,
        guess=lambda: table,
        playout=playout,
        playouts=PLAYOUTS,
        thorough=THOROUGH,
        hint=HINT,
        doubt=LAST_DOUBT if is_exact and not deck else DOUBT,
        move_of=board.moves.__getitem__,
        form=lambda move: numbers[run_cells(move)],
    )


def rest_of_round(deck: int, values: Values) -> Callable[[Table], list[int]]:
    """Return a function of a table: the runs of the seat in turn, the most promising first, none once a round with that
    number of cards in the deck is over."""
    return lambda table: policy.promising(table, values) if len(table.deck) == deck else []


def bot_problem(view: core.View, rng: Random) -> Problem:
    """Return the runs of the seat in turn for the hard bot, each played out to the end of the round. In a share of the
    playouts another seat is greedy."""
    coach = problem(view, rng)
    table, seats, you = coach.guess(), coach.seats, int(view["you"])
    deck, values = len(table.deck), value.values(table)
    tree = Tree(seats, lambda table: table.seat, rest_of_round(deck, values), kernel.take, policy.greedy_run)

    def guess() -> Guess:
        return table, [seat for seat in range(seats) if seat != you and rng.random() < GREEDY]

    def playout(guess: Guess, number: int) -> Result:
        table, greedy_seats = guess[0].copy(), guess[1]
        kernel.take(table, number)
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

    return replace(coach, moves=coach.moves[:WIDTH], guess=guess, playout=playout)


def search(view: core.View, rng: Random, budget: Budget = FULL) -> list[Candidate]:
    """Return the moves of the seat in turn, best first. Moves that were not played out are left out."""
    question = bot_problem(view, rng)
    return searched(replace(question, playouts=affordable(question.guess()[0])), budget)


def affordable(table: Table) -> int:
    """Return the number of playouts of the bot's move, so that it is in time on one free core."""
    return min(PLAYOUTS, WORK // max(1, table.legal.bit_count()))


def run_cells(move: core.Move) -> frozenset[tuple[int, int]]:
    """Return a run's cells without an order; a record has them as they were chosen."""
    return frozenset((row, column) for row, column in move["cells"])
