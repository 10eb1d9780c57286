"""People who leave tables for good: resignations, the third time-out (timeouts.py), and deleted accounts.

A bot plays a seat that was left to the end, or the match is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Seat, SeatEvent, Table
from games.play import hooks
from games.play.closing import leave
from games.play.commands import changes_table, play
from games.play.deadlines import set_clock
from games.play.moves import finish
from games.play.names import neutral, rename
from games.play.snapshot import Draft, Position
from games.play.takeover import seat_event
from games.rules import core


@changes_table
def resign(draft: Draft, person: int | None) -> None:
    """Resign a seat. With two seats the match is over, and this seat is last.

    With more, a bot plays the seat to the end; if no person is left, the match ends as abandoned.
    """
    now = timezone.now()
    seat = draft.require_seat(person)
    draft.require_running()
    if seat.resigned is not None:
        raise core.Refused("resigned")
    draft.touch(now)
    give_up(draft, seat, now, SeatEvent.Kind.RESIGNED)


def give_up(draft: Draft, seat: Seat, now: datetime, why: SeatEvent.Kind) -> None:
    """Resign the seat; its bot's clock begins at `now`."""
    seat.resigned, seat.stand_in = draft.table.number, False
    draft.new_row = seat_event(draft, seat, why, timezone.now())
    ended = _ended_by_leaving(draft, seat)
    if ended is not None:
        finish(draft, ended)
    elif seat.is_awaited or draft.rules.REAL_TIME:
        set_clock(draft, seat, now)


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


def leave_for_good(person: int) -> None:
    """Leave open tables, resign running matches and remove the person's name.

    Runs within the caller's transaction, which then deletes the person.
    """
    own_seats = Seat.objects.filter(user=person)
    for table_id in _tables(own_seats.filter(table__status=Table.Status.OPEN)):
        leave(table_id, person)
    for table_id in _tables(own_seats.filter(table__status=Table.Status.RUNNING, resigned=None)):
        resign(table_id, person)
    # Of a match that is over everything is forgotten already.
    for seat in own_seats.filter(table__status=Table.Status.RUNNING):
        hooks.forget(seat.table_id, seat.index)
    rename(list(own_seats.exclude(table__status=Table.Status.RUNNING)))
    for table_id in _tables(own_seats | Seat.objects.filter(reserved=person)):
        play(table_id, lambda draft: _without(draft, person))


def _tables(seats: QuerySet[Seat]) -> Iterable[str]:
    return list(seats.values_list("table_id", flat=True).distinct())


def _without(draft: Draft, person: int) -> None:
    """Remove the person from the draft: a change like any other, so that everybody at the table sees the new name."""
    for seat in draft.seats:
        if seat.user_id == person:
            others = [other.name for other in draft.seats if other is not seat]
            seat.user_id, seat.name = None, neutral(others)
        if seat.reserved_id == person:
            seat.reserved_id = None
