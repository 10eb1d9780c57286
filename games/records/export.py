"""Export of match records (docs/match-record.md), and the audit of stored matches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from games.models import Move, Seat, SeatEvent, Table
from games.records import hooks, thinning
from games.records.hooks import is_sealed
from games.records.thinning import SPOILED
from games.rules import core, match
from games.rules.chance import Stream


def rows_of(table: Table) -> list[Move]:
    """Return the table's moves from the deal on, in one query. Positions that were thinned out are computed again."""
    rows = list(Move.objects.filter(table=table).order_by("number"))
    thinning.fill(table, rows)
    return rows


def seat_events_of(table: Table) -> list[SeatEvent]:
    """Return the events of the table's seats, oldest first."""
    return list(SeatEvent.objects.filter(table=table).order_by("id"))


def export(table: Table, seats: Sequence[Seat], rows: Sequence[Move], viewer: int | None) -> dict[str, Any]:
    """Return the match record.

    While the match runs, it holds only what `viewer` (None: a spectator) may know: hidden cards are null, deck and seed
    are left out.
    """
    rules, over = core.game(table.game), table.is_over
    # What others still play is proven later: a finished match's `shuffle` has the seed, or is left out.
    has_shuffle = table.is_proven and not (over and is_sealed(table))
    deal = rows[0].move
    setup = {"first": deal["first"]} | ({"deck": deal["deck"]} if over else {})
    origin = table.origin or {"match": table.pk, "kinds": _kinds(seats, deal)}
    shuffle: dict[str, Any] = {"commitment": table.commitment, "salts": [seat.salt for seat in seats]}
    if any(seat.salt_by for seat in seats):
        shuffle["drawn_by"] = [seat.salt_by or None for seat in seats]
    return (
        match.record(
            table.game,
            origin["match"],
            seats=[_seat(seat, kind) for seat, kind in zip(seats, origin["kinds"], strict=True)],
            options=table.options,
            setup=setup,
            moves=[
                _entry(rules, seats, row=row, viewer=viewer, over=over, imported=table.is_imported)
                for row in rows[1:]
            ],
            outcome=table.outcome,
            shuffle=shuffle | ({"seed": table.seed} if over else {}) if has_shuffle else None,
        )
        | ({"origin": table.begun_from} if table.begun_from else {})
        | ({"deal": table.deal} if table.deal else {})
        | {name: value for hook in hooks.exported for name, value in hook(table).items()}
        | {"rules": table.rules}
    )


def _kinds(seats: Sequence[Seat], deal: dict[str, Any]) -> list[str]:
    """Return the kind of each seat when the match began; for matches older than this data, the present kind."""
    guests = deal.get("guests")
    if guests is None:
        guests = [seat.index for seat in seats if seat.user is not None and seat.user.is_guest]
    return ["bot" if seat.level else "guest" if seat.index in guests else "member" for seat in seats]


def _seat(seat: Seat, kind: str) -> dict[str, Any]:
    if seat.level:
        return {"name": seat.name, "kind": "bot", "level": seat.level}
    entry: dict[str, Any] = {"name": seat.name, "kind": kind}
    if seat.resigned is not None:
        entry["resigned"] = seat.resigned
    return entry


def _entry(
    rules: core.Game, seats: Sequence[Seat], row: Move, viewer: int | None, over: bool, imported: bool
) -> dict[str, Any]:
    move, events = row.move, row.events
    if not over:
        move, events = rules.redacted(row.seat, move, events, viewer)
    entry: dict[str, Any] = {"n": row.number, "seat": row.seat, "at": row.at, "move": move, "events": events}
    # A bot's own seat needs no mark. Imported records keep theirs.
    if row.by == Move.By.BOT and row.seat is not None and (imported or not seats[row.seat].is_bot):
        entry["by"] = "bot"
    if row.timing is not None:
        entry["timing"] = row.timing
    return entry


def judged_here(table: Table) -> bool:
    """Return True if the match was played under the present version of the rules."""
    return table.rules == core.game(table.game).VERSION


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
    if table.is_proven and _dealt(table, seats) != {name: rows[0].move[name] for name in ("first", "deck")}:
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
