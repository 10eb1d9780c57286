"""Live games, in which everybody plays at once: when the clock moves, when bots look, whose seat has gone silent.

People have no time per move here: what waits for them is the table's clock (`Table.due_at`), and a seat without
a sign of life is played by a bot until its person comes back.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from games.models import Move, Seat, Table
from games.play.moves import Settled, change_seat, judged, settle
from games.play.position import Position, load, remembered_seat, retried, save
from games.play.turns import begin, set_clock
from games.rules import core

SILENCE = timedelta(seconds=20)


def live_move(
    table_id: str, index: int, move: Any, *, key: str = "", timing: dict[str, Any] | None = None
) -> Settled:
    """Settle a bot's action in a live game, whatever has happened since it looked: the rules judge it as it comes."""

    def judge(position: Position) -> Settled:
        seat = position.seats[index]
        if not seat.played_by_bot:
            raise core.Refused("stale")
        return settle(position, seat, move, Move.By.BOT, key or f"bot-{position.table.number}", timing)

    return retried(lambda: judged(table_id, judge))


def tick(table_id: str) -> Settled:
    """Settle the clock's move; Refused `too_early` or `stale` when it isn't due (any more)."""

    def judge(position: Position) -> Settled:
        due = position.table.due_at
        if due is None or due > timezone.now():
            raise core.Refused("stale")
        return settle(position, None, {"type": "timeout"}, Move.By.CLOCK, f"clock-{position.table.number}")

    return retried(lambda: judged(table_id, judge))


def looked(table_id: str, index: int, deadline: datetime) -> None:
    """A bot has looked at what it was to look at then and does nothing: it waits for the next change."""
    Seat.objects.filter(table_id=table_id, index=index, deadline=deadline).update(deadline=None)
    known = remembered_seat(table_id, index)
    if known is not None and known.deadline == deadline:
        known.deadline = None


def all_ready(table_id: str) -> Position:
    """Everybody's page is loaded: the countdown begins now, if it hasn't."""

    def change() -> Position:
        position = load(table_id)
        now, table = timezone.now(), position.table
        soon = now + timedelta(milliseconds=settings.COUNTDOWN_MS)
        if not table.is_running or table.number or table.started_at is None or table.started_at <= soon:
            raise core.Refused("stale")
        bots = begin(position, soon)
        return save(position, bots, started_at=table.started_at, due_at=table.due_at)

    return retried(change)


def heard(seats: Collection[int], now: datetime) -> None:
    """Signs of life of the seats with those primary keys."""
    if seats:
        Seat.objects.filter(pk__in=seats, last_sign__lt=now).update(last_sign=now)


def silent(now: datetime, limit: int = 50) -> list[Seat]:
    """The seats that a bot must take over: nothing has been heard of them for 20 s."""
    quiet = Seat.objects.filter(last_sign__lte=now - SILENCE, table__status=Table.Status.RUNNING)
    return list(quiet.filter(stand_in=False, resigned=None).order_by("last_sign")[:limit])


def fall_silent(table_id: str, index: int) -> Position:
    """A bot plays the seat until its person gives a sign of life."""

    def change(position: Position) -> list[Seat]:
        seat, now = position.seats[index], timezone.now()
        if seat.played_by_bot or seat.last_sign is None or seat.last_sign > now - SILENCE:
            raise core.Refused("stale")
        seat.stand_in, seat.lapses = True, seat.lapses + 1
        set_clock(position, seat, now)
        return [seat]

    return change_seat(table_id, change)
