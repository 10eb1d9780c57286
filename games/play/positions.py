"""Matches that begin at a position of another match."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Move, Seat, Table
from games.play.deadlines import start_clocks
from games.play.snapshot import Draft, Snapshot
from games.play.storage import publish
from games.rules import core


def begin_at(table: Table, seats: Sequence[Seat], rows: Sequence[Move]) -> Snapshot:
    """Store the running match whose moves so far are `rows`. Refused `no_such_position` if they end it."""
    draft, now = Draft(Snapshot(table, seats, rows[-1])), timezone.now()
    if draft.rules.outcome(draft.state) is not None:
        raise core.Refused("no_such_position")
    start_clocks(draft, now)
    # The moves so far keep their times, and the clock of a match never runs backwards.
    draft.table.started_at = now - timedelta(milliseconds=rows[-1].at)
    with transaction.atomic():
        draft.table.save(force_insert=True)
        Seat.objects.bulk_create(draft.seats)
        Move.objects.bulk_create(rows)
        snapshot = draft.after()
        transaction.on_commit(lambda: publish(snapshot))
    return snapshot
