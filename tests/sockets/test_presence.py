"""Who is looking at a table: pages say so over their sockets, and by being loaded."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from games.models import Seat, Table
from games.play import departure, phrases
from games.play import presence as stored_presence
from games.play.database_thread import DatabaseThread
from games.play.presence import mark_present
from games.play.snapshot import Snapshot
from games.play.storage import memory
from games.sockets import presence
from games.sockets.consumers import TableSocket
from games.sockets.hub import hub
from tests.helpers.given import awaited, browser, opened, person, running, step
from tests.helpers.not_none import not_none
from tests.helpers.sockets import Socket, at_table, quiet, scene

SHOWN, HIDDEN = '{"present": true}', '{"present": false}'
IDLE = '{"present": false, "idle": 180}'


def present_at(snapshot: Snapshot, name: str = "Ada") -> datetime | None:
    return Seat.objects.get(table=snapshot.table, user=person(name)).present_at


def looked(snapshot: Snapshot, name: str = "Ada") -> bool:
    """Return True if that person's seat has been looked from just now."""
    at = present_at(snapshot, name)
    return at is not None and at > timezone.now() - timedelta(seconds=10)


def forgotten(snapshot: Snapshot) -> None:
    Seat.objects.filter(table=snapshot.table).update(present_at=None)
    hub.presence._stored.clear()


async def say(socket: Socket, text: str) -> None:
    await socket.say(text)
    # Messages are answered in order, so the ones before have been handled.
    await socket.say('{"form": "", "n": 1}')
    await socket.answer()
    await quiet()


@pytest.mark.django_db
def test_a_page_that_is_loaded_counts_for_its_reader_alone() -> None:
    snapshot = running(2)
    browser(person("Ada")).get(f"/t/{snapshot.table.pk}/")
    browser(None).get(f"/t/{snapshot.table.pk}/")
    assert (looked(snapshot), looked(snapshot, "Ben")) == (True, False)


@pytest.mark.django_db
def test_a_waiting_room_counts_too() -> None:
    snapshot = opened(2)
    browser(person("Ada")).get(f"/t/{snapshot.table.pk}/")
    assert looked(snapshot)


@pytest.mark.django_db
def test_a_move_does_not_undo_that_somebody_looks() -> None:
    snapshot = running(2)
    mark_present([seat.pk for seat in snapshot.seats], timezone.now())
    phrases.say(snapshot.table.pk, person("Ada").pk, "hello")
    departure.resign(snapshot.table.pk, person("Ada").pk)
    assert looked(snapshot)


def test_a_page_that_is_shown_hidden_and_left_is_stored_each_time(file_database: Path) -> None:
    snapshot = running(2)
    client = browser(person("Ada"))

    async def visit(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk, client)
        await quiet()
        assert not await elsewhere.run(looked, snapshot)
        await say(socket, SHOWN)
        assert await elsewhere.run(looked, snapshot)
        await elsewhere.run(forgotten, snapshot)
        await say(socket, HIDDEN)
        assert await elsewhere.run(looked, snapshot)
        await elsewhere.run(forgotten, snapshot)
        await say(socket, SHOWN)
        await elsewhere.run(forgotten, snapshot)
        await socket.close()
        await quiet()
        assert await elsewhere.run(looked, snapshot)
        assert hub.presence.watching == set()

    scene(visit)


def test_moves_on_a_visible_page_without_a_person_count_as_unseen(
    file_database: Path,
) -> None:
    snapshot = running(2)
    client = browser(person("Ada"))

    async def visit(elsewhere: DatabaseThread) -> None:
        socket, other = await at_table(snapshot.table.pk, client), await at_table(snapshot.table.pk, client)
        await say(socket, SHOWN)
        await say(other, SHOWN)
        assert await elsewhere.run(looked, snapshot)
        await say(socket, IDLE)
        # The other page is visible.
        assert await elsewhere.run(looked, snapshot)
        await say(other, IDLE)
        assert not await elsewhere.run(looked, snapshot)
        await say(socket, SHOWN)
        await elsewhere.run(forgotten, snapshot)
        for lie in ("-5", "1e9", "true", '"x"'):
            await say(socket, IDLE.replace("180", lie))
            assert await elsewhere.run(looked, snapshot)
            await say(socket, SHOWN)
            await elsewhere.run(forgotten, snapshot)
        await socket.close()
        await other.close()
        await quiet()

    scene(visit)


def test_a_person_back_at_an_open_page_looks_back_from_where_they_left(
    file_database: Path,
) -> None:
    snapshot = running(2)
    reader, left = snapshot.seats[1 - awaited(snapshot)], timezone.now() - timedelta(minutes=30)
    Table.objects.filter(pk=snapshot.table.pk).update(started_at=left - timedelta(minutes=30))
    memory.forget(snapshot.table.pk)
    Seat.objects.filter(pk=reader.pk).update(present_at=left)
    step(snapshot)
    client = browser(reader.user)

    async def visit(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk, client)
        await say(socket, HIDDEN)
        await say(socket, SHOWN)
        seat = await elsewhere.run(lambda: Seat.objects.get(pk=reader.pk))
        assert (seat.left_at, not_none(seat.present_at) > left) == (left, True)
        html = await elsewhere.run(lambda: client.get(f"/t/{snapshot.table.pk}/replay/").content.decode())
        assert 'data-last="1" data-number="0"' in html
        await socket.close()

    scene(visit)


def test_a_word_that_had_to_wait_counts_from_when_it_came(file_database: Path) -> None:
    """What is moved between a page's message and its handling wasn't seen, because the page may be gone by then."""
    snapshot = running(2)
    client, received = browser(person("Ada")), time.time() - 60

    async def visit(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk, client)
        (consumer,) = hub.sockets
        assert isinstance(consumer, TableSocket)
        for text, at in ((SHOWN, received), (IDLE, received - 180)):
            await consumer.handle(text, received)
            await quiet()
            stored = await elsewhere.run(present_at, snapshot)
            assert stored is not None
            assert stored.timestamp() == pytest.approx(at, abs=0.001)
        await socket.close()
        await quiet()

    scene(visit)


def test_a_page_that_stays_hidden_is_never_stored(file_database: Path) -> None:
    snapshot = running(2)
    client = browser(person("Ada"))

    async def visit(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk, client)
        await say(socket, HIDDEN)
        assert not await elsewhere.run(looked, snapshot)
        await socket.close()
        await quiet()
        assert not await elsewhere.run(looked, snapshot)

    scene(visit)


def test_repeated_messages_of_presence_are_stored_once(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshot = running(2)
    client = browser(person("Ada"))
    # However long a busy machine takes.
    monkeypatch.setattr(presence, "FRESH", 3600.0)

    async def visit(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk, client)
        await say(socket, SHOWN)
        await elsewhere.run(lambda: Seat.objects.update(present_at=None))
        for _ in range(5):
            await say(socket, HIDDEN)
            await say(socket, SHOWN)
        assert not await elsewhere.run(looked, snapshot)
        await socket.close()

    scene(visit)


def test_a_page_that_stays_shown_is_stored_now_and_then(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshot = running(2)
    client = browser(person("Ada"))
    monkeypatch.setattr(presence, "EVERY", 0.01)

    async def visit(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk, client)
        await say(socket, SHOWN)
        await elsewhere.run(forgotten, snapshot)
        while not await elsewhere.run(looked, snapshot):
            await quiet()
        await socket.close()

    scene(visit)


def test_a_spectator_looks_for_nobody(file_database: Path) -> None:
    snapshot = running(2)

    async def visit(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk)
        await socket.say(SHOWN)
        await socket.heard()
        assert hub.presence.watching == set()
        await socket.close()

    scene(visit)


def test_however_often_pages_come_and_go_few_stores_wait(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each page that is hidden says for how long nobody sat before it. A store for each would fill the thread of
    all."""
    snapshots = [running(2) for _ in range(3)]
    client = browser(person("Ada"))
    stores: list[int] = []

    def counted(seats: object, *_more: object) -> None:
        stores.append(1)

    for name in ("mark_present", "note_present"):
        monkeypatch.setattr(stored_presence, name, counted)

    async def visit(elsewhere: DatabaseThread) -> None:
        sockets = [await at_table(snapshot.table.pk, client) for snapshot in snapshots]
        for _ in range(5):
            for socket in sockets:
                await socket.say(SHOWN)
                await socket.say(IDLE)
        for socket in sockets:
            await socket.settled()
        # One at once, and one for all that came meanwhile.
        assert sum(getattr(task.get_coro(), "__qualname__", "") == "Rounds._run" for task in hub._tasks) <= 2
        await quiet()
        assert len(stores) <= 3
        for socket in sockets:
            await socket.close()

    scene(visit)
