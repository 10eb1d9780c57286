"""Who carries standing orders out: stewards that start, that are killed, that are too late."""

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

from games import play
from games.models import Move, Seat, StandingOrder
from games.play import Refused, ordered
from games.steward import Steward
from tests.games import tables
from tests.games.ordering import an_order_that_plays, give, the_order, waiting
from tests.games.tables import running, step


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    """No pause before an order is carried out."""
    settings.BOT_PAUSE_MS = 0


async def look(stewards: list[Steward]) -> None:
    await asyncio.gather(*(each._round() for each in stewards))
    for each in stewards:
        await each.thread.run(connections.close_all)
        each.thread.stop()
        each.pool.shutdown()


def test_a_steward_that_has_just_started_finds_the_order_and_two_carry_it_out_once(
    file_database: Path,
) -> None:
    position = running(2)
    seat = waiting(position)
    give(position, seat, an_order_that_plays(position, seat))
    step(position)
    asyncio.run(look([Steward(), Steward()]))
    here = tables.now(position)
    assert (here.table.number, here.recent[-1].seat, here.recent[-1].by) == (2, seat, Move.By.PERSON)
    assert the_order(position) is None


def test_an_order_goes_before_the_bot_of_one_whose_time_ran_out_meanwhile(file_database: Path) -> None:
    position = running(2)
    seat = waiting(position)
    order = give(position, seat, an_order_that_plays(position, seat))
    step(position)
    past = timezone.now() - timedelta(hours=1)
    Seat.objects.filter(table=position.table, index=seat).update(deadline=past)
    asyncio.run(look([Steward()]))
    here = tables.now(position)
    assert here.recent[-1].move["card"] == order["card"]
    assert not here.seats[seat].stand_in


def test_an_order_that_makes_an_error_is_dropped_and_holds_up_no_clock(file_database: Path) -> None:
    position = running(2)
    seat = waiting(position)
    give(position, seat, an_order_that_plays(position, seat))
    step(position)
    StandingOrder.objects.update(order={"type": "play"})
    past = timezone.now() - timedelta(hours=1)
    Seat.objects.filter(table=position.table, index=seat).update(deadline=past)
    asyncio.run(look([Steward()]))
    order = the_order(position)
    assert order is None or order.dropped == "failed"
    assert tables.now(position).seats[seat].stand_in


def test_a_process_killed_at_any_statement_leaves_the_order_to_be_carried_out_once(
    file_database: Path,
) -> None:
    position = running(2)
    seat = waiting(position)
    give(position, seat, an_order_that_plays(position, seat))
    step(position)
    before = tables.stored(position.table.pk)
    kills = 0
    while killed_before(kills + 1, position.table.pk, seat):
        kills += 1
        assert tables.stored(position.table.pk) == before
        order = the_order(position)
        assert order is not None and not order.dropped
    # Reading the table, its seats and the order, and at least four statements that write.
    assert kills > 7
    here = tables.now(position)
    assert (here.table.number, here.recent[-1].seat, the_order(position)) == (2, seat, None)


def killed_before(number: int, table: str, seat: int) -> bool:
    """Carry out the order in a process that is killed before its statement of that number, if it has so many."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        count = iter(range(1, number + 1))

        def counted(execute: Any, *arguments: Any) -> Any:
            if next(count, 0) == number:
                os.kill(os.getpid(), signal.SIGKILL)
            return execute(*arguments)

        with connection.execute_wrapper(counted):
            play.carry_out(table, seat)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def test_whoever_is_first_the_person_or_their_order_the_seat_moves_once(file_database: Path) -> None:
    for number in range(8):
        position = running(2, seed=f"first {number}")
        seat = waiting(position)
        give(position, seat, an_order_that_plays(position, seat))
        step(position)
        here = tables.now(position)
        own = {"type": "play", "card": here.state.hands[seat][1]}
        person_id, table = position.seats[seat].user_id, position.table.pk
        with ThreadPoolExecutor(2) as both:
            made = [
                both.submit(tried, play.submit, table, person_id, own, key="own", seen=1),
                both.submit(tried, play.carry_out, table, seat),
            ]
            assert sum(each.result() for each in made) == 1
        assert tables.now(position).table.number == 2
        assert StandingOrder.objects.filter(table=table, dropped="").count() == 0 or (
            ordered.active(table, seat) is None
        )


def tried(work: Any, *arguments: Any, **named: Any) -> bool:
    """Whether it was done; else it came too late."""
    try:
        return work(*arguments, **named) is not None
    except Refused as refused:
        assert refused.code in ("stale", "not_your_turn")
        return False
    finally:
        connections.close_all()
