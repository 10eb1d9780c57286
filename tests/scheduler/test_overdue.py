"""Hundreds of tables whose time ran out at once, and the time that people get back after the site was down."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.db import connections
from django.db.models.functions import Now
from django.utils import timezone

from games.models import Move, Seat, Table, new_id
from games.play import storage
from games.play.snapshot import Snapshot
from games.scheduler import due
from games.scheduler.expiry import APART
from games.scheduler.loop import Scheduler
from hosting import pulse
from hosting.models import Pulse
from tests.helpers import given
from tests.helpers.given import awaited, browser, first_legal, running
from tests.helpers.not_none import not_none

MANY = 300
NOON = datetime(2026, 6, 3, 12, tzinfo=UTC)
DAYS: dict[str, Any] = {"pace": "days", "bank_ms": 86_400_000, "increment_ms": 86_400_000}


def copies(snapshot: Snapshot, count: int) -> list[str]:
    """Make that many copies of the table."""
    assert snapshot.row is not None
    rows, seats, moves = [], [], []
    for _ in range(count):
        table = copy(snapshot.table)
        table.pk, table.invite = new_id(), new_id()
        rows.append(table)
        for seat in snapshot.seats:
            seats.append(other := copy(seat))
            other.pk, other.table = None, table
        moves.append(row := copy(snapshot.row))
        row.pk, row.table = None, table
    Table.objects.bulk_create(rows)
    Seat.objects.bulk_create(seats, batch_size=200)
    Move.objects.bulk_create(moves, batch_size=200)
    return [table.pk for table in rows]


def move_and_look(match: Snapshot) -> int:
    """Make a person's move at another table and load its page. Returns how many tables were still overdue."""
    snapshot = storage.load(match.table.pk)
    seat, number = awaited(snapshot), snapshot.table.number
    given.submit(
        snapshot.table.pk,
        snapshot.seats[seat].user_id,
        first_legal(snapshot, seat),
        key=f"k{number}",
        seen=number,
    )
    assert browser(None).get(f"/t/{snapshot.table.pk}/").status_code == 200
    return len(due.overdue(2 * MANY))


async def one_pass(match: Snapshot) -> list[int]:
    """Let a scheduler handle the overdue tables while people play. Returns how many were left after each of their
    moves."""
    scheduler = Scheduler()
    scheduler.thinking.stop()
    scheduler.thinking.processes.pool = ThreadPoolExecutor(1)
    working = asyncio.create_task(rounds(scheduler))
    overdue = sync_to_async(lambda: len(due.overdue(2 * MANY)), thread_sensitive=False)
    left: list[int] = []
    while not working.done() and len(left) < 8:
        left.append(await sync_to_async(move_and_look, thread_sensitive=False)(match))
        while not working.done() and await overdue() == left[-1]:
            pass
    await working
    await scheduler.thread.run(connections.close_all)
    scheduler.thread.stop()
    scheduler.thinking.stop()
    return left


async def rounds(scheduler: Scheduler) -> None:
    # A round that leaves work says that the next one follows at once.
    while await scheduler.round() == 0.0:
        pass


def test_hundreds_of_overdue_tables_are_expired_in_one_pass_while_others_play(
    file_database: Path, settings: Any
) -> None:
    # The bots that play for all of them come after the pass and aren't awaited here.
    settings.BOT_PAUSE_MS = 3_600_000
    # The same two people sit at all of them.
    settings.RUNNING_PER_MEMBER = 0
    with time_machine.travel(NOON):
        ids = copies(running(2, seed="overdue", **DAYS), MANY - 1)
    with time_machine.travel(NOON + timedelta(days=3)):
        match = running(2, pace="days")
        left = asyncio.run(one_pass(match))
    assert any(0 < count < MANY for count in left), left
    assert given.now(match).table.number == len(left)
    expired = Seat.objects.filter(stand_in=True)
    assert expired.count() == MANY
    assert set(expired.values_list("lapses", "bank_ms", "table__number")) == {(1, 0, 0)}
    assert set(ids) < set(expired.values_list("table_id", flat=True))
    begin = sorted(map(not_none, expired.values_list("deadline", flat=True)))
    # The bots' moves are spread over time.
    assert all(begin[n + 50] - begin[n] >= APART * 45 for n in range(MANY - 50))


def test_a_restart_in_the_middle_goes_on_where_it_ended(file_database: Path, settings: Any) -> None:
    settings.BOT_PAUSE_MS = 3_600_000
    with time_machine.travel(NOON):
        copies(running(2, seed="overdue", **DAYS), 49)
    with time_machine.travel(NOON + timedelta(days=3)):
        asyncio.run(killed_after_one_round())
        assert len(due.overdue(100)) == 30
        asyncio.run(one_pass(running(2, pace="days")))
        assert due.overdue(100) == []
    assert set(Seat.objects.filter(stand_in=True).values_list("lapses", flat=True)) == {1}
    assert Seat.objects.filter(stand_in=True).count() == 50


async def killed_after_one_round() -> None:
    scheduler = Scheduler()
    await scheduler.round()
    await scheduler.thread.run(connections.close_all)
    scheduler.thread.stop()
    scheduler.thinking.stop()


def test_a_live_tables_turn_does_not_wait_for_a_hundred_slow_ones(file_database: Path) -> None:
    with time_machine.travel(NOON):
        copies(running(2, seed="overdue", **DAYS), 99)
    with time_machine.travel(NOON + timedelta(days=3)):
        live = running(2, bank_ms=30_000, increment_ms=10_000)
    with time_machine.travel(NOON + timedelta(days=4)):
        assert due.overdue()[0].table_id == live.table.pk


def deadline(snapshot: Snapshot) -> datetime:
    return not_none(snapshot.seats[awaited(snapshot)].deadline)


def down_for(time: timedelta) -> None:
    """Let the scheduler's last beat be that long ago."""
    pulse.beat()
    Pulse.objects.update(at=Now() - time)


@pytest.mark.parametrize("pace", [{"bank_ms": 30_000, "increment_ms": 10_000}, DAYS])
def test_while_no_scheduler_ran_nobodys_time_ran(file_database: Path, pace: dict[str, Any]) -> None:
    down = timedelta(days=3)
    with time_machine.travel(timezone.now() - down - timedelta(seconds=5)):
        snapshot = running(2, **pace)
    seat, before = awaited(snapshot), deadline(snapshot)
    down_for(down)
    asyncio.run(rounds_of_two())
    after = given.now(snapshot).seats[seat]
    # Both schedulers looked, and the time was given back once.
    assert abs(not_none(after.deadline) - before - down) < timedelta(seconds=3)
    assert not after.stand_in and after.lapses == 0
    # Pages that show the old deadline learn of it.
    assert given.now(snapshot).table.version == snapshot.table.version + 1
    with time_machine.travel(not_none(after.deadline) + timedelta(seconds=1)):
        assert [late.table_id for late in due.overdue()] == [snapshot.table.pk]


async def rounds_of_two() -> None:
    await asyncio.gather(killed_after_one_round(), killed_after_one_round())


def test_a_wait_that_began_while_no_scheduler_ran_keeps_its_time(file_database: Path) -> None:
    snapshot = running(2, **DAYS)
    down_for(timedelta(hours=1))
    asyncio.run(killed_after_one_round())
    assert deadline(given.now(snapshot)) == deadline(snapshot)


def test_after_a_quick_restart_time_has_run(file_database: Path) -> None:
    with time_machine.travel(timezone.now() - timedelta(hours=1)):
        snapshot = running(2, **DAYS)
    down_for(timedelta(seconds=20))
    asyncio.run(killed_after_one_round())
    assert deadline(given.now(snapshot)) == deadline(snapshot)
