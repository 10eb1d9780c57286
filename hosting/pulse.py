"""The scheduler's pulse: a row that every scheduler writes every few seconds, by the database's own clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import connection, models
from django.db.models.functions import Now

from hosting.models import Pulse

SCHEDULER, STORE = "scheduler", "store"
EVERY = timedelta(seconds=5)
# Later than that, whoever waits for a bot has noticed.
LATE = timedelta(seconds=60)


def beat(name: str = SCHEDULER) -> None:
    """Stored when this returns; the driver's errors if it can't be."""
    if not Pulse.objects.filter(pk=name).update(at=Now()):
        Pulse.objects.bulk_create(
            [Pulse(name=name, at=Now())],
            update_conflicts=True,
            unique_fields=["name"],
            update_fields=["at"],
        )


def age(name: str = SCHEDULER) -> timedelta | None:
    """How long ago it beat, by the database's clock; None: never."""
    since = models.ExpressionWrapper(Now() - models.F("at"), output_field=models.DurationField())
    found: timedelta | None = Pulse.objects.filter(pk=name).values_list(since, flat=True).first()
    return found


def database_now() -> datetime:
    """What the database takes for now."""
    words = (
        "SELECT clock_timestamp()"
        if connection.vendor == "postgresql"
        else "SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')"
    )
    with connection.cursor() as cursor:
        cursor.execute(words)
        found = cursor.fetchone()[0]
    return found if isinstance(found, datetime) else datetime.fromisoformat(found).replace(tzinfo=UTC)
