"""Who is present at which table, and who has turned its notifications off. Neither is part of the match: both are
stored beside it, without raising the table's version."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db import transaction

from games.models import Move, Seat

# Whoever had it before their eyes so lately has not been away: what a page tells of it is as old as that at most.
AWAY = timedelta(minutes=2)


def mark_present(seats: Collection[int], now: datetime) -> None:
    """The people of the seats with those primary keys have their tables open and shown."""
    if seats:
        _keep_when_they_left(seats, now)
        Seat.objects.filter(pk__in=seats).update(present_at=now)


def _keep_when_they_left(seats: Collection[int], now: datetime) -> None:
    """Of those who come back to a table where something was moved meanwhile: the page may have been open all the
    time."""
    for seat in Seat.objects.filter(pk__in=seats, present_at__lt=now - AWAY).select_related("table"):
        if _moved_since(seat):
            Seat.objects.filter(pk=seat.pk).update(left_at=seat.present_at)


def _moved_since(seat: Seat) -> bool:
    began, left = seat.table.started_at, seat.present_at
    if began is None or left is None:
        return False
    at = (left - began) // timedelta(milliseconds=1)
    return Move.objects.filter(table_id=seat.table_id, number__gt=0, at__gt=at).exists()


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
