"""Matches that wait for days, and that no person has touched for 60: their people are told a week before, then they are
closed. These are those over days, and those against bots alone, where moves have no time."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import QuerySet

from games.models import Notification, Table
from games.rules import core
from games.tables import notifications
from games.tables.moves import finish
from games.tables.storage import load, retried, save

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
    idle = _idle(now - UNTOUCHED).filter(warned_at__lte=now - WARNING)
    return sum(retried(lambda pk=pk: _close(pk, now)) for pk in _ids(idle))  # type: ignore[misc]


def warn_of_closing(now: datetime) -> int:
    """Tell the people of the matches that will be closed in a week; of how many matches."""
    idle = _idle(now - UNTOUCHED + WARNING).filter(warned_at=None)
    return sum(retried(lambda pk=pk: _warn(pk, now)) for pk in _ids(idle))  # type: ignore[misc]


def _ids(tables: QuerySet[Table]) -> list[str]:
    return list(tables.values_list("pk", flat=True))


def _idle(since: datetime) -> QuerySet[Table]:
    idle = Table.objects.filter(status=Table.Status.RUNNING, touched_at__lte=since)
    return idle.filter(pace=Table.Pace.DAYS) | idle.filter(increment_ms=0)


def _warn(table_id: str, now: datetime) -> bool:
    snapshot = load(table_id)
    table = snapshot.table
    if not table.is_running or table.warned_at is not None or table.touched_at > now - UNTOUCHED + WARNING:
        return False

    with transaction.atomic():
        save(snapshot, [], warned_at=now)
        closes = closes_at(table)
        assert closes is not None
        for seat in snapshot.seats:
            if seat.user_id is not None and seat.resigned is None:
                facts = {"closes": closes.isoformat()}
                notifications.notify(
                    Notification.Kind.ABANDONED, seat.user_id, table_id, now.isoformat(), facts
                )
    return True


def _close(table_id: str, now: datetime) -> bool:
    snapshot = load(table_id)
    closes = closes_at(snapshot.table)
    if closes is None or closes > now:
        return False
    standings = snapshot.rules.standings(snapshot.state)
    ended = core.Outcome("abandoned", standings.scores, standings.ranks)
    save(snapshot, snapshot.seats, **finish(snapshot, ended))
    log.info("abandoned", table=table_id)
    return True
