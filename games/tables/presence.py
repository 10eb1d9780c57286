"""Who is present at which table, and who has turned its notifications off. Neither is part of the match: both are
stored beside it, without raising the table's version."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction

from games.models import Seat


def mark_present(seats: Collection[int], now: datetime) -> None:
    """The people of the seats with those primary keys have their tables open and shown."""
    if seats:
        Seat.objects.filter(pk__in=seats).update(present_at=now)


def note_present(last: Mapping[int, datetime]) -> None:
    """The same of each seat for itself, by when its people had the table shown last."""
    seats: dict[datetime, list[int]] = {}
    for seat, at in sorted(last.items()):
        seats.setdefault(at, []).append(seat)
    with transaction.atomic():
        for at, found in seats.items():
            mark_present(found, at)


def turn_notifications_off(table_id: str, person: int, off: bool) -> None:
    """Whether that person gets no notifications about the table."""
    Seat.objects.filter(table_id=table_id, user_id=person).update(notifications_off=off)


def forget(seat: Seat) -> None:
    """Somebody else sits there now: neither presence nor wish is theirs."""
    if seat.notifications_off or seat.present_at is not None:
        Seat.objects.filter(pk=seat.pk).update(notifications_off=False, present_at=None)
