"""Presence of people at tables, and whether they have turned a table's notifications off.

Neither is part of the match: both are stored beside it, without raising the table's version.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db import transaction

from games.models import Move, Seat

# A person who had the table shown this short time ago has not been away: what a page tells about presence is up to
# this old.
AWAY = timedelta(minutes=2)


def mark_present(seats: Collection[int], now: datetime) -> None:
    """Note that the people of the seats with those primary keys have their tables open and shown."""
    if seats:
        _keep_when_they_left(seats, now)
        Seat.objects.filter(pk__in=seats).update(present_at=now)


def _keep_when_they_left(seats: Collection[int], now: datetime) -> None:
    """Store when people left who come back to a table where something was moved meanwhile.

    Their page may have been open all the time, so loading it tells nothing.
    """
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
    """Note for each seat when its person had the table shown last."""
    seats: dict[datetime, list[int]] = {}
    for seat, at in sorted(last.items()):
        seats.setdefault(at, []).append(seat)
    with transaction.atomic():
        for at, pks in seats.items():
            mark_present(pks, at)


def turn_notifications_off(table_id: str, person: int, off: bool) -> None:
    """Turn a table's notifications off or on for that person."""
    Seat.objects.filter(table_id=table_id, user_id=person).update(notifications_off=off)
