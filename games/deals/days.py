"""The beginning and the end of a deal. Its day is a day of UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

DAY = timedelta(days=1)
# The time after its day in which a deal may still be begun and finished.
GRACE = timedelta(hours=12)


def today() -> date:
    return timezone.now().astimezone(UTC).date()


def begins(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def closes(day: date) -> datetime:
    return begins(day) + DAY + GRACE
