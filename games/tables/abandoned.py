"""Matches that wait for days, and that no person has touched for 60: their people are told a week before, then they are
closed. These are those over days, and those against bots alone, where moves have no time."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

import structlog
from django.db.models import QuerySet

from games.models import Notification, Table
from games.rules import core
from games.tables import notifications
from games.tables.moves import finish
from games.tables.road import Command, play
from games.tables.snapshot import Draft

log = structlog.get_logger("unbirthday.play")
UNTOUCHED, WARNING = timedelta(days=60), timedelta(days=7)


def closes_at(table: Table) -> datetime | None:
    """When a match will be closed unless somebody plays: known once its people have been warned."""
    if table.warned_at is None or not table.is_running:
        return None
    # Whoever was warned late, after the site had been down, has the whole week too.
    return max(table.touched_at + UNTOUCHED, table.warned_at + WARNING)


def close_abandoned(now: datetime) -> int:
    """Close the matches whose time is over; how many."""

    def closed(draft: Draft) -> None:
        closes = closes_at(draft.table)
        if closes is None or closes > now:
            raise core.Refused("stale")
        standings = draft.rules.standings(draft.state)
        finish(draft, core.Outcome("abandoned", standings.scores, standings.ranks))
        draft.also.append(lambda: log.info("abandoned", table=draft.table.pk))

    return _played(_idle(now - UNTOUCHED).filter(warned_at__lte=now - WARNING), closed)


def warn_of_closing(now: datetime) -> int:
    """Tell the people of the matches that will be closed in a week; of how many matches."""

    def warned(draft: Draft) -> None:
        table = draft.table
        idle = table.is_running and table.touched_at <= now - UNTOUCHED + WARNING
        if not idle or table.warned_at is not None:
            raise core.Refused("stale")
        table.warned_at = now
        draft.also.append(lambda: _warn(draft, now))

    return _played(_idle(now - UNTOUCHED + WARNING).filter(warned_at=None), warned)


def _played(tables: QuerySet[Table], command: Command) -> int:
    """Carry it out at each of the tables; at how many it could be."""
    count = 0
    for table_id in list(tables.values_list("pk", flat=True)):
        with suppress(core.Refused):
            play(table_id, command)
            count += 1
    return count


def _idle(since: datetime) -> QuerySet[Table]:
    idle = Table.objects.filter(status=Table.Status.RUNNING, touched_at__lte=since)
    return idle.filter(pace=Table.Pace.DAYS) | idle.filter(increment_ms=0)


def _warn(draft: Draft, now: datetime) -> None:
    closes = closes_at(draft.table)
    assert closes is not None
    for seat in draft.seats:
        if seat.user_id is not None and seat.resigned is None:
            facts = {"closes": closes.isoformat()}
            kind = Notification.Kind.ABANDONED
            notifications.notify(kind, seat.user_id, draft.table.pk, now.isoformat(), facts)
