"""Seats that a bot takes over within a match, or their people take back: out of time, back, resigned. Each is a
`SeatEvent`, of which the log has a line."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Seat, SeatEvent, Table
from games.play import clocks
from games.play.deadlines import set_clock
from games.play.moves import finish
from games.play.road import play
from games.play.snapshot import Draft, Position, Snapshot
from games.rules import core

# Whose time has run out so often in one match has resigned.
LAPSES = 3
Kind = SeatEvent.Kind


def time_out(table_id: str, index: int, later: timedelta = timedelta()) -> Snapshot:
    """A person's time has run out: a bot plays the seat until its person takes it back, the third time to the
    end. The bot begins `later`, where many seats are overdue at once. A deadline that a vacation has moved since
    it was stored is put right instead."""

    def timed_out(draft: Draft) -> None:
        now = timezone.now()
        draft.require_running()
        table, seat = draft.table, draft.seats[index]
        if seat.played_by_bot or seat.deadline is None or seat.deadline > now:
            raise core.Refused("stale")
        due = None if table.is_live else clocks.deadline(table, seat, draft.pauses(seat))
        if due is not None and due > now:
            seat.deadline = due
            return
        seat.bank_ms, seat.lapses = 0, seat.lapses + 1
        if seat.lapses >= LAPSES:
            _give_up(draft, seat, now + later, Kind.OUT_FOR_GOOD)
            return
        seat.stand_in = True
        set_clock(draft, seat, now + later)
        draft.new = _event(draft, seat, Kind.OUT_OF_TIME, now)

    return play(table_id, timed_out).snapshot


def ran_out(table: Table, seat: Seat) -> bool:
    """Whether the seat has resigned because its time ran out too often. A race, where moves have no time, counts
    absences as lapses, and nobody loses a seat by them."""
    return seat.resigned is not None and seat.lapses >= LAPSES and table.has_clock


def take_back(table_id: str, person: int | None) -> Snapshot:
    """The person plays their own seat again, with a full increment if it is awaited."""

    def taken_back(draft: Draft) -> None:
        now = timezone.now()
        draft.require_running()
        seat = draft.require_seat(person)
        if seat.resigned is not None:
            raise core.Refused("resigned")
        if not seat.stand_in:
            raise core.Refused("nothing_to_take_back")
        seat.stand_in = False
        if seat.is_awaited:
            seat.awaited_since = now
        if seat.is_awaited or draft.rules.REAL_TIME:
            set_clock(draft, seat, now)
        draft.new = None if draft.rules.REAL_TIME else _event(draft, seat, Kind.IS_BACK, now)
        draft.touch(now)

    return play(table_id, taken_back).snapshot


def resign(table_id: str, person: int | None) -> Snapshot:
    """Of two seats: the match is over, this seat last. Of more: a bot plays it to the end; if no person is
    left the match ends as abandoned."""

    def resigned(draft: Draft) -> None:
        now = timezone.now()
        seat = draft.require_seat(person)
        draft.require_running()
        if seat.resigned is not None:
            raise core.Refused("resigned")
        draft.touch(now)
        _give_up(draft, seat, now, Kind.RESIGNED)

    return play(table_id, resigned).snapshot


def _give_up(draft: Draft, seat: Seat, now: datetime, why: SeatEvent.Kind) -> None:
    """The seat has resigned; its bot's clock begins `now`."""
    seat.resigned, seat.stand_in = draft.table.number, False
    draft.new = _event(draft, seat, why, timezone.now())
    ended = _ended_by_leaving(draft, seat)
    if ended is not None:
        finish(draft, ended)
    elif seat.is_awaited or draft.rules.REAL_TIME:
        set_clock(draft, seat, now)


def _event(draft: Draft, seat: Seat, kind: SeatEvent.Kind, now: datetime) -> SeatEvent:
    """What the log says of it stands in boards/texts.py."""
    return SeatEvent(table=draft.table, seat=seat.index, kind=kind, at=now)


def only_bots_without(table: Position, seat: Seat) -> bool:
    """Whether no person plays there if that seat's doesn't any more."""
    return all(each is seat or each.is_bot or each.resigned is not None for each in table.seats)


def _ended_by_leaving(draft: Draft, seat: Seat) -> core.Outcome | None:
    standings = draft.rules.standings(draft.state)
    if len(draft.seats) == 2:
        ranks = tuple(2 if each is seat else 1 for each in draft.seats)
        return core.Outcome("resigned", standings.scores, ranks)
    if only_bots_without(draft, seat):
        return core.Outcome("abandoned", standings.scores, standings.ranks)
    return None
