"""Who has which table before their eyes, and who wants to hear nothing of it. Neither is part of the match: both are
stored beside it, without raising the table's version."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from games.models import Seat


def look(seats: Collection[int], now: datetime) -> None:
    """The people of the seats with those primary keys have their tables before their eyes."""
    if seats:
        Seat.objects.filter(pk__in=seats).update(looked_at=now)


def silence(table_id: str, person: int, silent: bool) -> None:
    """Whether that person is told nothing of the table."""
    Seat.objects.filter(table_id=table_id, user_id=person).update(silent=silent)


def forget(seat: Seat) -> None:
    """Somebody else sits there now: neither what was seen nor what was wished is theirs."""
    if seat.silent or seat.looked_at is not None:
        Seat.objects.filter(pk=seat.pk).update(silent=False, looked_at=None)
