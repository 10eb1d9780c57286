"""The end of a table before its match: people stand up, the host closes it, or nobody comes any more."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Table
from games.rules import core
from games.tables.snapshot import Snapshot
from games.tables.storage import load, retried, save

DESERTED_LIVE, DESERTED_DAYS = timedelta(hours=1), timedelta(days=7)


def leave(table_id: str, person: int) -> Snapshot:
    """Stand up before the start. The next person becomes host; with nobody left the table closes."""

    def change() -> Snapshot:
        snapshot = load(table_id)
        seat = snapshot.require_seat(person)
        if not snapshot.table.is_open:
            raise core.Refused("already_started")
        seat.user, seat.name, seat.salt, seat.salt_by = None, "", "", ""
        others = [each.user_id for each in snapshot.seats if each.user_id is not None]
        if not others:
            return _closed(snapshot, timezone.now())
        host = snapshot.table.host_id if snapshot.table.host_id in others else others[0]
        return save(snapshot, [seat], host_id=host)

    return retried(change)


def cancel(table_id: str, person: int) -> Snapshot:
    """The host closes an open table."""

    def change() -> Snapshot:
        snapshot = load(table_id)
        snapshot.require_open_host(person)
        return _closed(snapshot, timezone.now())

    return retried(change)


def close_deserted(now: datetime) -> int:
    """Close the open tables whose host has not been seen for an hour (live) or seven days; how many."""
    waiting = Table.objects.filter(status=Table.Status.OPEN)
    gone = waiting.filter(pace=Table.Pace.LIVE, host__last_seen__lt=now - DESERTED_LIVE) | waiting.filter(
        pace=Table.Pace.DAYS, host__last_seen__lt=now - DESERTED_DAYS
    )
    gone |= waiting.filter(host=None)
    closed = 0
    for table_id in list(gone.values_list("pk", flat=True)):
        closed += retried(lambda table_id=table_id: _close(table_id, now))  # type: ignore[misc]
    return closed


def _close(table_id: str, now: datetime) -> int:
    snapshot = load(table_id)
    if not snapshot.table.is_open:
        return 0
    _closed(snapshot, now)
    return 1


def _closed(snapshot: Snapshot, now: datetime) -> Snapshot:
    for seat in snapshot.seats:
        seat.ended_at = now
    return save(snapshot, snapshot.seats, status=Table.Status.CLOSED, ended_at=now)
