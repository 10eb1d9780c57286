"""Real-time games, in which everybody plays at once: the clock's moves, bots' moves, and pages that don't answer.

People have no time per move here. The table's clock (`Table.due_at`) acts instead, and a bot plays a seat without a
heartbeat until its person comes back.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Seat, Table
from games.play.commands import changes_table
from games.play.deadlines import set_clock, start_clocks
from games.play.moves import acting_seat
from games.play.snapshot import Draft
from games.rules import core

ABSENT_AFTER = timedelta(seconds=20)
ABSENT_AT_ONCE = 50


def bot_waits(table_id: str, index: int, deadline: datetime) -> None:
    """Clear the bot's deadline: it does nothing until the next change. Stored beside the match."""
    Seat.objects.filter(table_id=table_id, index=index, deadline=deadline).update(deadline=None)


@changes_table
def be_ready(draft: Draft, person: int | None) -> None:
    """Note that the person is ready for the first card. Once all people are, the countdown begins."""
    draft.require_running()
    seat, now, table = acting_seat(draft, person), timezone.now(), draft.table
    if seat.ready_at or table.number or table.is_guided:
        # Pressed twice, or the match has begun meanwhile.
        draft.store_nothing()
        return
    seat.ready_at = now
    draft.touch(now)
    soon = now + timedelta(milliseconds=settings.COUNTDOWN_MS)
    awaited = any(not (other.ready_at or other.played_by_bot) for other in draft.seats)
    if not awaited and (table.due_at is None or table.started_at is None or table.started_at > soon):
        start_clocks(draft, soon)


def record_heartbeats(seats: Collection[int], now: datetime) -> None:
    """Note that the pages of the seats with those primary keys have answered."""
    if seats:
        Seat.objects.filter(pk__in=seats, heartbeat_at__lt=now).update(heartbeat_at=now)


def absent_seats(now: datetime) -> list[Seat]:
    """Return the seats that a bot must take over: their pages have not answered for 20 s."""
    return list(_absent(now).order_by("heartbeat_at")[:ABSENT_AT_ONCE])


def _absent(now: datetime) -> QuerySet[Seat]:
    absent = Seat.objects.filter(heartbeat_at__lte=now - ABSENT_AFTER, table__status=Table.Status.RUNNING)
    return absent.filter(stand_in=False, resigned=None)


@dataclass(frozen=True)
class TakeOverAbsent:
    """Command: a bot plays the seat until its person's page answers again."""

    index: int

    def __call__(self, draft: Draft) -> None:
        draft.require_running()
        seat, now = draft.seats[self.index], timezone.now()
        if seat.played_by_bot or not _absent(now).filter(pk=seat.pk).exists():
            raise core.Refused("stale")
        seat.stand_in, seat.lapses = True, seat.lapses + 1
        set_clock(draft, seat, now)
