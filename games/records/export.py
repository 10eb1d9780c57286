"""Export of match records (docs/match-record.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.models import Move, Seat, SeatEvent, Table
from games.records import hooks, thinning
from games.records.hooks import is_sealed
from games.rules import core, match


def rows_of(table: Table) -> list[Move]:
    """Return the table's moves from the deal on, in one query. Positions that were thinned out are computed again."""
    rows = list(Move.objects.filter(table=table))
    thinning.fill(table, rows)
    return rows


def setup_of(rows: Sequence[Move]) -> dict[str, Any]:
    """Return the setup of a match from its rows: the cards and who began, without what else the row of the deal has."""
    return {name: rows[0].move[name] for name in ("first", "deck")}


def played_in(rows: Sequence[Move]) -> list[tuple[int | None, core.Move, list[core.Event], int]]:
    """Return the seat, move, events and time of each row after the deal."""
    return [(row.seat, row.move, row.events, row.at) for row in rows[1:]]


def seat_events_of(table: Table) -> list[SeatEvent]:
    """Return the events of the table's seats, oldest first."""
    return list(SeatEvent.objects.filter(table=table))


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
