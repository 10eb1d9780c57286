"""The scheduler's pulse: a row that every scheduler writes every few seconds, by the database's clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import connection, models
from django.db.models.functions import Now

from hosting.models import Pulse

SCHEDULER, STORE = "scheduler", "store"
EVERY = timedelta(seconds=5)
# The time after which a scheduler counts as dead. People who wait for bots have noticed by then.
LATE = timedelta(seconds=60)


def beat(name: str = SCHEDULER) -> None:
    """Store the time; it is committed when this returns. Raises the driver's errors."""
    if not Pulse.objects.filter(pk=name).update(at=Now()):
        Pulse.objects.bulk_create(
            [Pulse(name=name, at=Now())],
            update_conflicts=True,
            unique_fields=["name"],
            update_fields=["at"],
        )


def age(locked: bool = False) -> timedelta | None:
    """Return the time since the scheduler's last beat, by the database's clock; None if there was none.

    With `locked` no other process stores a beat until the transaction ends.
    """
    since = models.ExpressionWrapper(Now() - models.F("at"), output_field=models.DurationField())
    row = Pulse.objects.filter(pk=SCHEDULER)
    if locked:
        row = row.select_for_update()
    time_since: timedelta | None = row.values_list(since, flat=True).first()
    return time_since


def database_now() -> datetime:
    """Return the database's time."""
    statement = (
        "SELECT clock_timestamp()"
        if connection.vendor == "postgresql"
        else "SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement)
        now = cursor.fetchone()[0]
    return now if isinstance(now, datetime) else datetime.fromisoformat(now).replace(tzinfo=UTC)
