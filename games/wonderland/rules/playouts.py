"""Wonderland's light policy and learnt value over the tables of loops.py, which numba compiles.

They do the same as `policy` and `value`: tests/wonderland/test_loops.py compares them. numba compiles this file again
only when it changes itself, not when one that it imports does: delete what is in NUMBA_CACHE_DIR then.
"""

from __future__ import annotations

from array import array
from itertools import product
from math import exp
from typing import NamedTuple

from games.rules.fast import compiled
from games.wonderland.rules import policy as policies
from games.wonderland.rules.loops import (
    BOOKS,
    CARDS,
    CHARACTERS,
    COUNTS,
    DOWN_SIZES,
    ENDING,
    MOST,
    PAIRS,
    PHASE,
    SEATS,
    SPIRITS,
    SQUARE,
    TUNNEL_SIZES,
    TUNNELS,
    TURN,
    UP_SIZES,
    USABLE,
    Floats,
    Ints,
    Move,
    free_place,
    is_explorable,
    neighbour,
    play,
    top,
)
from games.wonderland.rules.policy import UNKNOWN
from games.wonderland.rules.scoring import ALL_FIVE, SET
from games.wonderland.rules.state import PILES
from games.wonderland.rules.table import (
    ALICE,
    CHOICE,
    EVERYONE,
    EXPLORE,
    HATTER,
    HATTERS,
    OVER,
    POWER,
    POWERS,
    QUEEN,
    RABBIT,
    STOP,
)

# Places in policy.Weights. Before them are the worths of a card that is missing for a set.
OTHER, EVERY, UNSEEN, STAY, LAID, KEY, LOOK, COVER, SHIELD, GIFT, SPOIL, DIG = range(5, 17)
TOPS = UNKNOWN + 1
# A row of the value's weights has those of the features, by place in the order of turns, then by the number of kinds
# of which a notebook has fewest, then the others; last the spread (value.Row).
LACKING, OTHERS, FEATURES, ROW = MOST, MOST + CHARACTERS, MOST + 2 * CHARACTERS, MOST + 2 * CHARACTERS + 1


class Policy(NamedTuple):
    """The light policy: its weights, the risk by tunnel (`state_of`) and two tops (UNKNOWN: an unseen card), and the
    risk by tunnel of one unseen card. `worths` is room to work in."""

    weights: Floats
    risks: Floats
    single_risks: Floats
    worths: Floats


class Value(NamedTuple):
    """Learnt values: the rows of weights of each by the number of cards until the end, how many rows each has, and the
    worth of a point of lead. `features` is room to work in; `ends` and `chances` are the results by seat."""

    weights: Floats
    longest: int
    margin: float
    features: Floats
    ends: Floats
    chances: Floats


@compiled
def state_of(table: Ints, seat: int) -> int:
    """Return a number for the kinds in a tunnel that stands. It has at most two of each."""
    state = 0
    for kind in range(SPIRITS):
        state = 3 * state + table[COUNTS + SPIRITS * seat + kind]
    return state


@compiled
def set_worths(table: Ints, policy: Policy) -> None:
    """Set by kind what one more card is worth to the seat in turn; last, what an unseen one is."""
    seat, worths, weights = table[TURN], policy.worths, policy.weights
    book, counts = BOOKS + SPIRITS * seat, COUNTS + SPIRITS * seat
    worths[EVERYONE], worths[UNKNOWN] = weights[EVERY], weights[UNSEEN]
    if table[SQUARE] > 0:
        total = 0.0
        for kind in range(CHARACTERS):
            worths[kind] = 2.0 * (table[book + kind] + table[counts + kind]) + 1
            total += worths[kind]
        worths[UNKNOWN] = total / 5 + 0.5
        return
    least, lacking = 127, 0
    for kind in range(CHARACTERS):
        least = min(least, table[book + kind] + table[counts + kind])
    for kind in range(CHARACTERS):
        lacking += table[book + kind] + table[counts + kind] == least
    for kind in range(CHARACTERS):
        is_least = table[book + kind] + table[counts + kind] == least
        worths[kind] = weights[lacking - 1] if is_least else weights[OTHER]


@compiled
def cheapest(table: Ints, seat: int) -> int:
    """Return the kind that a notebook misses least: the one it has most of."""
    most, chosen = 0, EVERYONE
    for kind in range(CHARACTERS):
        if table[BOOKS + SPIRITS * seat + kind] > most:
            most, chosen = table[BOOKS + SPIRITS * seat + kind], kind
    return chosen


@compiled
def exploration(table: Ints, policy: Policy) -> Move:
    """Return the exploration with the highest expected gain, or that the seat stops if it may and that is better."""
    seat, worths = table[TURN], policy.worths
    set_worths(table, policy)
    at_risk = 0.0
    for place in range(table[TUNNEL_SIZES + seat]):
        at_risk += worths[table[TUNNELS + CARDS * seat + place] & 7]
    state, best, chosen = TOPS * TOPS * state_of(table, seat), -1000.0, -1
    for pile in range(PILES):
        if is_explorable(table, pile):
            a = top(table, neighbour(table, pile, PILES - 1))
            b = top(table, neighbour(table, pile, 1))
            risk = policy.risks[state + TOPS * a + b]
            gain = (1 - risk) * (worths[a] + worths[b]) - risk * at_risk
            if gain > best:
                best, chosen = gain, pile
    card = cheapest(table, seat)
    best -= policy.weights[LAID] * worths[card] + policy.weights[STAY]
    if best <= 0 and table[PHASE] == CHOICE:
        return (STOP, 0, 0, 0, 0)
    return (EXPLORE, chosen, card, 0, 0)


@compiled
def deepest(table: Ints) -> int:
    best = 0
    for pile in range(PILES):
        if table[DOWN_SIZES + pile] > table[DOWN_SIZES + best]:
            best = pile
    return best


@compiled
def threatening(table: Ints) -> int:
    """Return the place of the free card in the own tunnel whose kind threatens most."""
    seat, most, best = table[TURN], -1, 0
    for place in range(table[TUNNEL_SIZES + seat]):
        entry = table[TUNNELS + CARDS * seat + place]
        if entry < HATTERS:
            threat = 10 if entry == EVERYONE else table[COUNTS + SPIRITS * seat + entry]
            if threat > most:
                most, best = threat, place
    return best


@compiled
def power(table: Ints, policy: Policy) -> Move:
    """Return the power move of the highest merit."""
    seat, weights, best = table[TURN], policy.weights, -1000.0
    counts, risks = COUNTS + SPIRITS * seat, policy.single_risks
    move = (POWER, 0, 0, 0, 0)
    for number in range(table[USABLE]):
        card, character = table[PAIRS + 2 * number], table[PAIRS + 2 * number + 1]
        a, b = 0, 0
        if character == ALICE:
            merit = weights[KEY]
        elif character == QUEEN:
            a, b = threatening(table), free_place(table, 0)
            if a == b:
                b = free_place(table, 1)
            most = 0
            for kind in range(CHARACTERS):
                most = max(most, table[counts + kind])
            merit = weights[COVER] if most + table[counts + EVERYONE] > 1 else weights[SHIELD]
        elif character == HATTER:
            highest = -1000.0
            for other in range(table[SEATS]):
                if other != seat and risks[state_of(table, other)] > highest:
                    highest, a = risks[state_of(table, other)], other
            b = deepest(table)
            merit = weights[SPOIL] * highest + weights[GIFT]
        else:
            a = deepest(table)
            merit = weights[LOOK]
            if character == RABBIT:
                risk, unseen = risks[state_of(table, seat)], weights[UNSEEN]
                merit = weights[DIG] * (1 - risk) * unseen - risk * unseen * table[TUNNEL_SIZES + seat]
        if merit > best:
            best, move = merit, (POWER, card, character, a, b)
    return move


@compiled
def sensible(table: Ints, policy: Policy) -> Move:
    """Return the light policy's move."""
    if table[PHASE] == POWERS:
        return power(table, policy)
    return exploration(table, policy)


@compiled
def finish_turn(table: Ints, policy: Policy, twister: Ints) -> None:
    """Make the light policy's moves to the end of the current turn."""
    seat = table[TURN]
    while table[PHASE] != OVER and table[TURN] == seat:
        play(table, sensible(table, policy), twister)


@compiled
def points(table: Ints, seat: int) -> int:
    """Return the current points of a notebook."""
    book, least, best = BOOKS + SPIRITS * seat, 127, 0
    for kind in range(CHARACTERS):
        least = min(least, table[book + kind])
    for sets in range(least + 1):
        total = SET * sets + ALL_FIVE * table[book + EVERYONE]
        for kind in range(CHARACTERS):
            rest = table[book + kind] - sets
            total += rest * rest if table[SQUARE] > 0 else rest
        best = max(best, total)
    return best


@compiled
def cards_to_end(table: Ints) -> int:
    """Return the number of cards on the piles that will be empty at the end, with the fewest cards; 0 at the end."""
    if table[ENDING] > 0:
        return 0
    least = second = 127
    for pile in range(PILES):
        cards = table[DOWN_SIZES + pile] + table[UP_SIZES + pile]
        if cards < least:
            least, second = cards, least
        elif cards < second:
            second = cards
    return least if table[SEATS] == 2 else least + second


@compiled
def set_features(table: Ints, seat: int, features: Floats, start: int) -> None:
    """Set the features of a seat's growth, in the order of a row of weights."""
    book, least, most, cards = BOOKS + SPIRITS * seat, 127, 0, 0
    for at in range(FEATURES):
        features[start + at] = 0.0
    for kind in range(CHARACTERS):
        count = table[book + kind]
        least, most, cards = min(least, count), max(most, count), cards + count
    lacking, over = 0, 0
    for kind in range(CHARACTERS):
        lacking += table[book + kind] == least
        over += table[book + kind] - least > 1
    features[start + (seat - table[TURN] + table[SEATS]) % table[SEATS]] = 1.0
    features[start + LACKING + lacking - 1] = 1.0
    rest = start + OTHERS
    features[rest], features[rest + 1], features[rest + 2] = over, cards + table[book + EVERYONE], most
    features[rest + 3], features[rest + 4] = table[book + EVERYONE], table[TUNNEL_SIZES + seat]


@compiled
def evaluate(table: Ints, value: Value, number: int) -> None:
    """Set the expected points and the chances of a table between two turns, by the value of that number."""
    seats, cards, most = table[SEATS], cards_to_end(table), -1000.0
    row = ROW * (value.longest * number + min(cards, value.longest) - 1)
    for seat in range(seats):
        end = float(points(table, seat))
        if cards > 0:
            set_features(table, seat, value.features, 0)
            for at in range(FEATURES):
                end += value.weights[row + at] * value.features[at]
        value.ends[seat] = end
        most = max(most, end)
    total = 0.0
    for seat in range(seats):
        if cards > 0:
            odds = exp((value.ends[seat] - most) / value.weights[row + FEATURES])
        else:
            odds = 1.0 if value.ends[seat] == most else 0.0
        value.chances[seat] = odds
        total += odds
    for seat in range(seats):
        value.chances[seat] /= total


def policy_of(weights: policies.Weights = policies.USED) -> Policy:
    """Return the light policy for compiled functions."""
    risks, single_risks = floats(3**SPIRITS * TOPS * TOPS), floats(3**SPIRITS)
    for state, counts in enumerate(product(range(3), repeat=SPIRITS)):
        single_risks[state] = policies.risk_of(counts, (UNKNOWN,))
        for tops in product(range(TOPS), repeat=2):
            risks[TOPS * TOPS * state + TOPS * tops[0] + tops[1]] = policies.risk_of(counts, tops)
    return Policy(array("d", weights), risks, single_risks, floats(TOPS))


def floats(length: int) -> Floats:
    return array("d", bytes(8 * length))
