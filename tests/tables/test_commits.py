"""Moves of several tables that are stored together: all of them, or each in the ordinary way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from games import tables
from games.models import Move, Notification, Results, Table
from games.tables import Snapshot, storage
from games.tables.commits import Commits
from games.tables.moves import Settled, judge
from games.tables.snapshot import Change
from games.tables.threads import DatabaseThread
from tests.helpers import given

TIMES = {"bank_ms": 120_000, "increment_ms": 60_000}
DAY_MS = 86_400_000


pytestmark = pytest.mark.usefixtures("file_database")


def matches(count: int) -> list[Snapshot]:
    """Running tables, as a process that has just stored something at each of them knows them."""
    found = [given.running(2, seed=f"batch {number}", **TIMES) for number in range(count)]
    for each in found:
        given.step(each)
    return [given.now(each) for each in found]


def sent(commits: Commits, here: Snapshot, key: str = "k", move: Any = None) -> Awaitable[Settled | None]:
    """The awaited seat's move, on its way."""
    seat = given.awaited(here)
    person = here.seats[seat].user_id
    return commits.settle(
        here.table.pk, person, move or given.first_legal(here, seat), key, here.table.number
    )


def judged(here: Snapshot) -> Change:
    """A move of the awaited seat, on what the process remembers, not yet stored."""
    snapshot, seat = storage.remembered(here.table.pk), given.awaited(here)
    assert snapshot is not None
    return judge(snapshot, snapshot.seats[seat], given.first_legal(here, seat), Move.By.PERSON, "together")


def run(play: Callable[[Commits, DatabaseThread], Awaitable[None]]) -> None:
    async def whole() -> None:
        thread = DatabaseThread("commits")
        try:
            await play(Commits(thread), thread)
        finally:
            await thread.run(connections.close_all)
            thread.stop()

    asyncio.run(whole())


def stored(here: Snapshot) -> int:
    return Table.objects.get(pk=here.table.pk).number


def test_moves_that_wait_are_stored_in_one_transaction_each_with_its_own_number() -> None:
    found = matches(4)

    async def play(commits: Commits, thread: DatabaseThread) -> None:
        # The first goes alone, and what comes meanwhile waits for it and goes together.
        settled = await asyncio.gather(*(sent(commits, each) for each in found))
        assert [each and each.number for each in settled] == [each.table.number + 1 for each in found]

    run(play)
    assert [stored(each) for each in found] == [each.table.number + 1 for each in found]
    for before in found:
        after = given.now(before)
        assert after.table.version == before.table.version + 1
        assert after.row is not None and after.row.number == after.table.number
        assert after.seats[given.awaited(after)].deadline is not None


def test_a_move_over_days_is_left_to_the_ordinary_way_and_asks_nothing_on_the_loop() -> None:
    """The vacations of those who sit there are stored: the loop would have to wait for them."""
    here = given.running(2, pace="days", bank_ms=2 * DAY_MS, increment_ms=DAY_MS)
    given.step(here)
    here = given.now(here)

    async def play(commits: Commits, thread: DatabaseThread) -> None:
        assert await sent(commits, here) is None

    run(play)
    assert stored(here) == here.table.number


def test_four_moves_are_one_commit() -> None:
    changes = [judged(here) for here in matches(4)]
    with CaptureQueriesContext(connection) as said:
        storage.save_moves(changes)
    assert [each["sql"].split()[0] for each in said.captured_queries].count("COMMIT") == 1
    assert Move.objects.filter(key="together").count() == 4


def last_moves(count: int) -> list[Snapshot]:
    """Matches of two members, each of which ends by the next move."""
    found = [given.play_until(here, "discard") for here in matches(count)]
    for here in found:
        given.step(here)
    return [given.now(here) for here in found]


def test_matches_that_end_together_are_counted_and_told_once_each() -> None:
    found = last_moves(2)

    async def play(commits: Commits, thread: DatabaseThread) -> None:
        assert all(await asyncio.gather(*(sent(commits, each) for each in found)))

    run(play)
    for each in found:
        over = given.now(each)
        assert over.table.is_over and over.table.outcome and sorted(seat.rank for seat in over.seats)[0] == 1
        told = Notification.objects.filter(table=over.table, kind=Notification.Kind.MATCH_OVER)
        assert told.count() == 1
    assert {row.played for row in Results.objects.all()} == {2}


def test_a_match_whose_end_is_not_stored_is_not_counted() -> None:
    one, other = last_moves(2)
    changes = [judged(here) for here in (one, other)]
    Table.objects.filter(pk=other.table.pk).update(version=other.table.version + 5)
    with pytest.raises(storage.Clash):
        storage.save_moves(changes)
    assert given.now(one).table.is_running and not Results.objects.exists()


def test_one_that_clashes_leaves_nothing_of_the_batch_and_each_then_goes_the_ordinary_way() -> None:
    one, other = matches(2)
    changes = [judged(here) for here in (one, other)]
    Table.objects.filter(pk=other.table.pk).update(version=other.table.version + 5)
    with pytest.raises(storage.Clash):
        storage.save_moves(changes)
    assert not Move.objects.filter(key="together").exists()
    assert [stored(one), stored(other)] == [one.table.number, other.table.number]
    # What this process remembered of them was wrong of one, and is asked anew of both.
    assert storage.remembered(one.table.pk) is None


@pytest.mark.parametrize("why", ["changed elsewhere", "key of an earlier move"])
def test_one_that_clashes_keeps_no_other_from_being_stored(why: str) -> None:
    one, other = matches(2)
    given.step(other)
    other = given.now(other)
    changes = [judged(here) for here in (one, other)]
    if why == "changed elsewhere":
        Table.objects.filter(pk=other.table.pk).update(version=other.table.version + 5)
    else:
        Move.objects.filter(table=other.table, seat=changes[1].row.seat).update(key="together")
    assert storage.save_fitting(changes) == {one.table.pk}
    assert [stored(one), stored(other)] == [one.table.number + 1, other.table.number]
    # Alone, too, it is left out.
    assert storage.save_fitting(changes[1:]) == set()


def test_what_changed_elsewhere_is_left_to_the_ordinary_way() -> None:
    (here,) = matches(1)
    Table.objects.filter(pk=here.table.pk).update(version=here.table.version + 5)

    async def play(commits: Commits, thread: DatabaseThread) -> None:
        assert await sent(commits, here) is None

    run(play)
    assert stored(here) == here.table.number


@pytest.mark.parametrize(
    "how", ["a move that isn't possible", "no key", "a board of before", "a key of before"]
)
def test_what_may_be_refused_is_left_to_the_ordinary_way(how: str) -> None:
    (here,) = matches(1)
    seat = given.awaited(here)
    person, legal = here.seats[seat].user_id, given.first_legal(here, seat)
    assert here.row is not None
    move, key, seen = {
        "a move that isn't possible": ({"type": "play", "card": "none"}, "k", here.table.number),
        "no key": (legal, "", here.table.number),
        "a board of before": (legal, "k", here.table.number - 1),
        "a key of before": (legal, here.row.key, here.table.number),
    }[how]

    async def play(commits: Commits, thread: DatabaseThread) -> None:
        assert await commits.settle(here.table.pk, person, move, key, seen) is None

    run(play)
    assert stored(here) == here.table.number


def test_a_table_has_one_move_under_way_at_a_time() -> None:
    (here,) = matches(1)

    async def play(commits: Commits, thread: DatabaseThread) -> None:
        first, second = await asyncio.gather(sent(commits, here, "one"), sent(commits, here, "two"))
        assert first is not None and second is None

    run(play)
    assert stored(here) == here.table.number + 1


def test_who_hangs_up_meanwhile_has_moved_all_the_same_and_the_others_are_told() -> None:
    (here,) = matches(1)
    told: list[int] = []

    async def play(commits: Commits, thread: DatabaseThread) -> None:
        asked = asyncio.ensure_future(sent(commits, here))
        await asyncio.sleep(0)
        asked.cancel()
        while not told:
            await thread.run(stored, here)

    before, tables.committed[:] = (
        list(tables.committed),
        [lambda snapshot: told.append(snapshot.table.number)],
    )
    try:
        run(play)
    finally:
        tables.committed[:] = before
    assert told == [stored(here)] == [here.table.number + 1]
