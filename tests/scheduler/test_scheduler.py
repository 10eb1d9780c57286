"""The scheduler: what is due, what it asks its bots, and that an error in one doesn't stop the others."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from accounts.models import User
from games.models import Move, Seat, Table
from games.play import departure, storage
from games.play.snapshot import Snapshot
from games.rules import core
from games.rules.bot_process import think
from games.rules.core import Refused
from games.scheduler import bots, due, expiry
from games.scheduler.loop import Scheduler
from tests.helpers import chores, given
from tests.helpers.given import awaited, person, running


def overdue(snapshot: Snapshot, seconds: float = 1) -> int:
    """Move the awaited seat's deadline into the past and return its index."""
    seat = awaited(given.now(snapshot))
    past = timezone.now() - timedelta(seconds=seconds)
    Seat.objects.filter(table=snapshot.table, index=seat).update(deadline=past)
    return seat


def against_bots(levels: tuple[str, ...] = ("easy",)) -> Snapshot:
    """Return a match in which a bot is awaited."""
    snapshot = running(1, bots=levels)
    while not snapshot.seats[awaited(snapshot)].is_bot:
        given.step(snapshot)
        snapshot = given.now(snapshot)
    return snapshot


async def rounds(schedulers: list[Scheduler], count: int = 1) -> None:
    for scheduler in schedulers:
        scheduler.thinking.stop()
        scheduler.thinking.processes.pool = ThreadPoolExecutor(2)
    for _ in range(count):
        await asyncio.gather(*(scheduler.round() for scheduler in schedulers))
        await asyncio.gather(*(scheduler.turns.fewer_than(1) for scheduler in schedulers))
    for scheduler in schedulers:
        await scheduler.thread.run(connections.close_all)
        scheduler.thread.stop()
        scheduler.thinking.stop()


def test_a_bot_plays_on_though_the_clock_was_set_back_an_hour(file_database: Path) -> None:
    snapshot = against_bots()
    before, in_an_hour = given.now(snapshot).table.number, timezone.now() + timedelta(hours=1)
    Seat.objects.filter(table=snapshot.table, deadline__isnull=False).update(
        deadline=in_an_hour, awaited_since=in_an_hour
    )
    asyncio.run(rounds([Scheduler()]))
    assert given.now(snapshot).table.number > before


def test_a_clock_is_known_to_be_set_back_when_it_is_and_at_the_beginning() -> None:
    clock, now = due.WallClock(), timezone.now()
    times = [now, now, now + timedelta(seconds=9), now - timedelta(hours=1), now - timedelta(minutes=59)]
    assert [clock.was_set_back(time) for time in times] == [True, False, False, True, False]


@pytest.mark.django_db
def test_overdue_seats_are_found_the_longest_overdue_first() -> None:
    late, later, _ = running(2), running(3), running(2)
    overdue(late, 10)
    overdue(later, 20)
    assert [seat.table_id for seat in due.overdue()] == [later.table.pk, late.table.pk]
    assert [seat.table_id for seat in due.overdue(1)] == [later.table.pk]
    assert due.seconds_to_next() == 0


@pytest.mark.django_db
def test_a_seat_that_is_being_handled_shortens_no_sleep() -> None:
    late, later = running(2), running(2)
    keys = {(snapshot.table.pk, overdue(snapshot)) for snapshot in (late, later)}
    assert due.seconds_to_next(keys) == 2
    assert due.seconds_to_next({keys.pop()}) == 0
    people, seats = due.seats()
    assert (len(people), seats) == (2, [])


@pytest.mark.django_db
def test_a_remembered_snapshot_of_the_same_version_is_not_read_again(
    django_assert_num_queries: Any, django_capture_on_commit_callbacks: Any
) -> None:
    snapshot = running(2)
    with django_capture_on_commit_callbacks(execute=True):
        given.step(snapshot)
    pk, version = snapshot.table.pk, storage.load(snapshot.table.pk).table.version
    with django_assert_num_queries(0):
        assert storage.newest(pk, version).table.number == 1
    Table.objects.filter(pk=pk).update(version=version + 1, number=7)
    assert storage.newest(pk, version + 1).table.number == 7


@pytest.mark.django_db
def test_with_nothing_due_it_sleeps_no_longer_than_two_seconds() -> None:
    assert due.seconds_to_next() == 2
    running()
    assert due.seconds_to_next() == 2


@pytest.mark.django_db
def test_a_person_out_of_time_gets_a_bot_that_is_asked_on_the_seats_own_view() -> None:
    snapshot = running()
    seat = overdue(snapshot)
    late = due.overdue()[0]
    expiry.expire(late.table_id, late.index, timezone.now())
    assert due.overdue() == []
    overdue(snapshot)
    number, (rules, level, view, _), _given = bots.question(due.bots()[0]) or (None, (None,) * 4, None)
    assert (number, rules, level) == (0, core.game("parade"), "greedy")
    assert view == snapshot.rules.view(snapshot.state, seat)
    assert given.now(snapshot).seats[seat].stand_in


@pytest.mark.django_db
def test_there_is_no_question_once_the_match_is_over() -> None:
    snapshot = running(2, bots=("easy",))
    seat = given.now(snapshot).seats[2]
    departure.resign(snapshot.table.pk, person("Ada").pk)
    departure.resign(snapshot.table.pk, person("Ben").pk)
    assert bots.question(seat) is None


@pytest.mark.django_db
def test_two_schedulers_choosing_for_one_seat_are_harmless() -> None:
    snapshot = against_bots()
    seat = snapshot.seats[overdue(snapshot)]
    first, second = bots.question(seat), bots.question(seat)
    assert first is not None
    assert second is not None
    number, arguments, _given = first
    given.bot_move(snapshot.table.pk, seat.index, number, think(*arguments))
    with pytest.raises(Refused) as refused:
        given.bot_move(snapshot.table.pk, seat.index, second[0], think(*second[1]))
    assert refused.value.code == "stale"
    assert Move.objects.filter(table=snapshot.table).count() == number + 2


@pytest.mark.django_db
def test_deserted_tables_are_closed_and_unseen_guests_removed() -> None:
    gone = person("Ben", last_seen=timezone.now() - timedelta(hours=2))
    person("Curious Cup", is_guest=True, last_seen=timezone.now() - timedelta(days=31))
    deserted, slow = given.opened(2, host=gone.username), given.opened(2, host=gone.username, pace="days")
    open_table, match = given.opened(), running()
    chores.do_all()
    status = dict(Table.objects.values_list("pk", "status"))
    assert status == {
        deserted.table.pk: "closed",
        slow.table.pk: "open",
        open_table.table.pk: "open",
        match.table.pk: "running",
    }
    assert not User.objects.filter(is_guest=True).exists()


def test_a_round_plays_a_bots_turn_in_a_process_of_its_own(file_database: Path) -> None:
    snapshot = against_bots()
    overdue(snapshot)

    async def once() -> None:
        scheduler = Scheduler()
        await scheduler.round()
        await scheduler.turns.fewer_than(1)
        await scheduler.thread.run(connections.close_all)
        scheduler.thread.stop()
        scheduler.thinking.stop()

    asyncio.run(once())
    new_snapshot = given.now(snapshot)
    assert new_snapshot.table.number == snapshot.table.number + 1
    assert new_snapshot.recent[-1].by == Move.By.BOT


def test_a_time_out_does_not_wait_for_a_thinking_bot(file_database: Path, settings: Any) -> None:
    # The bot that then plays for them isn't due before the end of the round, however long that takes.
    settings.BOT_PAUSE_MS = 3_600_000
    thinks, waits = against_bots(), running(2)
    overdue(thinks)

    async def two_rounds() -> None:
        scheduler = Scheduler()
        scheduler.thinking.stop()
        scheduler.thinking.processes.pool = ThreadPoolExecutor(1)
        async with scheduler.thinking.free:
            await scheduler.round()
            seat = await scheduler.thread.run(overdue, waits)
            assert await scheduler.round() > 0
            assert len(scheduler.turns.under_way) == 1
            assert (await scheduler.thread.run(storage.load, waits.table.pk)).seats[seat].stand_in
        await scheduler.turns.fewer_than(1)
        await scheduler.thread.run(connections.close_all)
        scheduler.thread.stop()
        scheduler.thinking.stop()

    asyncio.run(two_rounds())
    assert given.now(thinks).table.number == thinks.table.number + 1


def test_two_schedulers_at_once_play_a_turn_once(file_database: Path) -> None:
    snapshot = against_bots()
    overdue(snapshot)
    asyncio.run(rounds_of(2))
    assert given.now(snapshot).table.number == snapshot.table.number + 1


async def rounds_of(schedulers: int, count: int = 1) -> None:
    await rounds([Scheduler() for _ in range(schedulers)], count)


def test_a_bot_that_fails_does_not_stop_the_others(file_database: Path) -> None:
    broken, sound = against_bots(), against_bots()
    Seat.objects.filter(table=broken.table, index=overdue(broken, 60)).update(level="nonsense")
    overdue(sound)
    asyncio.run(rounds_of(1))
    assert given.now(broken).table.number == broken.table.number
    assert given.now(sound).table.number == sound.table.number + 1


def test_a_batch_of_bots_that_fail_does_not_hide_the_others(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due, "BATCH", 1)
    # A round may take longer than a bot that has failed rests.
    monkeypatch.setattr(bots, "REST", 600.0)
    broken, sound = against_bots(), against_bots()
    Seat.objects.filter(table=broken.table, index=overdue(broken, 60)).update(level="nonsense")
    overdue(sound)
    asyncio.run(rounds_of(1, 2))
    assert given.now(sound).table.number == sound.table.number + 1
