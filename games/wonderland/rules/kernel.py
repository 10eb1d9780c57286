"""Wonderland for playouts: the moves of a table of small ints, which a search plays to the end many times.

The rules are binding: tests/wonderland/test_kernel.py compares every move of this kernel with them. The functions use
nothing but their arguments.
"""

from __future__ import annotations

from collections.abc import Callable

from games.wonderland.rules import scoring
from games.wonderland.rules.state import HELD as HELD_KEYS
from games.wonderland.rules.state import KEYS as ALL_KEYS
from games.wonderland.rules.state import KINDS, NOTEBOOK, PILES
from games.wonderland.rules.table import (
    ALICE,
    CHOICE,
    COVERED,
    EXPLORE,
    FIRST,
    HATTER,
    HATTERS,
    OVER,
    POWER,
    POWERS,
    QUEEN,
    RABBIT,
    RING,
    SPIRITS,
    STOPPING,
    Move,
    Table,
    usable,
)

Random = Callable[[], float]


def explorable(table: Table) -> list[int]:
    """Return the piles that the seat in turn may explore."""
    downs, ups, keys = table.downs, table.ups, table.keys
    if table.hand:
        shut = 0 if table.reuse else keys
    else:
        shut = ~keys if table.reuse else -1
    return [pile for pile in RING if not shut >> pile & 1 and (ups[pile] or downs[pile])]


def neighbours(table: Table, place: int) -> tuple[int, int]:
    """Return the piles beside one, without empty ones: the one reached by counting down, then the other."""
    downs, ups = table.downs, table.ups
    below, above = place - 1, place + 1 - PILES
    while not (ups[below] or downs[below]):
        below -= 1
    while not (ups[above] or downs[above]):
        above += 1
    return below % PILES, above % PILES


def play(table: Table, move: Move, random: Random) -> None:
    """Make a move of the seat in turn, with everything that follows from it."""
    if move[0] == EXPLORE:
        explore(table, move[1], move[2], random)
    elif move[0] == POWER:
        use(table, move[2], a=move[3], b=move[4], random=random)
    else:
        bank(table, random)


def explore(table: Table, place: int, card: int, random: Random) -> None:
    seat = table.turn
    tunnel, counts = table.tunnels[seat], table.counts[seat]
    piles = neighbours(table, place)
    table.books[seat][card] -= 1
    table.ups[place].append(card)
    if not table.keys >> place & 1:
        table.keys |= 1 << place
        table.hand -= 1
    for pile in piles:
        taken = (table.ups[pile] or table.downs[pile]).pop()
        tunnel.append(taken)
        counts[taken] += 1
        if not (table.ups[pile] or table.downs[pile]):
            look_at_end(table)
    table.phase = POWERS
    if falls(counts):
        collapse(table, random)
        return
    table.powers = usable(table)
    if not table.powers:
        go_on(table, random)


def falls(counts: list[int]) -> bool:
    a, b, c, d, e, every = counts
    least = 2 - every
    return a > least or b > least or c > least or d > least or e > least


def look_at_end(table: Table) -> None:
    """Note the end, if it is met. Called when a pile has run empty."""
    empty = len([1 for pile in RING if not (table.downs[pile] or table.ups[pile])])
    if empty >= (1 if len(table.books) == 2 else 2):
        table.ending = True


def use(table: Table, character: int, a: int, b: int, random: Random) -> None:
    seat = table.turn
    if character == ALICE:
        table.hall -= 1
        table.hand += 1
    elif character == RABBIT:
        card = table.downs[a].pop()
        table.tunnels[seat].append(card)
        table.counts[seat][card] += 1
        if not (table.downs[a] or table.ups[a]):
            look_at_end(table)
        if falls(table.counts[seat]):
            collapse(table, random)
            return
    elif character == QUEEN:
        tunnel = table.tunnels[seat]
        table.counts[seat][tunnel[a]] -= 1
        tunnel[a] |= COVERED
    elif character == HATTER:
        card = table.downs[b].pop()
        table.tunnels[a].append(card | HATTERS)
        table.counts[a][card] += 1
        if not (table.downs[b] or table.ups[b]):
            look_at_end(table)
        if falls(table.counts[a]):
            discard(table, a)
    go_on(table, random)


def discard(table: Table, seat: int) -> None:
    for entry in table.tunnels[seat]:
        table.discards[entry & 7] += 1
    table.tunnels[seat], table.counts[seat] = [], [0] * len(KINDS)


def collapse(table: Table, random: Random) -> None:
    discard(table, table.turn)
    after_turn(table, random)


def go_on(table: Table, random: Random) -> None:
    """Stop for the seat if it can't go on, or if the end has been met."""
    if table.ending or not any(table.books[table.turn]) or not explorable(table):
        bank(table, random)
    else:
        table.phase = CHOICE


def bank(table: Table, random: Random) -> None:
    seat = table.turn
    book = table.books[seat]
    for entry in table.tunnels[seat]:
        book[entry & 7] += 1
    table.tunnels[seat], table.counts[seat] = [], [0] * len(KINDS)
    after_turn(table, random)


def after_turn(table: Table, random: Random) -> None:
    lacking = NOTEBOOK - sum(table.books[table.turn])
    if lacking > 0:
        refill(table, min(lacking, sum(table.discards)), random)
    table.keys = 0
    if table.ending:
        table.phase, table.hall, table.hand = OVER, ALL_KEYS, 0
        return
    table.phase, table.hall, table.hand = FIRST, ALL_KEYS - HELD_KEYS, HELD_KEYS
    table.turn = (table.turn + 1) % len(table.books)


def refill(table: Table, number: int, random: Random) -> None:
    """Move that many random discards into the notebook of the seat in turn."""
    for _ in range(number):
        place = int(random() * sum(table.discards))
        card = 0
        while place >= table.discards[card]:
            place -= table.discards[card]
            card += 1
        table.discards[card] -= 1
        table.books[table.turn][card] += 1


def any_power(table: Table, random: Random) -> Move:
    """Return one of all power moves, with equal chances."""
    deep = [pile for pile, down in enumerate(table.downs) if down]
    free = [place for place, entry in enumerate(table.tunnels[table.turn]) if entry < HATTERS]
    piles, others = len(deep), len(table.books) - 1
    ways = (1, piles, piles, len(free) * (len(free) - 1), others * piles)
    place = int(random() * sum([ways[character] for _, character in table.powers]))
    at = 0
    while place >= ways[table.powers[at][1]]:
        place -= ways[table.powers[at][1]]
        at += 1
    card, character = table.powers[at]
    if character == QUEEN:
        cover, over = divmod(place, len(free) - 1)
        return (POWER, card, QUEEN, free[cover], free[over + (over >= cover)])
    if character == HATTER:
        other, pile = divmod(place, piles)
        return (POWER, card, HATTER, other + (other >= table.turn), deep[pile])
    return (POWER, card, character, 0 if character == ALICE else deep[place], 0)


def any_move(table: Table, random: Random) -> Move:
    """Return one of all legal moves of the seat in turn, with equal chances."""
    if table.phase == POWERS:
        return any_power(table, random)
    piles = explorable(table)
    book = table.books[table.turn]
    cards = [kind for kind in SPIRITS if book[kind]]
    place = int(random() * (len(piles) * len(cards) + table.phase))
    if place == len(piles) * len(cards):
        return STOPPING
    return (EXPLORE, piles[place // len(cards)], cards[place % len(cards)])


def play_at_random(table: Table, random: Random, moves: int = 10_000) -> list[Move]:
    """Make random moves to the end, or that many. Return them."""
    played = []
    while table.phase != OVER and moves:
        moves -= 1
        move = any_move(table, random)
        played.append(move)
        play(table, move, random)
    return played


def scores(table: Table) -> list[int]:
    """Return the current points by seat."""
    return [scoring.worth(tuple(book), table.groups) for book in table.books]


def finish(table: Table, random: Random) -> list[int]:
    """End a random playout: count. Nothing is left to chance."""
    return scores(table)
