"""Parade's compiled playouts in the place of the plain ones: the same results of the same random numbers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random
from typing import Any

from games.parade.rules.kernel import COLUMN, MARGIN, SUM, VALUES, WIDTH, Table, result
from games.rules.fast import Module
from games.rules.search import Comparison, Rounds, Tally

LOOPS = Module("games.parade.rules.loops")


def compiled_rounds(loops: Any, table: Table, hidden: Sequence[int], you: int, rng: Random) -> Rounds:
    """Return a function that plays moves of the seat `you` out from guesses: the hidden cards are dealt to the other
    hands and the deck of the table, whatever cards are there."""
    seats, hand = len(table.hands), table.hands[you]
    world, room, cards = world_of(loops, table), loops.room(), array("q", coded(hidden))

    def rounds(left: Sequence[Tally], guesses: int) -> None:
        moves = array("q", [number for tally in left for number in _choice(tally.move, hand)])
        points = loops.ints(guesses * len(left) * seats)
        version, words, gauss = rng.getstate()
        twister = array("q", words)
        loops.play_out(world, you, cards, moves, guesses, twister, *room, points)
        rng.setstate((version, tuple(twister), gauss))
        for number, tally in enumerate(left):
            if isinstance(tally, Comparison):
                for start in range(number * seats, len(points), len(left) * seats):
                    tally.add(result(points[start : start + seats], you))
            else:
                _add(loops, tally, points, number, len(left), you)

    return rounds


def _add(loops: Any, tally: Tally, points: array[int], number: int, moves: int, you: int) -> None:
    """Add all playouts of one of the moves to its tally."""
    seats = len(tally.scores)
    sums = array("d", [tally.total, tally.squares, *tally.scores, *tally.wins])
    loops.add_up(points, number, moves, seats, you, MARGIN, sums)
    tally.count += len(points) // (seats * moves)
    tally.total, tally.squares, *rest = sums
    tally.scores, tally.wins = rest[:seats], rest[seats:]


def world_of(loops: Any, table: Table) -> array[int]:
    """Return a table as an array."""
    world: array[int] = loops.ints(loops.LENGTH)
    world[loops.SEATS], world[loops.TURN], world[loops.LEFT] = len(table.hands), table.turn, table.left
    world[loops.IN_PARADE], world[loops.IN_DECK] = len(table.parade), len(table.deck)
    world[loops.PARADE : loops.PARADE + len(table.parade)] = array("q", coded(table.parade))
    for seat, hand in enumerate(table.hands):
        world[loops.SIZES + seat] = len(hand)
        place = loops.HANDS + loops.HAND * seat
        world[place : place + len(hand)] = array("q", coded(hand))
        for colour, column in enumerate(table.held):
            field = column >> WIDTH * seat & 1023
            world[loops.COUNTS + loops.HUES * seat + colour] = field >> SUM
            world[loops.SUMS + loops.HUES * seat + colour] = field & 63
    return world


def coded(cards: Sequence[int]) -> list[int]:
    """Return cards as `loops` has them."""
    return [COLUMN[card] << 4 | VALUES[card] for card in cards]


def _choice(move: Any, hand: Sequence[int]) -> Sequence[int]:
    """Return a move as two ints: the place of a card in the hand and -1, two kept cards, or -1 and -1 for no move."""
    if move is None:
        return -1, -1
    return (hand.index(move), -1) if isinstance(move, int) else coded(move)
