"""Whose time runs: a person has the increment for each decision and then the bank, a bot a moment's thought."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings

from games.models import Seat, Table


def award(
    table: Table, seats: list[Seat], awaited: Collection[int], moved: int | None, now: datetime
) -> list[Seat]:
    """Stop and start the seats' clocks after `moved` has decided; the seats that changed.

    A seat that goes on being awaited keeps its clock; `moved`, awaited again, gets a new one.
    """
    changed = []
    for seat in seats:
        waits = seat.index in awaited
        if seat.is_awaited and (not waits or seat.index == moved):
            _stop(table, seat, now)
            changed.append(seat)
        if waits and not seat.is_awaited:
            seat.awaited_since = now
            set_deadline(table, seat, now)
            changed.append(seat)
    return list({seat.index: seat for seat in changed}.values())


def set_deadline(table: Table, seat: Seat, now: datetime) -> None:
    """When the steward must act for an awaited seat."""
    if seat.played_by_bot:
        seat.deadline = now + timedelta(milliseconds=settings.BOT_PAUSE_MS)
    else:
        seat.deadline = now + timedelta(milliseconds=table.increment_ms + seat.bank_ms)


def _stop(table: Table, seat: Seat, now: datetime) -> None:
    if seat.awaited_since is not None and not seat.played_by_bot:
        used = int((now - seat.awaited_since).total_seconds() * 1000)
        seat.bank_ms = max(0, seat.bank_ms - max(0, used - table.increment_ms))
    seat.awaited_since = seat.deadline = None
