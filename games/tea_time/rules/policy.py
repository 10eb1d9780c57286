"""The light policy of Tea Time's playouts: the run after which the seat's cards are worth most.

The worth of cards goes from equal for all at the start of the match to the points at its end, as for the greedy bot.
The functions use nothing but their arguments.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.tea_time.rules.kernel import (
    ALICE,
    BOARDS,
    EMPTY,
    NOBODY,
    Table,
)
from games.tea_time.rules.rules import ALICE_POINTS, GRIDS, INDEX, LIMIT, MOST, POINTS, Places

# The worth of a card and of Alice at the start of a match. With the points themselves a bot that looks only one move
# ahead would take nothing, because the first card of a character loses four.
EARLY, EARLY_ALICE = 3, 1
SPAN = 12  # more cards of a character than any seat holds


def _worths(share: float) -> list[float]:
    """Return the worth by the number of cards held (mirror cards from the list's end), with that share of cards
    left."""
    counts = [*range(SPAN + 1), *range(SPAN, 0, -1)]
    return [share * EARLY * min(count, MOST) + (1 - share) * POINTS[min(count, MOST)] for count in counts]


# By seats and number of cards that nobody has taken yet: the worths, and Alice's.
WORTHS = {
    seats: [_worths(left / (grid.each * len(INDEX))) for left in range(grid.each * len(INDEX) + 1)]
    for seats, grid in GRIDS.items()
}
ALICES = {
    seats: [
        left / (grid.each * len(INDEX)) * (EARLY_ALICE - ALICE_POINTS) + ALICE_POINTS
        for left in range(grid.each * len(INDEX) + 1)
    ]
    for seats, grid in GRIDS.items()
}


def left_in(table: Table) -> int:
    """Return the number of character cards that nobody has taken yet."""
    return len(table.deck) + sum([card not in (ALICE, EMPTY) for card in table.grid])


def worth(table: Table, number: int, left: int) -> float:
    """Return how much more the cards of the seat in turn are worth after taking that run."""
    board, mine = BOARDS[len(table.held)], table.held[table.seat]
    seats = board.seats
    return together(
        table.grid,
        board.faces,
        run=board.runs[number],
        mine=mine,
        values=WORTHS[seats][left],
        alice=ALICES[seats][left],
    )


def together(
    grid: list[int], faces: Sequence[int], run: Places, mine: list[int], values: list[float], alice: float
) -> float:
    """Return what a run brings that has two cards of a character."""
    hand, total = mine[:], 0.0
    for place in run:
        if (card := grid[place]) == ALICE:
            total += alice
        else:
            before = hand[card]
            hand[card] = after = before + faces[place]
            total += values[after] - values[before]
    return total


def play_sensibly(table: Table, moves: int = 1000) -> list[int]:
    """Take what the greedy bot would take, to the end or for that many moves. Return the runs' numbers."""
    # One long loop, because a call for each step would take longer than the step.
    board = BOARDS[len(table.held)]
    runs, faces, without, within, seats = board.runs, board.faces, board.without, board.within, board.seats
    worths, alices = WORTHS[seats], ALICES[seats]
    grid, held, legal, seat, turn, alice = (
        table.grid,
        table.held,
        table.legal,
        table.seat,
        table.turn,
        table.alice,
    )
    left = left_in(table)
    played: list[int] = []
    while legal and moves:
        moves -= 1
        able, mine, values = legal & within[turn if turn < LIMIT else LIMIT], held[seat], worths[left]
        # What each cell's card brings by itself. A run with two of a character is counted anew.
        alone = [
            0.0
            if card < 0
            else alices[left]
            if card == ALICE
            else values[mine[card] + face] - values[mine[card]]
            for card, face in zip(grid, faces, strict=True)
        ]
        best = -1000.0
        while able:
            low = able & -able
            able ^= low
            run = runs[low.bit_length() - 1]
            if len(run) == 3:
                a, b, c = run
                if (one := grid[a]) == (two := grid[b]) or one == grid[c] or two == grid[c]:
                    total = together(grid, faces, run=run, mine=mine, values=values, alice=alices[left])
                else:
                    total = alone[a] + alone[b] + alone[c]
            elif len(run) == 2:
                a, b = run
                if grid[a] == grid[b]:
                    total = together(grid, faces, run=run, mine=mine, values=values, alice=alices[left])
                else:
                    total = alone[a] + alone[b]
            else:
                total = alone[run[0]]
            if total > best:
                best, chosen, bit = total, run, low
        played.append(bit.bit_length() - 1)
        for place in chosen:
            if (card := grid[place]) == ALICE:
                alice = seat
            else:
                mine[card] += faces[place]
                left -= 1
            grid[place] = EMPTY
            legal &= without[place]
        if turn == 1:
            grid[chosen[0]], legal, alice = ALICE, board.every, NOBODY
        turn += 1
        seat = seat + 1 if seat + 1 < seats else 0
        if not legal and table.deck:
            grid = table.deck[: -board.size - 1 : -1]
            table.deck = table.deck[: -board.size]
            seat, turn, legal = alice, 1, board.every
    table.grid, table.legal, table.seat, table.turn, table.alice = grid, legal, seat, turn, alice
    return played
