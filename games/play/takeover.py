"""Seats that people take back from a bot, or leave to one: returns and resignations (time-outs: timeouts.py).

Each stores a `SeatEvent`, which is a line of the log.
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from games.models import Seat, SeatEvent
from games.play.commands import play
from games.play.deadlines import set_clock
from games.play.moves import finish
from games.play.snapshot import Draft, Position, Snapshot
from games.rules import core

Kind = SeatEvent.Kind


def take_back(table_id: str, person: int | None) -> Snapshot:
    """Let the person play their own seat again, with a full increment if it is awaited."""

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
        draft.new_row = None if draft.rules.REAL_TIME else seat_event(draft, seat, Kind.IS_BACK, now)
        draft.touch(now)

    return play(table_id, taken_back).snapshot


def resign(table_id: str, person: int | None) -> Snapshot:
    """Resign a seat. With two seats the match is over, and this seat is last.

    With more, a bot plays the seat to the end; if no person is left, the match ends as abandoned.
    """

    def resigned(draft: Draft) -> None:
        now = timezone.now()
        seat = draft.require_seat(person)
        draft.require_running()
        if seat.resigned is not None:
            raise core.Refused("resigned")
        draft.touch(now)
        give_up(draft, seat, now, Kind.RESIGNED)

    return play(table_id, resigned).snapshot


def give_up(draft: Draft, seat: Seat, now: datetime, why: SeatEvent.Kind) -> None:
    """Resign the seat; its bot's clock begins at `now`."""
    seat.resigned, seat.stand_in = draft.table.number, False
    draft.new_row = seat_event(draft, seat, why, timezone.now())
    ended = _ended_by_leaving(draft, seat)
    if ended is not None:
        finish(draft, ended)
    elif seat.is_awaited or draft.rules.REAL_TIME:
        set_clock(draft, seat, now)


def seat_event(draft: Draft, seat: Seat, kind: SeatEvent.Kind, now: datetime) -> SeatEvent:
    """Return the event; its line in the log is in boards/texts.py."""
    return SeatEvent(table=draft.table, seat=seat.index, kind=kind, at=now)


def only_bots_without(table: Position, seat: Seat) -> bool:
    """Return True if no other person plays at the table."""
    return all(other is seat or other.is_bot or other.resigned is not None for other in table.seats)


def _ended_by_leaving(draft: Draft, seat: Seat) -> core.Outcome | None:
    standings = draft.rules.standings(draft.state)
    if len(draft.seats) == 2:
        ranks = tuple(2 if other is seat else 1 for other in draft.seats)
        return core.Outcome("resigned", standings.scores, ranks)
    if only_bots_without(draft, seat):
        return core.Outcome("abandoned", standings.scores, standings.ranks)
    return None
