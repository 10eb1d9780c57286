"""The light policy of Parade's playouts: every seat plays the card that costs it least now, with majorities.

A seat's costs are one byte for each card: its printed value, 1 if the seat has the majority of that colour, 0 if this
card would win it. They are updated as cards are taken, so the cost of a move is a sum over a few bytes. The functions
use nothing but their arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.parade.rules.kernel import (
    ALL_COLOURS,
    BIT,
    COLUMN,
    LEAVES,
    ONE,
    SUM,
    TAKEN,
    VALUES,
    WEIGHTS,
    WIDTH,
    Table,
    colours_of,
)
from games.parade.rules.rules import DECK, KEPT

PRINTED, CROWNED, WON = bytes(range(11)), bytes([1]) * 11, bytes(11)
PAD = bytes(256 - len(DECK))
COLUMNS = COLUMN + PAD


def needed(counts: list[int], seat: int) -> int:
    """Return the number of a colour's cards with which a seat has the majority, from all seats' numbers."""
    return max(counts[:seat] + counts[seat + 1 :]) + (2 if len(counts) == 2 else 0)


@lru_cache(maxsize=1 << 15)
def column_costs(column: int, seats: int) -> tuple[bytes, ...]:
    """Return by seat what each card of a colour costs it: the printed value, 1 with the majority, 0 if it wins that."""
    fields = [column >> WIDTH * seat & 1023 for seat in range(seats)]
    counts = [field >> SUM for field in fields]
    chunks = []
    for seat, (count, field) in enumerate(zip(counts, fields, strict=True)):
        most = needed(counts, seat)
        if count + 1 < most:
            chunks.append(PRINTED)
        else:
            chunks.append(CROWNED if count >= most or field & 63 <= count else WON)
    return tuple(chunks)


def costs(rows: Sequence[tuple[bytes, ...]], seat: int) -> bytes:
    """Return what each card costs a seat, by card, as a table for `translate`."""
    a, b, c, d, e, f = rows
    return b"".join((a[seat], b[seat], c[seat], d[seat], e[seat], f[seat], PAD))


def play_sensibly(table: Table, moves: int = 1000) -> list[int]:
    """Play the cheapest cards up to the discard, or that many moves. Return the played cards.

    As for the greedy bot, each taken card costs a quarter of a point more.
    """
    # One long loop, because a call for each step would take longer than the step.
    hands, held, deck, parade = table.hands, table.held, table.deck, table.parade
    turn, left, seats = table.turn, table.left, len(table.hands)
    seen = [colours_of(held, seat) for seat in range(seats)]
    rows = [column_costs(column, seats) for column in held]
    played: list[int] = []
    while left and moves:
        moves -= 1
        hand, size = hands[turn], len(parade)
        cost, least = costs(rows, turn), 9999
        for mine in hand:
            if (reach := size - VALUES[mine]) > 0:
                took = parade[:reach].translate(cost, LEAVES[mine])
                harm = 4 * sum(took) + len(took)
            else:
                harm = 0
            if harm < least:
                least, card = harm, mine
        played.append(card)
        hand.remove(card)
        if (reach := size - VALUES[card]) > 0:
            took = parade[:reach].translate(None, LEAVES[card])
            if took:
                parade = parade[:reach].translate(None, TAKEN[card]) + parade[reach:]
                weights = WEIGHTS[turn]
                for taken in took:
                    held[COLUMN[taken]] += weights[taken]
                    seen[turn] |= BIT[taken]
                for column in set(took.translate(COLUMNS)):
                    rows[column] = column_costs(held[column], seats)
        parade += ONE[card]
        if left < 0:
            if deck:
                hand.append(deck.pop())
            if seen[turn] == ALL_COLOURS or not deck:
                left = seats
        else:
            left -= 1
        turn = turn + 1 if turn + 1 < seats else 0
    table.parade, table.turn, table.left = parade, turn, left
    return played


def keep_sensibly(table: Table) -> None:
    """Let every seat keep two cards, which become its hand: those that cost it least, or two of a colour that win its
    majority together."""
    rows = [column_costs(column, len(table.hands)) for column in table.held]
    for seat, hand in enumerate(table.hands):
        if len(hand) == KEPT:
            cost = costs(rows, seat)
            hand.sort(key=cost.__getitem__)
            if cost[hand[0]] or cost[hand[1]]:
                hand[:2] = winning_pair(table.held, len(table.hands), seat, hand) or hand[:2]
            del hand[2:]


def winning_pair(held: Sequence[int], seats: int, seat: int, hand: Sequence[int]) -> list[int]:
    """Return two of the seat's cards that win the majority of their colour together, and none of them alone; empty if
    there are none. The first colour and its lowest cards are preferred."""
    for colour, column in enumerate(held):
        pair = sorted([card for card in hand if COLUMN[card] == colour])[:2]
        if len(pair) == 2:
            counts = [(column >> WIDTH * other & 1023) >> SUM for other in range(seats)]
            if counts[seat] + 2 == needed(counts, seat):
                return pair
    return []
