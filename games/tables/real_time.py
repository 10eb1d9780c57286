"""Real-time games, in which everybody plays at once: when the clock moves, when bots act, whose page no longer answers.

People have no time per move here: what waits for them is the table's clock (`Table.due_at`), and a seat without
a heartbeat is played by a bot until its person comes back.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from games.models import Move, Seat, Table
from games.rules import core
from games.tables.deadlines import begin, set_clock
from games.tables.moves import Settled, change_seat, on_newest, settle
from games.tables.snapshot import Snapshot
from games.tables.storage import load, remembered_seat, retried, save

ABSENT_AFTER = timedelta(seconds=20)


def real_time_move(
    table_id: str, index: int, move: Any, *, key: str = "", timing: dict[str, Any] | None = None
) -> Settled:
    """Settle a bot's action in a real-time game, whatever has happened since it chose: the rules judge it as it comes."""

    def judge(snapshot: Snapshot) -> Settled:
        seat = snapshot.seats[index]
        if not seat.played_by_bot:
            raise core.Refused("stale")
        return settle(snapshot, seat, move, Move.By.BOT, key or f"bot-{snapshot.table.number}", timing)

    return retried(lambda: on_newest(table_id, judge))


def tick(table_id: str) -> Settled:
    """Settle the clock's move; Refused `too_early` or `stale` when it isn't due (any more)."""

    def judge(snapshot: Snapshot) -> Settled:
        due = snapshot.table.due_at
        if due is None or due > timezone.now():
            raise core.Refused("stale")
        # The clock has one move at a time.
        moves = snapshot.rules.legal_moves(snapshot.state, None)
        if not moves:
            raise core.Refused("stale")
        return settle(snapshot, None, moves[0], Move.By.CLOCK, f"clock-{snapshot.table.number}")

    return retried(lambda: on_newest(table_id, judge))


def bot_waits(table_id: str, index: int, deadline: datetime) -> None:
    """The bot that was to act at `deadline` does nothing: it waits for the next change."""
    Seat.objects.filter(table_id=table_id, index=index, deadline=deadline).update(deadline=None)
    known = remembered_seat(table_id, index)
    if known is not None and known.deadline == deadline:
        known.deadline = None


def all_ready(table_id: str) -> Snapshot:
    """Everybody's page is loaded: the countdown begins now, if it hasn't."""

    def change() -> Snapshot:
        snapshot = load(table_id)
        now, table = timezone.now(), snapshot.table
        soon = now + timedelta(milliseconds=settings.COUNTDOWN_MS)
        if not table.is_running or table.number or table.started_at is None or table.started_at <= soon:
            raise core.Refused("stale")
        bots = begin(snapshot, soon)
        return save(snapshot, bots, started_at=table.started_at, due_at=table.due_at)

    return retried(change)


def record_heartbeats(seats: Collection[int], now: datetime) -> None:
    """The pages of the seats with those primary keys have answered."""
    if seats:
        Seat.objects.filter(pk__in=seats, heartbeat_at__lt=now).update(heartbeat_at=now)


def absent_seats(now: datetime, limit: int = 50) -> list[Seat]:
    """The seats that a bot must take over: their pages have not answered for 20 s."""
    absent = Seat.objects.filter(heartbeat_at__lte=now - ABSENT_AFTER, table__status=Table.Status.RUNNING)
    return list(absent.filter(stand_in=False, resigned=None).order_by("heartbeat_at")[:limit])


def take_over_absent(table_id: str, index: int) -> Snapshot:
    """A bot plays the seat until its person's page answers again."""

    def change(snapshot: Snapshot) -> list[Seat]:
        seat, now = snapshot.seats[index], timezone.now()
        if seat.played_by_bot or seat.heartbeat_at is None or seat.heartbeat_at > now - ABSENT_AFTER:
            raise core.Refused("stale")
        seat.stand_in, seat.lapses = True, seat.lapses + 1
        set_clock(snapshot, seat, now)
        return [seat]

    return change_seat(table_id, change)
