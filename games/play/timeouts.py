"""Time-outs of people: a bot plays the seat, and at the third time-out the person has resigned."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.models import Seat, SeatEvent, Table
from games.play import clocks
from games.play.commands import changes_table
from games.play.deadlines import set_clock
from games.play.departure import give_up
from games.play.snapshot import Draft
from games.play.takeover import seat_event
from games.rules import core

# A person resigns by running out of time this often in one match.
LAPSES = 3
Kind = SeatEvent.Kind


@changes_table
def time_out(draft: Draft, index: int, later: timedelta = timedelta()) -> None:
    """Let a bot play a seat whose person has run out of time, until the person takes it back; the third time to the
    end.

    The bot begins `later` if many seats are overdue at once. A deadline that a vacation has moved is corrected
    instead.
    """
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
        give_up(draft, seat, now + later, Kind.OUT_FOR_GOOD)
        return
    seat.stand_in = True
    set_clock(draft, seat, now + later)
    draft.new_row = seat_event(draft, seat, Kind.OUT_OF_TIME, now)


def ran_out(table: Table, seat: Seat) -> bool:
    """Return True if the seat has resigned because its time ran out too often.

    In a race moves have no time: absences count as lapses there, and nobody loses a seat by them.
    """
    return seat.resigned is not None and seat.lapses >= LAPSES and table.has_clock
