"""Wonderland's moves in loops over small ints, which numba compiles (playouts.py, learning.py).

They do the same as `kernel`: tests/wonderland/test_loops.py compares them. A table is one array
of ints, with the fields of `table.Table` at the places below. Everything that may change is in this file or an
argument, because numba compiles it again only when this file changes.
"""

from __future__ import annotations

from array import array
from typing import TypeAlias

from games.rules.fast import compiled
from games.rules.twister import bits_53
from games.wonderland.rules.policy import UNKNOWN
from games.wonderland.rules.state import DECK, HELD, KEYS, NOTEBOOK, PILES
from games.wonderland.rules.table import (
    ALICE,
    CHOICE,
    COVERED,
    EVERYONE,
    EXPLORE,
    FIRST,
    HATTER,
    HATTERS,
    OVER,
    POWER,
    POWERS,
    QUEEN,
    RABBIT,
)

Ints: TypeAlias = "array[int]"  # of 64 bits
Floats: TypeAlias = "array[float]"  # of 64 bits
Move: TypeAlias = "tuple[int, int, int, int, int]"  # table.Move, with zeros behind it

MOST = 4  # seats
SPIRITS, CHARACTERS = EVERYONE + 1, EVERYONE
CARDS, DEEPEST = len(DECK), 13
SEATS, TURN, PHASE, ENDING, REUSE, SQUARE, LAID_KEYS, HALL, HAND, USABLE = range(10)
DISCARDS = USABLE + 1
BOOKS = DISCARDS + SPIRITS
COUNTS = BOOKS + MOST * SPIRITS
PAIRS = COUNTS + MOST * SPIRITS  # of usable powers: the card and the character
DOWN_SIZES = PAIRS + 2 * SPIRITS
UP_SIZES = DOWN_SIZES + PILES
TUNNEL_SIZES = UP_SIZES + PILES
DOWNS = TUNNEL_SIZES + MOST
UPS = DOWNS + PILES * DEEPEST
TUNNELS = UPS + PILES * CARDS
LENGTH = TUNNELS + MOST * CARDS


@compiled
def is_empty(table: Ints, pile: int) -> bool:
    return table[DOWN_SIZES + pile] + table[UP_SIZES + pile] == 0


@compiled
def is_explorable(table: Ints, pile: int) -> bool:
    if is_empty(table, pile):
        return False
    if table[LAID_KEYS] >> pile & 1:
        return table[REUSE] > 0
    return table[HAND] > 0


@compiled
def neighbour(table: Ints, pile: int, step: int) -> int:
    """Return the next pile that is not empty: counting down with a step of PILES - 1, up with 1."""
    other = (pile + step) % PILES
    while is_empty(table, other):
        other = (other + step) % PILES
    return other


@compiled
def top(table: Ints, pile: int) -> int:
    """Return the face-up card on a pile, or UNKNOWN."""
    size = table[UP_SIZES + pile]
    return table[UPS + CARDS * pile + size - 1] if size > 0 else UNKNOWN


@compiled
def falls(table: Ints, seat: int) -> bool:
    counts = COUNTS + SPIRITS * seat
    most = 0
    for kind in range(CHARACTERS):
        most = max(most, table[counts + kind])
    return most + table[counts + EVERYONE] > 2


@compiled
def draw(table: Ints, pile: int) -> int:
    """Take the first face-down card of a pile."""
    table[DOWN_SIZES + pile] -= 1
    return table[DOWNS + DEEPEST * pile + table[DOWN_SIZES + pile]]


@compiled
def take(table: Ints, pile: int) -> int:
    """Take the top card of a pile."""
    if table[UP_SIZES + pile] == 0:
        return draw(table, pile)
    table[UP_SIZES + pile] -= 1
    return table[UPS + CARDS * pile + table[UP_SIZES + pile]]


@compiled
def add(table: Ints, seat: int, card: int, flag: int, pile: int) -> None:
    """Add a card from a pile to a seat's tunnel. Note the end of the match, if the pile is empty and that meets it."""
    table[TUNNELS + CARDS * seat + table[TUNNEL_SIZES + seat]] = card | flag
    table[TUNNEL_SIZES + seat] += 1
    table[COUNTS + SPIRITS * seat + card] += 1
    if is_empty(table, pile):
        empty = 0
        for other in range(PILES):
            empty += is_empty(table, other)
        if empty >= (1 if table[SEATS] == 2 else 2):
            table[ENDING] = 1


@compiled
def free_place(table: Ints, number: int) -> int:
    """Return the place of the free card of that number, from 0, in the tunnel of the seat in turn; -1 if it has not so
    many."""
    seat = table[TURN]
    for place in range(table[TUNNEL_SIZES + seat]):
        if table[TUNNELS + CARDS * seat + place] < HATTERS:
            if number == 0:
                return place
            number -= 1
    return -1


@compiled
def is_able(table: Ints, character: int) -> bool:
    if character == ALICE:
        return table[HALL] > 0
    if character == QUEEN:
        return free_place(table, 1) >= 0
    cards = 0
    for pile in range(PILES):
        cards += table[DOWN_SIZES + pile]
    return cards > 0


@compiled
def set_usable(table: Ints) -> None:
    """Note the usable powers of the two cards just taken."""
    seat, number = table[TURN], 0
    last = TUNNELS + CARDS * seat + table[TUNNEL_SIZES + seat] - 1
    first, second = table[last - 1] & 7, table[last] & 7
    for card in (first, second):
        for character in range(CHARACTERS):
            if card in (character, EVERYONE) and is_able(table, character):
                table[PAIRS + 2 * number], table[PAIRS + 2 * number + 1] = card, character
                number += 1
        if first == second:
            break
    table[USABLE] = number


@compiled
def play(table: Ints, move: Move, twister: Ints) -> None:
    """Make a move of the seat in turn, with everything that follows from it."""
    if move[0] == EXPLORE:
        explore(table, move[1], move[2], twister)
    elif move[0] == POWER:
        use(table, move[2], move[3], move[4], twister)
    else:
        bank(table, twister)


@compiled
def explore(table: Ints, pile: int, card: int, twister: Ints) -> None:
    seat, below, above = table[TURN], neighbour(table, pile, PILES - 1), neighbour(table, pile, 1)
    table[BOOKS + SPIRITS * seat + card] -= 1
    table[UPS + CARDS * pile + table[UP_SIZES + pile]] = card
    table[UP_SIZES + pile] += 1
    if table[LAID_KEYS] >> pile & 1 == 0:
        table[LAID_KEYS] |= 1 << pile
        table[HAND] -= 1
    add(table, seat, take(table, below), 0, below)
    add(table, seat, take(table, above), 0, above)
    table[PHASE] = POWERS
    if falls(table, seat):
        discard(table, seat)
        end_turn(table, twister)
        return
    set_usable(table)
    if table[USABLE] == 0:
        go_on(table, twister)


@compiled
def use(table: Ints, character: int, a: int, b: int, twister: Ints) -> None:
    seat = table[TURN]
    if character == ALICE:
        table[HALL] -= 1
        table[HAND] += 1
    elif character == RABBIT:
        add(table, seat, draw(table, a), 0, a)
        if falls(table, seat):
            discard(table, seat)
            end_turn(table, twister)
            return
    elif character == QUEEN:
        place = TUNNELS + CARDS * seat + a
        table[COUNTS + SPIRITS * seat + table[place]] -= 1
        table[place] |= COVERED
    elif character == HATTER:
        add(table, a, draw(table, b), HATTERS, b)
        if falls(table, a):
            discard(table, a)
    go_on(table, twister)


@compiled
def discard(table: Ints, seat: int) -> None:
    for place in range(table[TUNNEL_SIZES + seat]):
        table[DISCARDS + (table[TUNNELS + CARDS * seat + place] & 7)] += 1
    clear(table, seat)


@compiled
def clear(table: Ints, seat: int) -> None:
    table[TUNNEL_SIZES + seat] = 0
    for kind in range(SPIRITS):
        table[COUNTS + SPIRITS * seat + kind] = 0


@compiled
def cards_of(table: Ints, seat: int) -> int:
    """Return the number of cards in a notebook."""
    total = 0
    for kind in range(SPIRITS):
        total += table[BOOKS + SPIRITS * seat + kind]
    return total


@compiled
def go_on(table: Ints, twister: Ints) -> None:
    """Stop for the seat if it can't go on, or if the end has been met."""
    if table[ENDING] == 0 and cards_of(table, table[TURN]) > 0:
        for pile in range(PILES):
            if is_explorable(table, pile):
                table[PHASE] = CHOICE
                return
    bank(table, twister)


@compiled
def bank(table: Ints, twister: Ints) -> None:
    seat = table[TURN]
    for place in range(table[TUNNEL_SIZES + seat]):
        table[BOOKS + SPIRITS * seat + (table[TUNNELS + CARDS * seat + place] & 7)] += 1
    clear(table, seat)
    end_turn(table, twister)


@compiled
def end_turn(table: Ints, twister: Ints) -> None:
    left = 0
    for kind in range(SPIRITS):
        left += table[DISCARDS + kind]
    for _ in range(min(NOTEBOOK - cards_of(table, table[TURN]), left)):
        refill(table, left, twister)
        left -= 1
    table[LAID_KEYS] = 0
    if table[ENDING] > 0:
        table[PHASE], table[HALL], table[HAND] = OVER, KEYS, 0
        return
    table[PHASE], table[HALL], table[HAND] = FIRST, KEYS - HELD, HELD
    table[TURN] = table[TURN] + 1 if table[TURN] + 1 < table[SEATS] else 0


@compiled
def refill(table: Ints, left: int, twister: Ints) -> None:
    """Put one random card of that many discards into the notebook of the seat in turn."""
    place, card = int(uniform(twister) * left), 0
    while place >= table[DISCARDS + card]:
        place -= table[DISCARDS + card]
        card += 1
    table[DISCARDS + card] -= 1
    table[BOOKS + SPIRITS * table[TURN] + card] += 1


@compiled
def uniform(twister: Ints) -> float:
    """Return what `random()` would."""
    return bits_53(twister) / 9007199254740992.0


def ints(length: int) -> Ints:
    return array("q", bytes(8 * length))
