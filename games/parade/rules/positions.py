"""Positions of Parade for learning.py, as `value.rows_after` has them, written by compiled functions.

A position is room for the rows of each colour, the numbers of those rows, and the rows of the match. numba compiles
this file again only when it changes itself, not when value.py or loops.py does.
"""

from __future__ import annotations

from games.parade.rules import value
from games.parade.rules.loops import (
    COUNTS,
    DECKS,
    HANDS,
    HUES,
    IN_DECK,
    IN_PARADE,
    LEFT,
    LENGTH,
    PARADE,
    SEATS,
    SIZES,
    SUMS,
    TURN,
    Ints,
    has_all_colours,
    needed,
    set_costs,
    take,
)
from games.parade.rules.rules import HAND
from games.rules.fast import compiled
from games.rules.twister import bits_53

# Room for the rows of a colour and of the match.
ROWS, MATCH_ROWS = 40, 20
POSITION = HUES * ROWS + HUES + MATCH_ROWS


@compiled
def deal(table: Ints, seats: int, twister: Ints) -> None:
    """Deal a new match."""
    for at in range(LENGTH):
        table[at] = 0
    table[SEATS], table[LEFT], table[IN_PARADE] = seats, -1, 6
    # The cards are shuffled in the room of the deck.
    cards = 11 * HUES
    for at in range(cards):
        other = bits_53(twister) % (at + 1)
        table[DECKS + at] = table[DECKS + other]
        table[DECKS + other] = 16 * (at // 11) + at % 11
    for seat in range(seats):
        table[SIZES + seat] = HAND
        for place in range(HAND):
            cards -= 1
            table[HANDS + HAND * seat + place] = table[DECKS + cards]
    for place in range(6):
        cards -= 1
        table[PARADE + place] = table[DECKS + cards]
    table[IN_DECK] = cards


@compiled
def harm_of(table: Ints, card: int, costs: Ints) -> int:
    """Return the number among `value.HARMS` of what a card would take."""
    colour, number, total = card >> 4, card & 15, 0
    for at in range(table[IN_PARADE] - number):
        other = table[PARADE + at]
        if other >> 4 == colour or other & 15 <= number:
            cost = costs[other >> 4]
            total += other & 15 if cost < 0 else cost
    return 0 if total == 0 else 1 if total < 3 else 2 if total < 6 else 3 if total < 10 else 4


@compiled
def add_row(positions: Ints, start: int, colour: int, row: int) -> None:
    """Add a row of a colour to the position that begins at `start`."""
    size = start + HUES * ROWS + colour
    positions[start + ROWS * colour + positions[size]] = row
    positions[size] += 1


@compiled
def set_position(table: Ints, place: int, after: Ints, positions: Ints, start: int, costs: Ints) -> None:
    """Write the position once the card at that place of the hand is played. `after` becomes the table then, before the
    draw; `costs` is room to work in."""
    for at in range(LENGTH):
        after[at] = table[at]
    seat, seats = table[TURN], table[SEATS]
    hand, last = HANDS + HAND * seat, table[SIZES + seat] - 1
    card = after[hand + place]
    after[hand + place] = after[hand + last]
    after[SIZES + seat] = last
    took = take(after, seat, card)
    left = table[LEFT] - 1
    if table[LEFT] < 0:
        left = seats if table[IN_DECK] <= 1 or (took and has_all_colours(after, seat)) else -1
    for colour in range(HUES):
        positions[start + HUES * ROWS + colour] = 0
    set_costs(after, seat, costs)
    for at in range(last):
        card = after[hand + at]
        row = value.HAND + value.HARMS * (card & 15) + harm_of(after, card, costs)
        add_row(positions, start, card >> 4, row)
    set_costs(after, (seat + 1) % seats, costs)
    for other in range(seats + 1):  # the other hands, then the deck
        cards, size = HANDS + HAND * other, table[SIZES + other] if other != seat else 0
        if other == seats:
            cards, size = DECKS, table[IN_DECK]
        for at in range(size):
            card = table[cards + at]
            row = value.HIDDEN + value.HARMS * (card & 15) + harm_of(after, card, costs)
            add_row(positions, start, card >> 4, row)
    size = after[IN_PARADE]
    for at in range(size):
        card = after[PARADE + at]
        row = value.QUEUED + value.BEHIND * (card & 15) + min(size - 1 - at, value.BEHIND - 1)
        add_row(positions, start, card >> 4, row)
    match, own, best = start + HUES * ROWS + HUES, 0, 9999
    for turn in range(seats):
        other, hues, total = (seat + turn) % seats, 0, 0
        for colour in range(HUES):
            number, values = after[COUNTS + HUES * other + colour], after[SUMS + HUES * other + colour]
            hues += number > 0
            total += number if number >= needed(after, other, colour) else values
            shape = value.SUMS * min(number, value.CARDS - 1) + min(values // 3, value.SUMS - 1)
            add_row(positions, start, colour, value.HELD + value.CARDS * value.SUMS * turn + shape)
        if turn == 0:
            own = total
        else:
            best = min(best, total)
        row = value.PLACE + (value.HUES + value.SCORES) * turn
        positions[match + 6 + 2 * turn] = row + hues
        positions[match + 7 + 2 * turn] = row + value.HUES + min(total // 3, value.SCORES - 1)
    for colour in range(HUES):
        most = 0
        for other in range(seats):
            if other != seat:
                most = max(most, after[COUNTS + HUES * other + colour])
        lead = max(-value.LEADS, min(value.LEADS, after[COUNTS + HUES * seat + colour] - most))
        add_row(positions, start, colour, value.LEAD + value.LEADS + lead)
    positions[match] = value.DECK + table[IN_DECK] // 2
    positions[match + 1] = value.LEFT + left + 1
    positions[match + 2] = value.LENGTH + min(size, value.PARADES - 1)
    positions[match + 3] = value.SIZE + last
    positions[match + 4] = value.TABLE + seats
    positions[match + 5] = value.AHEAD + 12 + max(-12, min(12, own - best))
