"""The turns on which a try and one of the best tries differ. Both had the same cards and answers, so the first
different move tells when, and the points after each turn tell the cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from games.deals import bot_matches
from games.deals.models import Try
from games.models import Move, Table
from games.records import export
from games.rules import core


@dataclass(frozen=True)
class Turn:
    """A turn of the person: its moves, the number of the first of them, and the seat's value before its next turn
    (lower is better)."""

    number: int
    moves: Sequence[core.Move]
    worth: int


@dataclass(frozen=True)
class Pair:
    """The same turn of two tries: its number, and the number of its move in both."""

    turn: int
    own: int
    other: int


@dataclass(frozen=True)
class Turning:
    """The first turn on which two tries differ, and the turn after which one's own lost most points."""

    parted: Pair | None
    lost: Pair | None
    points: int


def against(own: Try, others: Sequence[Try]) -> list[tuple[Try, Turning]]:
    """Return the turning points against each of these tries."""
    if own.table is None:
        return []
    mine = turns(own.table)
    rivals = [(attempt, attempt.table) for attempt in others if attempt.pk != own.pk]
    return [(attempt, turning(mine, turns(table))) for attempt, table in rivals if table is not None]


def turning(mine: Sequence[Turn], other: Sequence[Turn]) -> Turning:
    pairs = [
        (Pair(turn, a.number, b.number), a, b)
        for turn, (a, b) in enumerate(zip(mine, other, strict=False), 1)
    ]
    parted = next((pair for pair, a, b in pairs if a.moves != b.moves), None)
    points, lost, behind = 0, None, 0
    for pair, a, b in pairs:
        now = a.worth - b.worth
        if now - behind > points:
            points, lost = now - behind, pair
        behind = now
    return Turning(parted, lost, points)


def turns(table: Table) -> list[Turn]:
    """Return the person's turns. Each ends with the bots' answers to it."""
    rules, rows = core.game(table.game), export.rows_of(table)
    firsts = begins([row.seat for row in rows])
    return [_turn(rules, rows[first:after]) for first, after in pairwise([*firsts, len(rows)])]


def begins(seats: Sequence[int | None]) -> list[int]:
    """Return where the person's turns begin in a list of the seats that moved. A turn may have several moves."""
    own = bot_matches.SEAT
    pairs = enumerate(pairwise([None, *seats]))
    return [place for place, (before, seat) in pairs if seat == own and before != own]


def _turn(rules: core.Game, rows: Sequence[Move]) -> Turn:
    moves = [row.move for row in rows if row.seat == bot_matches.SEAT]
    state: Any = rules.load(rows[-1].state)
    return Turn(rows[0].number, moves, rules.order(state, bot_matches.SEAT)[0])
