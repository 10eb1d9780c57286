"""Wonderland's tables for the compiled functions."""

from __future__ import annotations

from array import array

from games.wonderland.rules.loops import (
    BOOKS,
    CARDS,
    COUNTS,
    DEEPEST,
    DISCARDS,
    DOWN_SIZES,
    DOWNS,
    ENDING,
    HALL,
    HAND,
    LAID_KEYS,
    LENGTH,
    PAIRS,
    PHASE,
    REUSE,
    SEATS,
    SPIRITS,
    SQUARE,
    TUNNEL_SIZES,
    TUNNELS,
    TURN,
    UP_SIZES,
    UPS,
    USABLE,
    Ints,
    ints,
)
from games.wonderland.rules.table import Table


def loops_table(table: Table) -> Ints:
    """Return a table as an array."""
    loops = ints(LENGTH)
    loops[SEATS], loops[TURN], loops[PHASE] = len(table.books), table.turn, table.phase
    loops[ENDING], loops[REUSE], loops[SQUARE] = table.ending, table.reuse, table.groups == "square"
    loops[LAID_KEYS], loops[HALL], loops[HAND] = table.keys, table.hall, table.hand
    for kind, count in enumerate(table.discards):
        loops[DISCARDS + kind] = count
    for seat, book in enumerate(table.books):
        for kind, count in enumerate(book):
            loops[BOOKS + SPIRITS * seat + kind] = count
            loops[COUNTS + SPIRITS * seat + kind] = table.counts[seat][kind]
    for number, pair in enumerate(table.powers):
        loops[PAIRS + 2 * number], loops[PAIRS + 2 * number + 1] = pair
    loops[USABLE] = len(table.powers)
    set_lists(loops, DOWN_SIZES, DOWNS, DEEPEST, table.downs)
    set_lists(loops, UP_SIZES, UPS, CARDS, table.ups)
    set_lists(loops, TUNNEL_SIZES, TUNNELS, CARDS, table.tunnels)
    return loops


def set_lists(loops: Ints, sizes: int, begin: int, width: int, lists: list[list[int]]) -> None:
    for number, entries in enumerate(lists):
        loops[sizes + number] = len(entries)
        start = begin + width * number
        loops[start : start + len(entries)] = array("q", entries)
