"""The end of a table before its match: people stand up, the host closes it, or nobody comes any more."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Table
from games.rules import core
from games.tables.road import play
from games.tables.snapshot import Draft, Snapshot

DESERTED_LIVE, DESERTED_DAYS = timedelta(hours=1), timedelta(days=7)


def leave(table_id: str, person: int) -> Snapshot:
    """Stand up before the start. The next person becomes host; with nobody left the table closes."""

    def left(draft: Draft) -> None:
        seat = draft.require_seat(person)
        if not draft.table.is_open:
            raise core.Refused("already_started")
        seat.user_id, seat.name, seat.salt, seat.salt_by = None, "", "", ""
        if not draft.people:
            _close(draft, timezone.now())
        elif draft.table.host_id not in draft.people:
            draft.table.host_id = draft.people[0]

    return play(table_id, left).snapshot


def cancel(table_id: str, person: int) -> Snapshot:
    """The host closes an open table."""

    def cancelled(draft: Draft) -> None:
        draft.require_open_host(person)
        _close(draft, timezone.now())

    return play(table_id, cancelled).snapshot


def close_deserted(now: datetime) -> int:
    """Close the open tables whose host has not been seen for an hour (live) or seven days; how many."""
    waiting = Table.objects.filter(status=Table.Status.OPEN)
    gone = waiting.filter(pace=Table.Pace.LIVE, host__last_seen__lt=now - DESERTED_LIVE) | waiting.filter(
        pace=Table.Pace.DAYS, host__last_seen__lt=now - DESERTED_DAYS
    )
    gone |= waiting.filter(host=None)

    def closed(draft: Draft) -> None:
        if not draft.table.is_open:
            raise core.Refused("stale")
        _close(draft, now)

    count = 0
    for table_id in list(gone.values_list("pk", flat=True)):
        with suppress(core.Refused):
            play(table_id, closed)
            count += 1
    return count


def _close(draft: Draft, now: datetime) -> None:
    for seat in draft.seats:
        seat.ended_at = now
    draft.change(status=Table.Status.CLOSED, ended_at=now)
