"""Parade's playouts in loops over ints, which numba compiles. They give the same as `kernel` and `policy` do, draw for
draw of the same random numbers: tests/parade/test_loops.py compares them.

A table is one array of ints: below `SIZES` a few numbers, then by seat the number of cards in the hand, the hands,
by seat and colour the number of cards before it and the sum of their values, the parade and the deck. A card is 16
times its colour, plus its value. Everything that may change is in this file or an argument, because numba compiles it
again only when this file changes. A search imports it only where numba is installed (games/rules/fast.py).
"""

from __future__ import annotations

from array import array
from typing import TypeAlias

from games.parade.rules.rules import COLOURS, DECK, HAND, KEPT
from games.rules.fast import compiled
from games.rules.twister import WORDS, bits_53

Ints: TypeAlias = "array[int]"  # of 64 bits
Floats: TypeAlias = "array[float]"

MOST = 6  # seats
HUES = len(COLOURS)
CARDS = len(DECK)
SEATS, TURN, LEFT, IN_DECK, IN_PARADE = range(5)
SIZES = 5
HANDS = SIZES + MOST
COUNTS = HANDS + MOST * HAND
SUMS = COUNTS + MOST * HUES
PARADE = SUMS + MOST * HUES
DECKS = PARADE + CARDS
LENGTH = DECKS + CARDS
# The cost of a card of a colour for a seat: its value, 1 with the majority, 0 if it wins that.
PRINTED, CROWNED, WON = -1, 1, 0
# A random number has 53 bits. Sorted numbers have the card in the bits below.
CARD_BITS = 7


@compiled
def deal(table: Ints, you: int, hidden: Ints, order: Ints, twister: Ints) -> None:
    """Deal the hidden cards anew to the other hands and the deck, as `search.Worlds.guess` does."""
    count = len(hidden)
    for place in range(count):
        key = (bits_53(twister) << CARD_BITS) | hidden[place]
        at = place
        while at > 0 and order[at - 1] > key:
            order[at] = order[at - 1]
            at -= 1
        order[at] = key
    mask, at = (1 << CARD_BITS) - 1, 0
    for seat in range(table[SEATS]):
        if seat != you:
            for place in range(table[SIZES + seat]):
                table[HANDS + HAND * seat + place] = order[at] & mask
                at += 1
    for place in range(table[IN_DECK]):
        table[DECKS + place] = order[at + place] & mask


@compiled
def needed(table: Ints, seat: int, colour: int) -> int:
    """Return the number of a colour's cards with which a seat has the majority: as many as any other, two more at two
    seats."""
    most = 0
    for other in range(table[SEATS]):
        if other != seat:
            most = max(most, table[COUNTS + HUES * other + colour])
    return most + 2 if table[SEATS] == 2 else most


@compiled
def set_costs(table: Ints, seat: int, costs: Ints) -> None:
    """Set for each colour what its cards cost a seat."""
    for colour in range(HUES):
        count, most = table[COUNTS + HUES * seat + colour], needed(table, seat, colour)
        if count + 1 < most:
            costs[colour] = PRINTED
        elif count >= most or table[SUMS + HUES * seat + colour] <= count:
            costs[colour] = CROWNED
        else:
            costs[colour] = WON


@compiled
def set_harms(table: Ints, costs: Ints, harms: Ints) -> None:
    """Set by place in the parade four times what its card costs, plus one."""
    for place in range(table[IN_PARADE]):
        card = table[PARADE + place]
        cost = costs[card >> 4]
        harms[place] = 1 + 4 * (card & 15 if cost < 0 else cost)


@compiled
def cheapest(table: Ints, costs: Ints, harms: Ints) -> int:
    """Return the place in the hand of the card that costs the seat in turn least now."""
    seat, size = table[TURN], table[IN_PARADE]
    set_costs(table, seat, costs)
    set_harms(table, costs, harms)
    best, least = 0, 9999
    for place in range(table[SIZES + seat]):
        card = table[HANDS + HAND * seat + place]
        colour, value, harm = card >> 4, card & 15, 0
        for at in range(size - value):
            other = table[PARADE + at]
            # No branch, because a processor would guess it wrong too often.
            harm += harms[at] * int((other >> 4 == colour) | (other & 15 <= value))
        if harm < least:
            best, least = place, harm
    return best


@compiled
def take(table: Ints, seat: int, card: int) -> bool:
    """Let a seat take what its card takes, and add the card to the parade. Return True if a card was taken."""
    colour, value, size = card >> 4, card & 15, table[IN_PARADE]
    left = max(0, size - value)
    reach, left = left, 0
    for place in range(reach):
        other = table[PARADE + place]
        its_colour, its_value = other >> 4, other & 15
        taken = int((its_colour == colour) | (its_value <= value))
        table[COUNTS + HUES * seat + its_colour] += taken
        table[SUMS + HUES * seat + its_colour] += its_value * taken
        table[PARADE + left] = other
        left += 1 - taken
    if left < reach:
        for place in range(reach, size):
            table[PARADE + left + place - reach] = table[PARADE + place]
    left += size - reach
    table[PARADE + left] = card
    table[IN_PARADE] = left + 1
    return left < size


@compiled
def has_all_colours(table: Ints, seat: int) -> bool:
    colours = 0
    for colour in range(HUES):
        colours += table[COUNTS + HUES * seat + colour] > 0
    return colours == HUES


@compiled
def play(table: Ints, place: int) -> None:
    """Play the card at that place of the hand of the seat in turn."""
    seat = table[TURN]
    hand, last = HANDS + HAND * seat, table[SIZES + seat] - 1
    card = table[hand + place]
    for at in range(place, last):
        table[hand + at] = table[hand + at + 1]
    table[SIZES + seat] = last
    took = take(table, seat, card)
    if table[LEFT] < 0:
        if table[IN_DECK] > 0:
            table[IN_DECK] -= 1
            table[hand + last] = table[DECKS + table[IN_DECK]]
            table[SIZES + seat] = last + 1
        if table[IN_DECK] == 0 or (took and has_all_colours(table, seat)):
            table[LEFT] = table[SEATS]
    else:
        table[LEFT] -= 1
    table[TURN] = seat + 1 if seat + 1 < table[SEATS] else 0


@compiled
def keep(table: Ints, costs: Ints) -> None:
    """Let each seat that has four cards keep the two that cost it least."""
    for seat in range(table[SEATS]):
        if table[SIZES + seat] != KEPT:
            continue
        set_costs(table, seat, costs)
        hand, total = HANDS + HAND * seat, 0
        for kept in range(2):
            best, least = 0, 9999
            for place in range(kept, KEPT):
                card = table[hand + place]
                cost = costs[card >> 4]
                if cost < 0:
                    cost = card & 15
                if cost < least:
                    best, least = place, cost
            card = table[hand + best]
            # The others stay in their order, because the first of equal cards is kept.
            for at in range(best, kept, -1):
                table[hand + at] = table[hand + at - 1]
            table[hand + kept] = card
            total += least
        if total > 0:
            keep_pair(table, seat, hand)
        table[SIZES + seat] = 2


@compiled
def keep_pair(table: Ints, seat: int, hand: int) -> None:
    """Put two cards of a hand first that win the majority of their colour together, as `policy.winning_pair` does."""
    for colour in range(HUES):
        if table[COUNTS + HUES * seat + colour] + 2 != needed(table, seat, colour):
            continue
        low = high = 99
        for place in range(KEPT):
            card = table[hand + place]
            if card >> 4 == colour:
                if card < low:
                    low, high = card, low
                elif card < high:
                    high = card
        if high < 99:
            table[hand], table[hand + 1] = low, high
            return


@compiled
def count(table: Ints, points: Ints, start: int) -> None:
    """Write by seat what `kernel.final` returns. It lays the kept cards before the seats."""
    seats = table[SEATS]
    for seat in range(seats):
        for place in range(table[SIZES + seat]):
            card = table[HANDS + HAND * seat + place]
            table[COUNTS + HUES * seat + (card >> 4)] += 1
            table[SUMS + HUES * seat + (card >> 4)] += card & 15
    for seat in range(seats):
        total = 0
        for colour in range(HUES):
            own, most = table[COUNTS + HUES * seat + colour], needed(table, seat, colour)
            total += own + 100 * (own if own >= most else table[SUMS + HUES * seat + colour])
        points[start + seat] = total


@compiled
def play_out(
    world: Ints,
    you: int,
    hidden: Ints,
    moves: Ints,
    times: int,
    twister: Ints,
    order: Ints,
    costs: Ints,
    harms: Ints,
    table: Ints,
    points: Ints,
) -> None:
    """Play moves of the seat `you` out on that many guesses, and write the points by guess, move and seat.

    A move is two ints: the place of a card in the hand and -1, or two kept cards, or -1 and -1 for no move. `order`,
    `costs`, `harms` and `table` are room to work in (`room`).
    """
    start = 0
    for _ in range(times):
        deal(world, you, hidden, order, twister)
        for choice in range(0, len(moves), 2):
            for at in range(LENGTH):
                table[at] = world[at]
            first, second = moves[choice], moves[choice + 1]
            if second >= 0:
                table[HANDS + HAND * you], table[HANDS + HAND * you + 1] = first, second
                table[SIZES + you] = 2
            elif first >= 0:
                play(table, first)
            while table[LEFT] != 0:
                play(table, cheapest(table, costs, harms))
            keep(table, costs)
            count(table, points, start)
            start += table[SEATS]


@compiled
def add_up(points: Ints, number: int, moves: int, seats: int, you: int, worth: float, sums: Floats) -> None:
    """Add the playouts of one of the moves to its sums, as `search.Tally.add` does: the values, their squares, and by
    seat the scores and the wins. `worth` is that of a point of lead over the others."""
    for start in range(number * seats, len(points), moves * seats):
        least, winners, lead = points[start], 0, 0
        for seat in range(seats):
            least = min(least, points[start + seat])
            lead += points[start + seat] // 100
        for seat in range(seats):
            winners += points[start + seat] == least
        for seat in range(seats):
            sums[2 + seat] += points[start + seat] // 100
            sums[2 + seats + seat] += 1 / winners if points[start + seat] == least else 0.0
        own = points[start + you] // 100
        value = (1 / winners if points[start + you] == least else 0.0) - worth * (
            own - (lead - own) / (seats - 1)
        )
        sums[0] += value
        sums[1] += value * value


def ints(length: int) -> Ints:
    return array("q", bytes(8 * length))


def room() -> tuple[Ints, Ints, Ints, Ints]:
    """Return the arrays in which `play_out` works: a guess's order, the costs of the colours, the harms of
    the parade's cards, and a table."""
    return ints(CARDS), ints(HUES), ints(CARDS), ints(LENGTH)


def warm() -> None:
    """Compile everything for the arguments that it will have."""
    world = ints(LENGTH)
    world[SEATS] = 2
    add_up(ints(0), 0, 1, 2, 0, 0.0, array("d", bytes(8 * 6)))
    play_out(world, 0, ints(0), ints(0), 0, ints(WORDS + 1), *room(), ints(0))
