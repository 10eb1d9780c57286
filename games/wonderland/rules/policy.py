"""The light policy of Wonderland's playouts: go on while the chance of a collapse is worth what may come.

It uses what its seat would see, the face-up tops and its own cards, and weighs other cards by the whole deck. The
functions use nothing but their arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from games.wonderland.rules.kernel import Random, explorable, neighbours, play
from games.wonderland.rules.state import DECK, KINDS
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
    RING,
    STOPPING,
    Move,
    Table,
)

UNKNOWN = len(KINDS)
WHOLE = [DECK.count(kind) for kind in KINDS]


class Weights(NamedTuple):
    """The policy's worths, in points."""

    one: float = 6.0  # the only card that is missing for a set
    two: float = 4.0  # a card of two kinds that are missing for a set
    three: float = 3.0
    four: float = 2.5
    five: float = 2.0
    other: float = 1.2  # any other character
    every: float = 5.0  # an everyone card
    unseen: float = 2.3  # an unseen card
    stay: float = 0.0  # the bonus of stopping
    laid: float = 1.0  # the share of its worth that a laid card loses
    key: float = 0.6
    look: float = 0.2
    cover: float = 2.5  # a queen's power, if the next card of a kind is the last
    shield: float = 0.8  # a queen's power otherwise
    gift: float = -0.5  # a card given to another
    spoil: float = 4.0  # the fall of another's tunnel
    dig: float = 1.0  # a rabbit's card, as a part of its worth


USED = Weights()


@lru_cache(maxsize=1 << 16)
def risk_of(counts: tuple[int, ...], tops: tuple[int, ...]) -> float:
    """Return the chance that a tunnel with these counts falls when these tops join it. Those that are UNKNOWN have the
    chances of the whole deck."""
    total = bad = 0.0
    for kinds in product(*[range(UNKNOWN) if card == UNKNOWN else (card,) for card in tops]):
        ways = 1.0
        for kind, card in zip(kinds, tops, strict=True):
            ways *= WHOLE[kind] if card == UNKNOWN else 1
        after = list(counts)
        for kind in kinds:
            after[kind] += 1
        total += ways
        bad += ways * (max(after[:5]) + after[5] > 2)
    return bad / total


def values(book: Sequence[int], counts: Sequence[int], square: bool) -> list[float]:
    """Return by kind the worth of one more card to a seat with this notebook and tunnel; last, of an unseen one."""
    both = [a + b for a, b in zip(book[:5], counts, strict=False)]
    if square:
        worths = [2.0 * count + 1 for count in both]
        return [*worths, USED.every, sum(worths) / 5 + 0.5]
    least = min(both)
    lacked, other = USED[both.count(least) - 1], USED.other
    return [*[lacked if count == least else other for count in both], USED.every, USED.unseen]


def best_exploration(table: Table) -> tuple[float, Move]:
    """Return the exploration with the highest expected gain, and by how much it beats stopping."""
    seat = table.turn
    book, counts = table.books[seat], table.counts[seat]
    worth = values(book, counts, table.groups == "square")
    at_risk = sum([worth[entry & 7] for entry in table.tunnels[seat]])
    state = tuple(counts)
    tops = [(up[-1] if up else UNKNOWN) for up in table.ups]
    best, chosen = -1000.0, -1
    for pile in explorable(table):
        below, above = neighbours(table, pile)
        a, b = tops[below], tops[above]
        risk = risk_of(state, (a, b))
        gain = (1 - risk) * (worth[a] + worth[b]) - risk * at_risk
        if gain > best:
            best, chosen = gain, pile
    card = cheapest(book)
    return best - USED.laid * worth[card] - USED.stay, (EXPLORE, chosen, card)


def cheapest(book: Sequence[int]) -> int:
    """Return the kind that a notebook misses least: the one it has most of."""
    most = max(book[:5])
    return book.index(most) if most else EVERYONE


def best_power(table: Table) -> Move:
    counts = table.counts[table.turn]
    best = -1000.0
    move: Move = ()
    for card, character in table.powers:
        a = b = 0
        if character == ALICE:
            merit = USED.key
        elif character == QUEEN:
            a, b = covering(table)
            merit = USED.cover if max(counts[:5]) + counts[5] > 1 else USED.shield
        elif character == HATTER:
            merit, a = target(table)
            b = deepest(table)
        else:
            a = deepest(table)
            merit = USED.look
            if character == RABBIT:
                risk = risk_of(tuple(counts), (UNKNOWN,))
                merit = USED.dig * (1 - risk) * USED.unseen - risk * USED.unseen * len(
                    table.tunnels[table.turn]
                )
        if merit > best:
            best, move = merit, (POWER, card, character, a, b)
    return move


def deepest(table: Table) -> int:
    return max(RING, key=lambda pile: len(table.downs[pile]))


def covering(table: Table) -> tuple[int, int]:
    """Return what a queen covers, the kind that threatens most, and with which card."""
    tunnel, counts = table.tunnels[table.turn], table.counts[table.turn]
    free = [place for place, entry in enumerate(tunnel) if entry < HATTERS]
    cover = max(free, key=lambda place: 10 if tunnel[place] == EVERYONE else counts[tunnel[place]])
    return cover, free[0] if free[0] != cover else free[1]


def target(table: Table) -> tuple[float, int]:
    """Return the seat that a hatter's card harms most, and its worth."""
    best, seat = -1000.0, 0
    for other, counts in enumerate(table.counts):
        if other != table.turn:
            risk = risk_of(tuple(counts), (UNKNOWN,))
            if risk > best:
                best, seat = risk, other
    return USED.spoil * best + USED.gift, seat


def sensible(table: Table) -> Move:
    """Return the light policy's move."""
    if table.phase == POWERS:
        return best_power(table)
    gain, move = best_exploration(table)
    return STOPPING if table.phase == CHOICE and gain <= 0 else move


def finish_turn(table: Table, random: Random) -> None:
    """Make the light policy's moves to the end of the current turn."""
    seat = table.turn
    while table.phase != OVER and table.turn == seat:
        play(table, sensible(table), random)
