"""Vacations at tables: deadlines of awaited seats move, and everybody at the table sees it.

The row of the vacation is stored first, and all deadlines follow from the rows. If the process is killed in between,
wrong deadlines are corrected before anybody acts on them (`time_out`), or by the scheduler (`put_right`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from games.models import Seat, Table
from games.people import vacation
from games.play import clocks
from games.play.commands import play
from games.play.snapshot import Draft


def go_on_vacation(person: int, last: date) -> None:
    """Send a member on vacation from today until `last`. Refused as in `vacation.start`."""
    vacation.start(person, last)
    _refresh(_tables(person), {person})


def come_back(person: int) -> None:
    """End the vacation today. Refused `not_on_vacation`."""
    vacation.end(person)
    _refresh(_tables(person), {person})


def put_right() -> int:
    """Correct deadlines that don't follow from the stored vacations. Return the number of tables."""
    awaited = Seat.objects.filter(
        deadline__isnull=False, table__status=Table.Status.RUNNING, table__pace=Table.Pace.DAYS
    )
    seats = list(awaited.filter(user__in=vacation.recent()).select_related("table"))
    people = {seat.user_id for seat in seats if seat.user_id is not None}
    spans, wrong = vacation.pauses(people), set()
    for seat in seats:
        pauses = clocks.pauses_of(seat.table, spans.get(seat.user_id or 0, ()))
        due = clocks.deadline(seat.table, seat, pauses)
        if due is not None and due != seat.deadline:
            wrong.add(seat.table_id)
    _refresh(sorted(wrong), people)
    return len(wrong)


def _tables(person: int) -> list[str]:
    """Return the day-paced tables where that member sits."""
    tables = Table.objects.filter(pace=Table.Pace.DAYS, seats__user=person, seats__resigned=None)
    waiting = [Table.Status.OPEN, Table.Status.RUNNING]
    return list(tables.filter(status__in=waiting).values_list("pk", flat=True))


def _refresh(tables: Iterable[str], people: set[int]) -> None:
    """Set the deadlines anew, each table in a transaction of its own.

    A table is saved even if no deadline changes, so that its boards show who is away.
    """

    def refreshed(draft: Draft) -> None:
        if draft.table.is_over or draft.table.status == Table.Status.CLOSED:
            draft.store_nothing()
            return
        for seat in draft.seats:
            due = clocks.deadline(draft.table, seat, draft.pauses(seat)) if seat.user_id in people else None
            if due is not None:
                seat.deadline = due

    for table_id in tables:
        play(table_id, refreshed)
