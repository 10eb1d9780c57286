"""Seats that people take back from a bot. timeouts.py gives a seat to a bot, departure.py for good.

Each change stores a `SeatEvent`, which is a line of the log.
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from games.models import Seat, SeatEvent
from games.play.commands import changes_table
from games.play.deadlines import set_clock
from games.play.snapshot import Draft
from games.rules import core

Kind = SeatEvent.Kind


@changes_table
def take_back(draft: Draft, person: int | None) -> None:
    """Let the person play their own seat again, with a full increment if it is awaited."""
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


def seat_event(draft: Draft, seat: Seat, kind: SeatEvent.Kind, now: datetime) -> SeatEvent:
    """Return the event; its line in the log is in boards/texts.py."""
    return SeatEvent(table=draft.table, seat=seat.index, kind=kind, at=now)
