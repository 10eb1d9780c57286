"""The light policy of Tea Time's playouts: the run after which the seat's cards are worth most at the end of the round.

The functions use nothing but their arguments.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.tea_time.rules import value
from games.tea_time.rules.kernel import ALICE, BOARDS, Table, after, take
from games.tea_time.rules.rules import LIMIT, Places
from games.tea_time.rules.value import Values


def gains(table: Table, values: Values) -> list[tuple[float, int]]:
    """Return for each run of the seat in turn how much more its cards are then worth, and the run's number."""
    board, mine, grid = BOARDS[len(table.held)], table.held[table.seat], table.grid
    runs, faces = board.runs, board.faces
    cards, alice = values.cards, values.alice
    # The points of each cell's card by itself. A run with two of a character is counted anew.
    alone = [
        0.0
        if card < 0
        else alice
        if card == ALICE
        else (worths := cards[card])[(count := mine[card]) + face] - worths[count]
        for card, face in zip(grid, faces, strict=True)
    ]
    able = table.legal & board.within[table.turn if table.turn < LIMIT else LIMIT]
    answer = []
    while able:
        low = able & -able
        able ^= low
        number = low.bit_length() - 1
        run = runs[number]
        if len(run) == 3:
            a, b, c = run
            if (one := grid[a]) == (two := grid[b]) or one == grid[c] or two == grid[c]:
                gain = together(grid, faces, run=run, mine=mine, values=values)
            else:
                gain = alone[a] + alone[b] + alone[c]
        elif len(run) == 2:
            a, b = run
            if grid[a] == grid[b]:
                gain = together(grid, faces, run=run, mine=mine, values=values)
            else:
                gain = alone[a] + alone[b]
        else:
            gain = alone[run[0]]
        answer.append((gain, number))
    return answer


def together(grid: list[int], faces: Sequence[int], run: Places, mine: list[int], values: Values) -> float:
    """Return what a run brings that has two cards of a character."""
    hand, total = mine[:], 0.0
    for place in run:
        if (card := grid[place]) == ALICE:
            total += values.alice
        else:
            before, worths = hand[card], values.cards[card]
            hand[card] = after = before + faces[place]
            total += worths[after] - worths[before]
    return total


def promising(table: Table, values: Values) -> list[int]:
    """Return the numbers of the runs of the seat in turn, those first that bring most at once."""
    return [number for _gain, number in sorted(gains(table, values), reverse=True)]


def greedy_run(table: Table) -> int:
    """Return the number of the run that the greedy bot takes."""
    return max(gains(table, value.greedy(table)))[1]


def wary_run(table: Table, values: Values, weight: float = 1.0) -> int:
    """Return the number of the run that brings most, less `weight` times what the next seat then gets at once."""
    deck, wary = len(table.deck), []
    for gain, number in gains(table, values):
        then = after(table, number)
        if then.legal and len(then.deck) == deck:
            gain -= weight * max(gains(then, values))[0]
        wary.append((gain, number))
    return max(wary)[1]


def play_round(table: Table, values: Values, moves: int = 1000) -> list[int]:
    """Take what brings most at once, to the end of the round or for that many moves. Return the runs' numbers."""
    deck, played = len(table.deck), list[int]()
    while table.legal and len(table.deck) == deck and moves:
        moves -= 1
        number = max(gains(table, values))[1]
        played.append(number)
        take(table, number)
    return played
