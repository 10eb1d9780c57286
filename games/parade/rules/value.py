"""The worth of a card of Parade: an estimate of the seat's share of the win after it is played.

It is a small neural network over what the seat knows then, before it draws. Each colour is described by rows of
weights: those of the seat's cards and of the hidden ones with what they would take, of the parade's cards with the
number of cards behind them, and of what lies before each seat. The sums of a colour's rows are cut off at 0, and the
six colours added up. They go into a second layer with rows of the whole match. learning.py learns the weights in
weights.json. The functions use nothing but their arguments and that file.

Weights are whole numbers, and a row of them is one int with 64 bits for each, because Python adds such ints ten times
as fast as lists.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import exp
from operator import mul
from pathlib import Path
from typing import NamedTuple

from games.parade.rules.kernel import COLUMN, LEAVES, ONE, SUM, TAKEN, VALUES, WIDTH, Table, lay, points
from games.parade.rules.policy import column_costs, costs
from games.parade.rules.rules import COLOURS

WEIGHTS = Path(__file__).with_name("weights.json")
# A weight is a whole number of this size.
STEP = 0.01
BITS, HALF = 64, 1 << 63

# The rows of a colour. Points are counted as a seat's majorities are now.
HARMS = 5  # 0, 1 or 2, 3 to 5, 6 to 9, and more points
BEHIND = 12  # cards behind a card of the parade, the last for more
CARDS, SUMS = 8, 12  # cards before a seat, and a third of the sum of their values; the last for more
LEADS = 4  # cards more or less than the best of the others, at most
HAND = 0  # by value and harm, a card of the seat
HIDDEN = HAND + 11 * HARMS  # by value and harm to the next seat, a hidden card
QUEUED = HIDDEN + 11 * HARMS  # by value and cards behind it, a card of the parade
LEAD = QUEUED + 11 * BEHIND
HELD = LEAD + 2 * LEADS + 1  # by seat, from this one round: by cards and sum
COLOUR_ROWS = {seats: HELD + CARDS * SUMS * seats for seats in (2, 6)}

# The rows of the match.
DECKS, LEFTS, PARADES, HANDS, SEATS, AHEADS, HUES, SCORES = 29, 8, 24, 6, 7, 25, 7, 21
DECK = 0  # half of the cards in the deck
LEFT = DECK + DECKS  # turns left in the last round, plus 1
LENGTH = LEFT + LEFTS  # of the parade
SIZE = LENGTH + PARADES  # of the hand
TABLE = SIZE + HANDS  # seats
AHEAD = TABLE + SEATS  # points less those of the best of the others, plus 12
PLACE = AHEAD + AHEADS  # by seat, from this one round: colours, then a third of the points
MATCH_ROWS = {seats: PLACE + (HUES + SCORES) * seats for seats in (2, 6)}

# By harm, its number among HARMS.
HARM = bytes([0, 1, 1, 2, 2, 2, 3, 3, 3, 3]) + bytes([4]) * 400


class Network(NamedTuple):
    """The weights: packed rows of the colours and of the match, packed rows of the second layer by its input, and the
    last layer with its constant at the end."""

    colour: list[int]
    match: list[int]
    mixed: list[int]
    last: list[int]


def packed(row: Sequence[int]) -> int:
    """Return whole numbers as one."""
    return sum([number << BITS * place for place, number in enumerate(row)])


def cut_off(row: int, size: int) -> list[int]:
    """Return the numbers of a packed row, 0 for those below 0."""
    # With a half added, each is above 0 and takes nothing from the next one.
    halves = int.from_bytes(HALF.to_bytes(8, "little") * size, "little")
    lifted = array("Q", (row + halves).to_bytes(8 * size, "little"))
    return [number - HALF if number > HALF else 0 for number in lifted]


def seats_of(seats: int) -> int:
    """Return the most seats of the network that knows a match of so many."""
    return 2 if seats == 2 else 6


@cache
def network(most: int) -> Network:
    """Return the network for two seats, or for three to six."""
    return network_of(json.loads(WEIGHTS.read_text())[str(most)])


def network_of(weights: Mapping[str, Sequence[Sequence[int]]]) -> Network:
    """Return a network with these weights, as weights.json has them."""
    # The second layer's sums are of products, so whatever is added to them has to be as large.
    return Network(
        colour=[packed(row) for row in weights["colour"]],
        match=[round(1 / STEP) * packed(row) for row in weights["match"]],
        mixed=[packed(row) for row in weights["mixed"]],
        last=list(weights["last"][0]),
    )


def chances(table: Table) -> list[float]:
    """Return for each card of the seat in turn its share of the win once it has played it."""
    seat, seats = table.turn, len(table.hands)
    net = network(seats_of(seats))
    hidden = [card for cards in (*table.hands[:seat], *table.hands[seat + 1 :], table.deck) for card in cards]
    return [chance(net, *rows_after(table, card, hidden)) for card in table.hands[seat]]


def best(table: Table) -> int:
    """Return the card of the seat in turn that is worth most."""
    worths = chances(table)
    return table.hands[table.turn][worths.index(max(worths))]


def chance(net: Network, colours: Iterable[Sequence[int]], match: Sequence[int]) -> float:
    """Return the share of the win of a position that has these rows."""
    size = len(net.mixed)
    layers = [cut_off(sum([net.colour[row] for row in rows]), size) for rows in colours]
    pooled = map(sum, zip(*layers, strict=True))
    total = sum([net.match[row] for row in match]) + sum(map(mul, pooled, net.mixed))
    outputs = cut_off(total, len(net.last) - 1)
    score = STEP**3 * sum(map(mul, outputs, net.last)) + STEP * net.last[-1]
    return 1 / (1 + exp(-score))


def rows_after(table: Table, card: int, hidden: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Return the rows of each colour and those of the match once the seat in turn has played a card."""
    seat, seats, parade, held = table.turn, len(table.hands), table.parade, table.held
    took = b""
    if (reach := len(parade) - VALUES[card]) > 0:
        took = parade[:reach].translate(None, LEAVES[card])
        if took:
            parade = parade[:reach].translate(None, TAKEN[card]) + parade[reach:]
            held = held[:]
            lay(held, seat, took)
    parade += ONE[card]
    colours: list[list[int]] = [[] for _ in COLOURS]
    round_from = [*range(seat, seats), *range(seat)]
    columns = [column_costs(column, seats) for column in held]
    hand = [mine for mine in table.hands[seat] if mine != card]
    for first, cards, payer in ((HAND, hand, seat), (HIDDEN, hidden, round_from[1])):
        cost = costs(columns, payer)
        for mine in cards:
            harm = 0
            if (reach := len(parade) - VALUES[mine]) > 0:
                harm = HARM[sum(parade[:reach].translate(cost, LEAVES[mine]))]
            colours[COLUMN[mine]].append(first + HARMS * VALUES[mine] + harm)
    for behind, queued in enumerate(reversed(parade)):
        colours[COLUMN[queued]].append(QUEUED + BEHIND * VALUES[queued] + min(behind, BEHIND - 1))
    totals, hues = [0] * seats, [0] * seats
    for rows, column in zip(colours, held, strict=True):
        scores = points(column, seats)
        fields = [column >> WIDTH * other & 1023 for other in round_from]
        counts = [field >> SUM for field in fields]
        lead = counts[0] - max(counts[1:])
        rows.append(LEAD + max(-LEADS, min(LEADS, lead)) + LEADS)
        for place, (other, count, field) in enumerate(zip(round_from, counts, fields, strict=True)):
            shape = SUMS * min(count, CARDS - 1) + min((field & 63) // 3, SUMS - 1)
            rows.append(HELD + CARDS * SUMS * place + shape)
            totals[place] += scores[other] // 100
            hues[place] += count > 0
    left = table.left - 1
    if table.left < 0:
        ends = len(table.deck) <= 1 or (took and hues[0] == len(COLOURS))
        left = seats if ends else -1
    ahead = totals[0] - min(totals[1:])
    match = [
        DECK + len(table.deck) // 2,
        LEFT + left + 1,
        LENGTH + min(len(parade), PARADES - 1),
        SIZE + len(hand),
        TABLE + seats,
        AHEAD + max(-12, min(12, ahead)) + 12,
    ]
    for place, (total, colour_count) in enumerate(zip(totals, hues, strict=True)):
        first = PLACE + (HUES + SCORES) * place
        match += [first + colour_count, first + HUES + min(total // 3, SCORES - 1)]
    return colours, match
