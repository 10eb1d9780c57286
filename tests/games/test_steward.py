"""The steward: what is due, what it asks its bots, and that nothing one of them does stops the others."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connections
from django.utils import timezone

from accounts.models import User
from games import chores, play, steward
from games.models import Move, Seat, Table
from games.play import Position
from games.rules import bots
from games.steward import Steward
from tests.games import tables
from tests.games.tables import awaited, person, running


def overdue(position: Position, seconds: float = 1) -> int:
    """Put the awaited seat's deadline into the past; its index."""
    seat = awaited(tables.now(position))
    past = timezone.now() - timedelta(seconds=seconds)
    Seat.objects.filter(table=position.table, index=seat).update(deadline=past)
    return seat


def against_bots(levels: tuple[str, ...] = ("easy",)) -> Position:
    """A match in which a bot is awaited."""
    position = running(1, bots=levels)
    while not position.seats[awaited(position)].is_bot:
        tables.step(position)
        position = tables.now(position)
    return position


async def rounds(stewards: list[Steward], count: int = 1) -> None:
    for each in stewards:
        each.pool.shutdown(wait=False)
        each.pool = ThreadPoolExecutor(2)  # type: ignore[assignment]
    for _ in range(count):
        await asyncio.gather(*(each._round() for each in stewards))
    for each in stewards:
        await each.thread.run(connections.close_all)
        each.thread.stop()
        each.pool.shutdown()


@pytest.mark.django_db
def test_what_is_overdue_is_found_the_longest_overdue_first() -> None:
    late, later, _ = running(2), running(3), running(2)
    overdue(late, 10)
    overdue(later, 20)
    assert [seat.table_id for seat in steward.overdue()] == [later.table.pk, late.table.pk]
    assert [seat.table_id for seat in steward.overdue(1)] == [later.table.pk]
    assert steward.seconds_to_next() == 0


@pytest.mark.django_db
def test_with_nothing_due_it_sleeps_no_longer_than_two_seconds() -> None:
    assert steward.seconds_to_next() == 2
    running()
    assert steward.seconds_to_next() == 2


@pytest.mark.django_db
def test_a_person_out_of_time_gets_a_bot_that_is_asked_on_the_seats_own_view() -> None:
    position = running()
    seat = overdue(position)
    late = steward.overdue()[0]
    steward.expire(late.table_id, late.index, timezone.now())
    assert steward.overdue() == []
    overdue(position)
    number, (game, level, view, _) = steward.question(steward.due()[0]) or (None, (None,) * 4)
    assert (number, game, level) == (0, "parade", "greedy")
    assert view == position.rules.view(position.state, seat)
    assert tables.now(position).seats[seat].stand_in


@pytest.mark.django_db
def test_there_is_no_question_once_the_match_is_over() -> None:
    position = running(2, bots=("easy",))
    seat = tables.now(position).seats[2]
    play.resign(position.table.pk, person("Ada").pk)
    play.resign(position.table.pk, person("Ben").pk)
    assert steward.question(seat) is None


@pytest.mark.django_db
def test_two_stewards_choosing_for_one_seat_are_harmless() -> None:
    position = against_bots()
    seat = position.seats[overdue(position)]
    first, second = steward.question(seat), steward.question(seat)
    assert first is not None
    assert second is not None
    number, arguments = first
    play.bot_move(position.table.pk, seat.index, number, bots.think(*arguments))
    with pytest.raises(play.Refused) as refused:
        play.bot_move(position.table.pk, seat.index, second[0], bots.think(*second[1]))
    assert refused.value.code == "stale"
    assert Move.objects.filter(table=position.table).count() == number + 2


@pytest.mark.django_db
def test_deserted_tables_are_closed_and_unseen_guests_removed() -> None:
    gone = person("Ben", last_seen=timezone.now() - timedelta(hours=2))
    person("Curious Cup", is_guest=True, last_seen=timezone.now() - timedelta(days=31))
    deserted, slow = tables.opened(2, host=gone.username), tables.opened(2, host=gone.username, live=False)
    kept, match = tables.opened(), running()
    chores.do_all()
    status = dict(Table.objects.values_list("pk", "status"))
    assert status == {
        deserted.table.pk: "closed",
        slow.table.pk: "open",
        kept.table.pk: "open",
        match.table.pk: "running",
    }
    assert not User.objects.filter(is_guest=True).exists()


def test_a_round_plays_a_bots_turn_in_a_process_of_its_own(file_database: Path) -> None:
    position = against_bots()
    overdue(position)

    async def once() -> None:
        one = Steward()
        await one._round()
        await one.thread.run(connections.close_all)
        one.thread.stop()
        one.pool.shutdown()

    asyncio.run(once())
    here = tables.now(position)
    assert here.table.number == position.table.number + 1
    assert here.recent[-1].by == Move.By.BOT


def test_two_stewards_at_once_play_a_turn_once(file_database: Path) -> None:
    position = against_bots()
    overdue(position)
    asyncio.run(rounds_of(2))
    assert tables.now(position).table.number == position.table.number + 1


async def rounds_of(stewards: int, count: int = 1) -> None:
    await rounds([Steward() for _ in range(stewards)], count)


def test_a_bot_that_fails_does_not_stop_the_others(file_database: Path) -> None:
    broken, sound = against_bots(), against_bots()
    Seat.objects.filter(table=broken.table, index=overdue(broken, 60)).update(level="nonsense")
    overdue(sound)
    asyncio.run(rounds_of(1))
    assert tables.now(broken).table.number == broken.table.number
    assert tables.now(sound).table.number == sound.table.number + 1


def test_a_batch_of_bots_that_fail_does_not_hide_the_others(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steward, "BATCH", 1)
    broken, sound = against_bots(), against_bots()
    Seat.objects.filter(table=broken.table, index=overdue(broken, 60)).update(level="nonsense")
    overdue(sound)
    asyncio.run(rounds_of(1, 2))
    assert tables.now(sound).table.number == sound.table.number + 1
