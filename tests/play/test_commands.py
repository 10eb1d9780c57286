"""Commands at tables: stored together, alone, again after a clash, and on shared values."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from games.models import Move, Notification, Results, Table
from games.play import departure, phrases, storage
from games.play.commands import CommandQueue, Played
from games.play.database_thread import DatabaseThread
from games.play.moves import PersonMove
from games.play.snapshot import Draft, Snapshot
from games.play.storage import listeners
from games.rules.core import Refused
from tests.helpers import given

TIMES = {"bank_ms": 120_000, "increment_ms": 60_000}
DAY_MS = 86_400_000


pytestmark = pytest.mark.usefixtures("file_database")


def matches(count: int, **plan: Any) -> list[Snapshot]:
    """Return running tables as a process knows them that has just stored something at each."""
    matches_begun = [given.running(2, seed=f"batch {number}", **TIMES | plan) for number in range(count)]
    for match in matches_begun:
        given.step(match)
    return [given.now(match) for match in matches_begun]


def command(snapshot: Snapshot, key: str = "together", move: Any = None) -> PersonMove:
    """Return the awaited seat's move."""
    seat = given.awaited(snapshot)
    return PersonMove(
        snapshot.seats[seat].user_id, move or given.first_legal(snapshot, seat), key, snapshot.table.number
    )


def submitted(
    commands: CommandQueue, snapshot: Snapshot, key: str = "together", move: Any = None
) -> Awaitable[Played]:
    return commands.enqueue(snapshot.table.pk, command(snapshot, key, move))


def executed(new_snapshot: Snapshot) -> Draft:
    """Return a move of the awaited seat, executed on the remembered snapshot and not stored yet."""
    snapshot = storage.remembered(new_snapshot.table.pk)
    assert snapshot is not None
    draft = Draft(snapshot)
    command(new_snapshot)(draft)
    return draft


def run(play: Callable[[CommandQueue, DatabaseThread], Awaitable[None]]) -> None:
    async def whole() -> None:
        thread = DatabaseThread("commands")
        try:
            await play(CommandQueue(thread), thread)
        finally:
            await thread.run(connections.close_all)
            thread.stop()

    asyncio.run(whole())


def play_all(*wanted: tuple[Snapshot, PersonMove]) -> list[Any]:
    """Ask for all of them at once. Returns the answers or errors."""
    answers: list[Any] = []

    async def play(commands: CommandQueue, thread: DatabaseThread) -> None:
        requests = [commands.enqueue(here.table.pk, command) for here, command in wanted]
        answers.extend(await asyncio.gather(*requests, return_exceptions=True))

    run(play)
    return answers


@contextmanager
def published() -> Iterator[list[int]]:
    """Return the numbers of the moves published meanwhile."""
    numbers: list[int] = []
    before = list(listeners)
    listeners[:] = [lambda snapshot: numbers.append(snapshot.table.number)]
    try:
        yield numbers
    finally:
        listeners[:] = before


def stored(snapshot: Snapshot) -> int:
    return Table.objects.get(pk=snapshot.table.pk).number


def test_moves_that_wait_are_each_stored_with_its_own_number() -> None:
    before_all = matches(4)
    answers = play_all(*((here, command(here)) for here in before_all))
    assert [answer.number for answer in answers] == [match.table.number + 1 for match in before_all]
    assert [stored(match) for match in before_all] == [match.table.number + 1 for match in before_all]
    for before in before_all:
        after = given.now(before)
        assert after.table.version == before.table.version + 1
        assert after.row is not None and after.row.number == after.table.number
        assert after.seats[given.awaited(after)].deadline is not None


def test_a_move_over_days_goes_the_same_way() -> None:
    [here] = matches(1, pace="days", bank_ms=2 * DAY_MS, increment_ms=DAY_MS)
    [answer] = play_all((here, command(here)))
    assert answer.number == stored(here) == here.table.number + 1
    after = given.now(here)
    turns = Notification.objects.filter(table=after.table, kind=Notification.Kind.YOUR_TURN)
    assert turns.filter(user=after.seats[given.awaited(after)].user_id).exists()


def test_four_moves_are_one_commit() -> None:
    drafts = [executed(here) for here in matches(4)]
    with CaptureQueriesContext(connection) as queries:
        storage.save(drafts)
    assert [query["sql"].split()[0] for query in queries.captured_queries].count("COMMIT") == 1
    assert Move.objects.filter(key="together").count() == 4


def last_moves(count: int) -> list[Snapshot]:
    """Return matches of two members that the next move ends."""
    moves = [given.play_until(here, "discard") for here in matches(count)]
    for here in moves:
        given.step(here)
    return [given.now(here) for here in moves]


def test_matches_that_end_together_are_counted_and_told_once_each() -> None:
    moves = last_moves(2)
    play_all(*((here, command(here)) for here in moves))
    for match in moves:
        over = given.now(match)
        assert over.table.is_over and over.table.outcome and min(seat.rank or 9 for seat in over.seats) == 1
        notifications = Notification.objects.filter(table=over.table, kind=Notification.Kind.MATCH_OVER)
        assert notifications.count() == 1
    assert {row.played for row in Results.objects.all()} == {2}


def changed_elsewhere(snapshot: Snapshot) -> None:
    Table.objects.filter(pk=snapshot.table.pk).update(version=snapshot.table.version + 5)


def test_a_match_whose_end_is_not_stored_is_not_counted() -> None:
    one, other = last_moves(2)
    drafts = [executed(here) for here in (one, other)]
    changed_elsewhere(other)
    with pytest.raises(storage.Clash):
        storage.save(drafts)
    assert given.now(one).table.is_running and not Results.objects.exists()


def test_one_that_clashes_leaves_nothing_of_what_was_saved_with_it() -> None:
    one, other = matches(2)
    drafts = [executed(here) for here in (one, other)]
    changed_elsewhere(other)
    with pytest.raises(storage.Clash):
        storage.save(drafts)
    assert not Move.objects.filter(key="together").exists()
    assert [stored(one), stored(other)] == [one.table.number, other.table.number]
    # The memory of one of them was wrong, and both are read again.
    assert storage.remembered(one.table.pk) is None


@pytest.mark.parametrize("why", ["changed elsewhere", "key of an earlier move"])
def test_one_that_clashes_keeps_no_other_from_being_stored(why: str) -> None:
    one, other = matches(2)
    given.step(other)
    other = given.now(other)
    drafts = [executed(here) for here in (one, other)]
    if why == "changed elsewhere":
        changed_elsewhere(other)
    else:
        Move.objects.filter(table=other.table, seat=given.awaited(other)).update(key="together")
    assert storage.save_fitting(drafts) == [drafts[0]]
    assert [stored(one), stored(other)] == [one.table.number + 1, other.table.number]
    # It is left out alone, too.
    assert storage.save_fitting(drafts[1:]) == []


def test_a_move_at_a_table_that_changed_elsewhere_is_executed_again_and_stored_beside_the_others() -> None:
    one, other = matches(2)
    changed_elsewhere(other)
    answers = play_all((other, command(other)), (one, command(one)))
    assert [answer.number for answer in answers] == [stored(other), stored(one)]
    assert [stored(one), stored(other)] == [one.table.number + 1, other.table.number + 1]


@pytest.mark.parametrize(
    ("move", "key", "code"),
    [
        ({"type": "play", "card": "none"}, "k", "no_such_card"),
        (None, "", "malformed"),
        (None, "bot-1", "malformed"),
    ],
)
def test_a_refused_command_changes_nothing_and_stops_no_other(move: Any, key: str, code: str) -> None:
    one, other = matches(2)
    before = given.stored(other.table.pk)
    refused, played = play_all((other, command(other, key, move)), (one, command(one)))
    assert isinstance(refused, Refused) and refused.code == code
    assert given.stored(other.table.pk) == before
    assert played.number == stored(one) == one.table.number + 1


def test_the_same_move_sent_again_is_answered_as_the_first_time() -> None:
    [here] = matches(1)
    again = command(here)
    first, second = play_all((here, again), (here, again))
    assert first.number == second.number == stored(here) == here.table.number + 1


def test_a_tables_moves_are_executed_one_after_another_in_the_order_in_which_they_came() -> None:
    [here] = matches(1)
    with published() as numbers:
        first, second = play_all((here, command(here, "one")), (here, command(here, "two")))
    assert first.number == here.table.number + 1
    # The second is by a seat that has moved since, on the previous board.
    assert isinstance(second, Refused) and second.code == "stale"
    assert numbers == [stored(here)] == [here.table.number + 1]


def test_a_fault_of_one_command_is_answered_to_whoever_asked_and_to_nobody_else() -> None:
    one, other = matches(2)

    def broken(draft: Draft) -> None:
        raise LookupError("a fault")

    fault, played = play_all((other, broken), (one, command(one)))  # type: ignore[arg-type]
    assert isinstance(fault, LookupError)
    assert played.number == stored(one) == one.table.number + 1
    assert stored(other) == other.table.number


def test_a_move_is_stored_and_pushed_even_if_its_sender_hangs_up() -> None:
    (here,) = matches(1)

    async def play(commands: CommandQueue, thread: DatabaseThread) -> None:
        moved = asyncio.ensure_future(commands.play_batched(here.table.pk, command(here)))
        await asyncio.sleep(0)
        moved.cancel()
        while not numbers:
            await thread.run(stored, here)

    with published() as numbers:
        run(play)
    assert numbers == [stored(here)] == [here.table.number + 1]


def values(snapshot: Snapshot) -> list[Any]:
    rows = [snapshot.table, *snapshot.seats, snapshot.row]
    return [{name: value for name, value in row.__dict__.items() if name != "_state"} for row in rows if row]


def test_a_snapshot_stays_as_it_was_whatever_is_done_at_its_table() -> None:
    """Snapshots are shared: rooms draw them, and other threads execute commands on them."""
    [here] = matches(1)
    snapshot = storage.remembered(here.table.pk)
    assert snapshot is not None
    before, state = [dict(row) for row in values(snapshot)], snapshot.state
    given.step(here)
    phrases.say(here.table.pk, here.seats[0].user_id, "hello")
    phrases.hide_phrases(here.table.pk, here.seats[0].user_id, True)
    departure.resign(here.table.pk, here.seats[1].user_id)
    assert values(snapshot) == before and snapshot.state is state
    with pytest.raises(AttributeError):
        snapshot.row = None  # type: ignore[misc]


def test_only_what_a_command_changes_is_written() -> None:
    """Columns that are stored separately, such as a heartbeat, aren't overwritten with remembered values."""
    [here] = matches(1)
    with CaptureQueriesContext(connection) as queries:
        phrases.hide_phrases(here.table.pk, here.seats[0].user_id, True)
    updates = [sql for query in queries.captured_queries if "UPDATE" in (sql := query["sql"])]
    assert len(updates) == 2 and 'UPDATE "games_seat" SET "phrases_hidden" = ' in updates[1]
