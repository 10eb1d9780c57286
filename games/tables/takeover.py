"""Seats that a bot takes over within a match, or their people take back: out of time, back, resigned. Each is a
`SeatEvent`, of which the log has a line."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.models import Seat, SeatEvent, Table
from games.rules import core
from games.tables import clocks
from games.tables.deadlines import set_clock
from games.tables.moves import finish
from games.tables.snapshot import Snapshot
from games.tables.storage import load, retried, save

# Whose time has run out so often in one match has resigned.
LAPSES = 3
Kind = SeatEvent.Kind


def time_out(table_id: str, index: int, later: timedelta = timedelta()) -> Snapshot:
    """A person's time has run out: a bot plays the seat until its person takes it back, the third time to the
    end. The bot begins `later`, where many seats are overdue at once. A deadline that a vacation has moved since
    it was stored is put right instead."""

    def change() -> Snapshot:
        snapshot, now = load(table_id), timezone.now()
        snapshot.require_running()
        table, seat = snapshot.table, snapshot.seats[index]
        if seat.played_by_bot or seat.deadline is None or seat.deadline > now:
            raise core.Refused("stale")
        due = None if table.is_live else clocks.deadline(table, seat, snapshot.pauses(seat))
        if due is not None and due > now:
            seat.deadline = due
            return save(snapshot, [seat])
        seat.bank_ms, seat.lapses = 0, seat.lapses + 1
        if seat.lapses >= LAPSES:
            return _give_up(snapshot, seat, now + later, Kind.OUT_FOR_GOOD)
        seat.stand_in = True
        set_clock(snapshot, seat, now + later)
        return save(snapshot, [seat], _event(snapshot, seat, Kind.OUT_OF_TIME, now))

    return retried(change)


def ran_out(table: Table, seat: Seat) -> bool:
    """Whether the seat has resigned because its time ran out too often. A race, where moves have no time, counts
    absences as lapses, and nobody loses a seat by them."""
    return seat.resigned is not None and seat.lapses >= LAPSES and table.has_clock


def take_back(table_id: str, person: int | None) -> Snapshot:
    """The person plays their own seat again, with a full increment if it is awaited."""

    def attempt() -> Snapshot:
        snapshot, now = load(table_id), timezone.now()
        snapshot.require_running()
        seat = snapshot.require_seat(person)
        if seat.resigned is not None:
            raise core.Refused("resigned")
        if not seat.stand_in:
            raise core.Refused("nothing_to_take_back")
        seat.stand_in = False
        if seat.is_awaited:
            seat.awaited_since = now
        if seat.is_awaited or snapshot.rules.REAL_TIME:
            set_clock(snapshot, seat, now)
        event = None if snapshot.rules.REAL_TIME else _event(snapshot, seat, Kind.IS_BACK, now)
        return save(snapshot, [seat], event, **snapshot.touched(now))

    return retried(attempt)


def resign(table_id: str, person: int | None) -> Snapshot:
    """Of two seats: the match is over, this seat last. Of more: a bot plays it to the end; if no person is
    left the match ends as abandoned."""

    def attempt() -> Snapshot:
        snapshot, now = load(table_id), timezone.now()
        seat = snapshot.require_seat(person)
        snapshot.require_running()
        if seat.resigned is not None:
            raise core.Refused("resigned")
        return _give_up(snapshot, seat, now, Kind.RESIGNED, **snapshot.touched(now))

    return retried(attempt)


def _give_up(snapshot: Snapshot, seat: Seat, now: datetime, why: SeatEvent.Kind, **fields: Any) -> Snapshot:
    """Store that a seat has resigned; its bot's clock begins `now`."""
    seat.resigned, seat.stand_in = snapshot.table.number, False
    event = _event(snapshot, seat, why, timezone.now())
    ended = _ended_by_leaving(snapshot, seat)
    if ended is not None:
        return save(snapshot, snapshot.seats, event, **fields | finish(snapshot, ended))
    if seat.is_awaited or snapshot.rules.REAL_TIME:
        set_clock(snapshot, seat, now)
    return save(snapshot, [seat], event, **fields)


def _event(snapshot: Snapshot, seat: Seat, kind: SeatEvent.Kind, now: datetime) -> SeatEvent:
    """What the log says of it stands in boards/texts.py."""
    return SeatEvent(table=snapshot.table, seat=seat.index, kind=kind, at=now)


def only_bots_without(snapshot: Snapshot, seat: Seat) -> bool:
    """Whether no person plays there if that seat's doesn't any more."""
    return all(each is seat or each.is_bot or each.resigned is not None for each in snapshot.seats)


def _ended_by_leaving(snapshot: Snapshot, seat: Seat) -> core.Outcome | None:
    standings = snapshot.rules.standings(snapshot.state)
    if len(snapshot.seats) == 2:
        ranks = tuple(2 if each is seat else 1 for each in snapshot.seats)
        return core.Outcome("resigned", standings.scores, ranks)
    if only_bots_without(snapshot, seat):
        return core.Outcome("abandoned", standings.scores, standings.ranks)
    return None
