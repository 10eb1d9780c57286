"""Schedulers carry out conditional moves: when they start, when they are killed, and when they are too late."""

from __future__ import annotations

import asyncio
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections
from django.utils import timezone

from games.conditional import carrying_out, reads
from games.conditional.models import ConditionalMove
from games.models import Move, Seat
from games.rules.core import Refused
from games.scheduler.loop import Scheduler
from tests.conditional.helpers import give, stored_move, to_play, waiting
from tests.databases import ON_SQLITE
from tests.helpers import given
from tests.helpers.given import running, step

pytestmark = pytest.mark.usefixtures("at_once")


async def look(schedulers: list[Scheduler]) -> None:
    await asyncio.gather(*(scheduler.round() for scheduler in schedulers))
    await asyncio.gather(*(scheduler.turns.fewer_than(1) for scheduler in schedulers))
    for scheduler in schedulers:
        await scheduler.thread.run(connections.close_all)
        scheduler.thread.stop()
        scheduler.thinking.stop()


def test_a_scheduler_that_has_just_started_finds_the_conditional_move_and_two_carry_it_out_once(
    file_database: Path,
) -> None:
    snapshot = running(2)
    seat = waiting(snapshot)
    give(snapshot, seat, to_play(snapshot, seat))
    step(snapshot)
    asyncio.run(look([Scheduler(), Scheduler()]))
    new_snapshot = given.now(snapshot)
    assert (new_snapshot.table.number, new_snapshot.recent[-1].seat, new_snapshot.recent[-1].by) == (
        2,
        seat,
        Move.By.PERSON,
    )
    assert stored_move(snapshot) is None


def test_a_conditional_move_goes_before_the_bot_of_one_whose_time_ran_out_meanwhile(
    file_database: Path,
) -> None:
    snapshot = running(2)
    seat = waiting(snapshot)
    conditional_move = give(snapshot, seat, to_play(snapshot, seat))
    step(snapshot)
    past = timezone.now() - timedelta(hours=1)
    Seat.objects.filter(table=snapshot.table, index=seat).update(deadline=past)
    asyncio.run(look([Scheduler()]))
    new_snapshot = given.now(snapshot)
    assert new_snapshot.recent[-1].move["card"] == conditional_move["card"]
    assert not new_snapshot.seats[seat].stand_in


def test_a_conditional_move_that_makes_an_error_is_dropped_and_holds_up_no_clock(file_database: Path) -> None:
    snapshot = running(2)
    seat = waiting(snapshot)
    give(snapshot, seat, to_play(snapshot, seat))
    step(snapshot)
    ConditionalMove.objects.update(content={"type": "play"})
    past = timezone.now() - timedelta(hours=1)
    Seat.objects.filter(table=snapshot.table, index=seat).update(deadline=past)
    asyncio.run(look([Scheduler()]))
    conditional_move = stored_move(snapshot)
    assert conditional_move is None or conditional_move.dropped == "failed"
    assert given.now(snapshot).seats[seat].stand_in


def test_a_process_killed_at_any_statement_leaves_the_conditional_move_to_be_carried_out_once(
    file_database: Path,
) -> None:
    snapshot = running(2)
    seat = waiting(snapshot)
    give(snapshot, seat, to_play(snapshot, seat))
    step(snapshot)
    before = given.stored(snapshot.table.pk)
    kills = 0
    while killed_before(kills + 1, snapshot.table.pk, seat):
        kills += 1
        assert given.stored(snapshot.table.pk) == before
        conditional_move = stored_move(snapshot)
        assert conditional_move is not None and not conditional_move.dropped
    # Reading the row, and at least four writing statements: the table is remembered.
    assert kills > 5
    new_snapshot = given.now(snapshot)
    assert (new_snapshot.table.number, new_snapshot.recent[-1].seat, stored_move(snapshot)) == (2, seat, None)


def killed_before(number: int, table: str, seat: int) -> bool:
    """Carry out the move in a process that is killed before that statement. Returns False if there are fewer."""
    connections.close_all()
    if not ON_SQLITE:
        # The child must not share the pool's connections.
        connection.close_pool()  # type: ignore[attr-defined]
    child = os.fork()
    if child == 0:
        count = iter(range(1, number + 1))

        def counted(execute: Any, *arguments: Any) -> Any:
            if next(count, 0) == number:
                os.kill(os.getpid(), signal.SIGKILL)
            return execute(*arguments)

        with connection.execute_wrapper(counted):
            carrying_out.carry_out(table, seat)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def test_the_seat_moves_once_whether_the_person_or_the_conditional_move_is_first(file_database: Path) -> None:
    for number in range(8):
        snapshot = running(2, seed=f"first {number}")
        seat = waiting(snapshot)
        give(snapshot, seat, to_play(snapshot, seat))
        step(snapshot)
        new_snapshot = given.now(snapshot)
        own = {"type": "play", "card": new_snapshot.state.hands[seat][1]}
        person_id, table = snapshot.seats[seat].user_id, snapshot.table.pk
        with ThreadPoolExecutor(2) as both:
            attempts = [
                both.submit(tried, given.submit, table, person_id, own, key="own", seen=1),
                both.submit(tried, carrying_out.carry_out, table, seat),
            ]
            assert sum(attempt.result() for attempt in attempts) == 1
        assert given.now(snapshot).table.number == 2
        assert ConditionalMove.objects.filter(table=table, dropped="").count() == 0 or (
            reads.active(table, seat) is None
        )


def tried(work: Any, *arguments: Any, **named: Any) -> bool:
    """Return True if it was done, False if it came too late."""
    try:
        return work(*arguments, **named) is not None
    except Refused as refused:
        assert refused.code in ("stale", "not_your_turn")
        return False
    finally:
        connections.close_all()
