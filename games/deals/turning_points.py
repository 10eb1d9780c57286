"""The turns on which a try and one of the best tries differ. Both had the same cards and answers, so the first
different move tells when, and the points after each turn tell the cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
    mine = _turns(own)
    rivals = [attempt for attempt in others if attempt.pk != own.pk and attempt.table is not None]
    return [(attempt, turning(mine, _turns(attempt))) for attempt in rivals]


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


def _turns(attempt: Try) -> list[Turn]:
    assert attempt.table is not None
    rules = core.game(attempt.table.game)
    return [_turn(rules, moves, last) for moves, last in turns(attempt.table)]


def turns(table: Table) -> list[tuple[list[Move], Move]]:
    """Return the person's turns: the moves of each, and the last of the bots' answers to it.

    A turn may have several moves.
    """
    found: list[tuple[list[Move], Move]] = []
    before = None
    for row in export.rows_of(table)[1:]:
        if row.seat == bot_matches.SEAT and before != row.seat:
            found.append(([row], row))
        elif found:
            moves, _last = found[-1]
            found[-1] = ([*moves, row] if row.seat == bot_matches.SEAT else moves, row)
        before = row.seat
    return found


def _turn(rules: core.Game, moves: Sequence[Move], last: Move) -> Turn:
    state: Any = rules.load(last.state)
    return Turn(moves[0].number, [move.move for move in moves], rules.order(state, bot_matches.SEAT)[0])
