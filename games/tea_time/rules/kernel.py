"""Tea Time for playouts: a table of small ints, which a search plays to the end many times.

The rules are binding: tests/tea_time/test_kernel.py compares every move of this kernel with them. A card is its
character's place in CHARACTERS, or ALICE. Each run of cells that can still be taken is one bit, so a move clears all
runs that it spoils at once. The functions use nothing but their arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.tea_time.rules.rules import ALICE as ALICE_CARD
from games.tea_time.rules.rules import (
    ALICE_POINTS,
    FACES,
    INDEX,
    LIMIT,
    MOST,
    POINTS,
    RUNS,
    Places,
    State,
    limit,
)

Random = Callable[[], float]
ALICE, EMPTY, NOBODY = len(INDEX), -1, -1
# With fewer runs than this a random one is found by counting, otherwise by trial.
FEW = 10


class Board:
    """The constants for a number of seats: the runs by number, shortest first."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.runs: list[Places] = list(RUNS[seats])
        self.number = {run: number for number, run in enumerate(self.runs)}
        self.moves = [RUNS[seats][run] for run in self.runs]
        self.faces = FACES[seats]
        self.size = len(self.faces)
        self.every = (1 << len(self.runs)) - 1
        # By the number of cards that may be taken: these runs.
        self.within = [
            sum([1 << number for number, run in enumerate(self.runs) if len(run) <= most])
            for most in range(LIMIT + 1)
        ]
        # By cell: the runs without it.
        self.without = [
            self.every & ~sum([1 << number for number, run in enumerate(self.runs) if place in run])
            for place in range(self.size)
        ]


BOARDS = {seats: Board(seats) for seats in FACES}


class Table:
    """A running match. A playout changes it."""

    __slots__ = ("alice", "deck", "grid", "held", "legal", "seat", "turn")

    def __init__(
        self, deck: list[int], grid: list[int], held: list[list[int]], alice: int, seat: int, turn: int
    ) -> None:
        self.deck = deck  # top last, so that cards are dealt from the end
        self.grid = grid  # by place
        self.held = held  # by seat and character: normal cards above 0, mirror cards below
        self.alice = alice
        self.seat = seat
        self.turn = turn  # of the round, from 1
        self.legal = 0  # a bit for each run with all its cells

    def copy(self) -> Table:
        held = [counts[:] for counts in self.held]
        table = Table(
            deck=self.deck, grid=self.grid[:], held=held, alice=self.alice, seat=self.seat, turn=self.turn
        )
        table.legal = self.legal
        return table


def card_of(card: str | None) -> int:
    if card is None:
        return EMPTY
    return ALICE if card == ALICE_CARD else INDEX[card]


def table_of(state: State) -> Table:
    table = Table(
        deck=[card_of(card) for card in reversed(state.deck)],
        grid=[card_of(card) for card in state.grid],
        held=[list(holding) for holding in state.held],
        alice=NOBODY if state.alice is None else state.alice,
        seat=state.seat,
        turn=state.turn,
    )
    table.legal = there(table)
    return table


def there(table: Table) -> int:
    """Return a bit for each run with all its cells."""
    board = BOARDS[len(table.held)]
    legal = board.every
    for place, card in enumerate(table.grid):
        if card == EMPTY:
            legal &= board.without[place]
    return legal


def numbers(bits: int) -> list[int]:
    """Return the numbers of the bits that are set, rising."""
    places = []
    while bits:
        low = bits & -bits
        places.append(low.bit_length() - 1)
        bits ^= low
    return places


def key_of(table: Table) -> tuple[object, ...]:
    """Return a key that is equal for tables that go on alike until the next round is dealt."""
    return tuple(table.grid), table.seat, table.alice, min(table.turn, LIMIT), *map(tuple, table.held)


def legal_runs(table: Table) -> list[int]:
    """Return the numbers of the runs that the seat in turn may take."""
    return numbers(table.legal & BOARDS[len(table.held)].within[limit(table.turn)])


def any_of(bits: int, runs: int, random: Random) -> int:
    """Return the number of a random set bit among the first `runs`."""
    count = bits.bit_count()
    if count > FEW:
        while not bits >> (number := int(random() * runs)) & 1:
            pass
        return number
    for _ in range(int(random() * count)):
        bits &= bits - 1
    return (bits & -bits).bit_length() - 1


def take(table: Table, number: int) -> None:
    """Make a move of the seat in turn: take the run with that number."""
    board = BOARDS[len(table.held)]
    grid, mine, seat = table.grid, table.held[table.seat], table.seat
    if table.turn == 1:
        table.alice = NOBODY
    for place in board.runs[number]:
        card = grid[place]
        if card == ALICE:
            table.alice = seat
        else:
            mine[card] += board.faces[place]
        if table.turn == 1:
            grid[place] = ALICE
        else:
            grid[place] = EMPTY
            table.legal &= board.without[place]
    table.turn += 1
    table.seat = (seat + 1) % board.seats
    if not table.legal and table.deck:
        table.grid = table.deck[: -board.size - 1 : -1]
        table.deck = table.deck[: -board.size]
        table.seat, table.turn, table.legal = table.alice, 1, board.every


def after(table: Table, number: int) -> Table:
    """Return the table after that move of the seat in turn."""
    following = table.copy()
    take(following, number)
    return following


def play_at_random(table: Table, random: Random, moves: int = 1000) -> list[int]:
    """Take random runs to the end, or for that many moves. Return their numbers."""
    # One long loop, because a call for each step would take longer than the step.
    board = BOARDS[len(table.held)]
    runs, faces, without, within, seats = board.runs, board.faces, board.without, board.within, board.seats
    counts = [bits.bit_count() for bits in within]
    grid, held, legal, seat, turn, alice = (
        table.grid,
        table.held,
        table.legal,
        table.seat,
        table.turn,
        table.alice,
    )
    played: list[int] = []
    while legal and moves:
        moves -= 1
        most = turn if turn < LIMIT else LIMIT
        number = any_of(legal & within[most], counts[most], random)
        played.append(number)
        mine = held[seat]
        for place in runs[number]:
            if (card := grid[place]) == ALICE:
                alice = seat
            else:
                mine[card] += faces[place]
            grid[place] = EMPTY
            legal &= without[place]
        if turn == 1:
            grid[runs[number][0]], legal, alice = ALICE, board.every, NOBODY
        turn += 1
        seat = seat + 1 if seat + 1 < seats else 0
        if not legal and table.deck:
            grid = table.deck[: -board.size - 1 : -1]
            table.deck = table.deck[: -board.size]
            seat, turn, legal = alice, 1, board.every
    table.grid, table.legal, table.seat, table.turn, table.alice = grid, legal, seat, turn, alice
    return played


# The points of a character by the number of its cards. Mirror cards use negative indexes.
WORTH = [POINTS[min(count, MOST)] for count in range(13)] + [
    POINTS[min(13 - count, MOST)] for count in range(1, 13)
]


def scores(table: Table) -> list[int]:
    """Return the current points by seat."""
    points = [sum([WORTH[count] for count in mine]) for mine in table.held]
    if table.alice != NOBODY:
        points[table.alice] += ALICE_POINTS
    return points


def final(table: Table) -> list[int]:
    """Return by seat the number that ranks it, smallest first: the points, then Alice."""
    return [-2 * points - (seat == table.alice) for seat, points in enumerate(scores(table))]


def finish(table: Table, random: Random) -> list[int]:
    """End a random playout: count. Nothing is left to chance."""
    return final(table)


def deal(cards: Sequence[int], random: Random, seats: int) -> Table:
    """Return a new match with these cards, which seat 0 begins."""
    board = BOARDS[seats]
    deck = sorted(cards, key=lambda _: random())
    held = [[0] * len(INDEX) for _ in range(seats)]
    table = Table(deck=deck[board.size :], grid=deck[: board.size], held=held, alice=0, seat=0, turn=1)
    table.legal = board.every
    return table
