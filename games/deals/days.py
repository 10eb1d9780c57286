"""When a deal begins and ends. Its day is one of UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

DAY = timedelta(days=1)
# For so long after its day a deal may still be begun and finished.
GRACE = timedelta(hours=12)


def today() -> date:
    return timezone.now().astimezone(UTC).date()


def begins(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def closes(day: date) -> datetime:
    return begins(day) + DAY + GRACE
