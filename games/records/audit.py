"""The audit of stored matches: each row follows from the row before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from games.models import Move, Seat, Table
from games.records import hooks
from games.records.export import setup_of
from games.records.thinning import SPOILED
from games.rules import core, match
from games.rules.chance import Stream


def faults(table: Table, seats: Sequence[Seat], rows: Sequence[Move]) -> Iterable[tuple[int, str]]:
    """Yield `(number, fault)` for each row that doesn't follow from the row before it.

    The deal must follow from the seed and the salts, and the outcome from the last row.
    """
    rules = core.game(table.game)
    if not rows or [row.number for row in rows] != list(range(len(rows))):
        yield 0, "the rows are not numbered from 0"
        return
    try:
        state = core.redeal(rules, len(seats), rows[0].move, table.options)
    except SPOILED as error:
        yield 0, f"the deal is impossible: {error}"
        return
    if rules.dump(state) != rows[0].state:
        yield 0, "the state is not the deal's"
    if table.is_proven and _dealt(table, seats) != setup_of(rows):
        yield 0, "the deal does not follow from the seed and the salts"
    # Players of a shared deal bring no salt.
    if not table.is_imported and not table.is_shared_deal:
        yield from _salt_faults(seats)
    for hook in hooks.faults:
        yield from hook(table, seats)
    yield from _row_faults(rules, rows)
    yield from _end_faults(table, rules, seats, rows)


def _salt_faults(seats: Sequence[Seat]) -> Iterable[tuple[int, str]]:
    """Yield seats with a wrong salt. A salt that nobody chose would let the server choose between deals."""
    for seat in seats:
        if seat.is_bot and (seat.salt or seat.salt_by):
            yield 0, f"the bot of seat {seat.index} has a salt"
        elif not seat.is_bot and not (seat.salt.isascii() and seat.salt.isalnum()):
            yield 0, f"the person of seat {seat.index} has no salt"


def _dealt(table: Table, seats: Sequence[Seat]) -> dict[str, Any]:
    stream = Stream(bytes.fromhex(table.seed), [seat.salt for seat in seats])
    return core.deal(core.game(table.game), len(seats), stream, table.options)[1]


def _row_faults(rules: core.Game, rows: Sequence[Move]) -> Iterable[tuple[int, str]]:
    """Judge each row from the stored state before it, so that one wrong row is one fault."""
    for before, row in pairwise(rows):
        try:
            state = rules.load(before.state)
        except SPOILED:
            # Already reported under that row's number.
            continue
        try:
            state, events = core.play_again(
                rules, state, seat=row.seat, move=row.move, at=row.at, recorded=row.events
            )
        except SPOILED as error:
            yield row.number, f"the move is impossible: {error!r}"
            continue
        if row.at < before.at:
            yield row.number, "time runs back"
        if events != row.events:
            yield row.number, "the events are others"
        if rules.dump(state) != row.state:
            yield row.number, "the state is another"


def _end_faults(
    table: Table, rules: core.Game, seats: Sequence[Seat], rows: Sequence[Move]
) -> Iterable[tuple[int, str]]:
    last = rows[-1]
    try:
        ended = rules.outcome(rules.load(last.state))
    except SPOILED as error:
        yield last.number, f"the state can't be read: {error!r}"
        return
    if last.number != table.number:
        yield last.number, "the table counts other moves"
    if ended is not None:
        if table.outcome != match.outcome_record(ended):
            yield last.number, "the outcome is another"
    elif table.is_over and (table.outcome or {}).get("reason") not in ("resigned", "abandoned"):
        yield last.number, "the match is over without an end"
    if table.is_over and [seat.rank for seat in seats] != (table.outcome or {}).get("ranks"):
        yield last.number, "the seats hold other ranks"
