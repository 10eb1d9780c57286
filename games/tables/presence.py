"""Who is present at which table, and who has turned its notifications off. Neither is part of the match: both are
stored beside it, without raising the table's version."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from games.models import Seat


def mark_present(seats: Collection[int], now: datetime) -> None:
    """The people of the seats with those primary keys have their tables open and shown."""
    if seats:
        Seat.objects.filter(pk__in=seats).update(present_at=now)


def turn_notifications_off(table_id: str, person: int, off: bool) -> None:
    """Whether that person gets no notifications about the table."""
    Seat.objects.filter(table_id=table_id, user_id=person).update(notifications_off=off)


def forget(seat: Seat) -> None:
    """Somebody else sits there now: neither presence nor wish is theirs."""
    if seat.notifications_off or seat.present_at is not None:
        Seat.objects.filter(pk=seat.pk).update(notifications_off=False, present_at=None)
