"""The searches of Tea Time's coach and of its hard bot: the rest of the round, and the worth of everybody's cards at
its end.

Nothing is hidden in a round, and the next one is dealt at random. The rest of a round of two seats is searched to its
end. That of more is a tree: the coach looks for what is best for each seat, and the bot also learns what is good
against greedy seats. The functions use nothing but their arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import NamedTuple

from games.rules import core
from games.rules.best_first import BestFirst, Ending
from games.rules.budget import FULL, Budget
from games.rules.search import Candidate, Doubt, Problem, Result, ending
from games.rules.search import search as searched
from games.rules.tree import Tree
from games.tea_time.rules import kernel, policy, value
from games.tea_time.rules.duel import Duel
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
# Among more than two seats the coach plays out that many last cards of a round in all ways: more would take too long.
SOLVED = 7
# Between two seats: the most positions that a search of the bot and of the coach looks at, and the number of best runs
# that the coach looks for.
POSITIONS, THOROUGH_POSITIONS, FOUND = 80_000, 200_000, 3
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


class Rest(NamedTuple):
    """The rest of a round for the coach. `runs()` are those of the seat in turn that are worth a look, best first.
    `ending(table)` follows after a run; it is the same each time if `is_settled`."""

    runs: Callable[[], list[int]]
    ending: Callable[[Table], Ending]
    is_settled: bool


def rest_of(table: Table, values: Values, cards: int) -> Rest:
    """Return the rest of the table's round, with that number of cards left in it."""
    deck = len(table.deck)
    if len(table.held) == 2:
        duel = Duel(table, values, THOROUGH_POSITIONS)
        return Rest(lambda: duel.best_runs(table, FOUND), duel.ending, is_settled=True)
    endings = Endings(deck, values)
    if cards <= SOLVED:
        return Rest(lambda: policy.promising(table, values), endings.of, is_settled=True)
    tree = BestFirst(
        key_of=kernel.key_of,
        seat_of=lambda table: table.seat,
        moves_of=runs_of_round(deck, values),
        play=kernel.take,
        ending_of=endings.estimate,
    )
    return Rest(lambda: policy.promising(table, values)[:WIDTH], tree.visit, is_settled=False)


def problem(view: core.View, rng: Random) -> Problem:
    """Return the runs of the seat in turn for the coach. The rest of the round is searched for what is best for each
    seat, so the playouts of a run come to agree."""
    table = Worlds(view, rng).table
    board, you = BOARDS[len(view["held"])], int(view["you"])
    is_last, cards = not table.deck, sum(card != EMPTY for card in table.grid)
    numbers = {run_cells(move): number for number, move in enumerate(board.moves)}
    rest = rest_of(table, value.values(table), cards)

    def played_out(number: int | None) -> Result:
        after = table.copy() if number is None else kernel.after(table, number)
        may_miss = is_last and bool(after.legal)
        scores, wins, worths = rest.ending(after)
        if not may_miss:
            return scores, wins, worths[you]
        # The replies are good ones, but the chance is that among seats that miss some.
        likely = value.with_misses(scores, wins, cards)
        return scores, likely, worths[you] + likely[you] - wins[you]

    result = cache(played_out) if rest.is_settled else played_out
    return Problem(
        moves=rest.runs if you in view["to_act"] else list,
        seats=board.seats,
        guess=lambda: table,
        playout=lambda _table, number: result(number),
        playouts=PLAYOUTS,
        thorough=THOROUGH,
        hint=HINT,
        doubt=LAST_DOUBT if rest.is_settled and is_last else DOUBT,
        move_of=board.moves.__getitem__,
        form=lambda move: numbers[run_cells(move)],
    )


def runs_of_round(deck: int, values: Values) -> Callable[[Table], list[int]]:
    """Return a function of a table: the runs of the seat in turn, the most promising first, none once a round with that
    number of cards in the deck is over."""
    return lambda table: policy.promising(table, values) if len(table.deck) == deck else []


def bot_problem(view: core.View, rng: Random) -> Problem:
    """Return the runs of the seat in turn for the hard bot among more than one other, each played out to the end of the
    round. In a share of the playouts another seat is greedy."""
    coach = problem(view, rng)
    table, seats, you = coach.guess(), coach.seats, int(view["you"])
    deck, values = len(table.deck), value.values(table)
    tree = Tree(seats, lambda table: table.seat, runs_of_round(deck, values), kernel.take, policy.greedy_run)

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

    return replace(coach, moves=lambda: coach.moves()[:WIDTH], guess=guess, playout=playout)


def search(view: core.View, rng: Random, budget: Budget = FULL) -> list[Candidate]:
    """Return the moves of the seat in turn, best first. Moves that were not played out are left out: between two seats
    all but the best."""
    if len(view["held"]) == 2:
        return [best_of_two(view, rng, budget)]
    question = bot_problem(view, rng)
    return searched(replace(question, playouts=affordable(question.guess()[0])), budget)


def best_of_two(view: core.View, rng: Random, budget: Budget) -> Candidate:
    """Return the best move between two seats. The budget's number of playouts bounds the positions in proportion."""
    table = Worlds(view, rng).table
    limit = POSITIONS * (budget.playouts or PLAYOUTS) // PLAYOUTS
    (run,) = Duel(table, value.values(table), limit, ending(budget)).best_runs(table, 1)
    return Candidate(BOARDS[2].moves[run])


def affordable(table: Table) -> int:
    """Return the number of playouts of the bot's move, so that it is in time on one free core."""
    return min(PLAYOUTS, WORK // max(1, table.legal.bit_count()))


def run_cells(move: core.Move) -> frozenset[tuple[int, int]]:
    """Return a run's cells without an order; a record has them as they were chosen."""
    return frozenset((row, column) for row, column in move["cells"])
