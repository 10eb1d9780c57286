"""Who has a table before their eyes: pages say so over their sockets, and by being loaded."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from games import play
from games.live import looking
from games.live.hub import hub
from games.models import Seat
from games.play import Position
from games.threads import DatabaseThread
from tests.games.sockets import Socket, at_table, quiet, scene
from tests.games.tables import browser, opened, person, running

SHOWN, HIDDEN = '{"looking": true}', '{"looking": false}'
IDLE = '{"looking": false, "idle": 180}'


def looked(position: Position, name: str = "Ada") -> bool:
    """Whether that person's seat has been looked from just now."""
    seat = Seat.objects.get(table=position.table, user=person(name))
    return seat.looked_at is not None and seat.looked_at > timezone.now() - timedelta(seconds=10)


def forgotten(position: Position) -> None:
    Seat.objects.filter(table=position.table).update(looked_at=None)
    hub.looking._stored.clear()


async def say(socket: Socket, text: str) -> None:
    await socket.say(text)
    # Answered in order: what was said before has been heard.
    await socket.say('{"form": "", "n": 1}')
    await socket.answer()
    await quiet()


@pytest.mark.django_db
def test_a_page_that_is_loaded_counts_for_its_reader_alone() -> None:
    position = running(2)
    browser(person("Ada")).get(f"/t/{position.table.pk}/")
    browser(None).get(f"/t/{position.table.pk}/")
    assert (looked(position), looked(position, "Ben")) == (True, False)


@pytest.mark.django_db
def test_a_waiting_room_counts_too() -> None:
    position = opened(2)
    browser(person("Ada")).get(f"/t/{position.table.pk}/")
    assert looked(position)


@pytest.mark.django_db
def test_a_move_does_not_undo_that_somebody_looks() -> None:
    position = running(2)
    play.look([seat.pk for seat in position.seats], timezone.now())
    play.say(position.table.pk, person("Ada").pk, "hello")
    play.resign(position.table.pk, person("Ada").pk)
    assert looked(position)


def test_a_page_that_is_shown_hidden_and_left_is_stored_each_time(file_database: Path) -> None:
    position = running(2)
    client = browser(person("Ada"))

    async def visit(elsewhere: DatabaseThread) -> None:
        socket = await at_table(position.table.pk, client)
        await quiet()
        assert not await elsewhere.run(looked, position)
        await say(socket, SHOWN)
        assert await elsewhere.run(looked, position)
        await elsewhere.run(forgotten, position)
        await say(socket, HIDDEN)
        assert await elsewhere.run(looked, position)
        await elsewhere.run(forgotten, position)
        await say(socket, SHOWN)
        await elsewhere.run(forgotten, position)
        await socket.close()
        await quiet()
        assert await elsewhere.run(looked, position)
        assert hub.looking.sockets == set()

    scene(visit)


def test_what_came_while_nobody_sat_before_a_page_that_was_shown_has_not_been_seen(
    file_database: Path,
) -> None:
    position = running(2)
    client = browser(person("Ada"))

    async def visit(elsewhere: DatabaseThread) -> None:
        socket, other = await at_table(position.table.pk, client), await at_table(position.table.pk, client)
        await say(socket, SHOWN)
        await say(other, SHOWN)
        assert await elsewhere.run(looked, position)
        await say(socket, IDLE)
        # The other page is looked at.
        assert await elsewhere.run(looked, position)
        await say(other, IDLE)
        assert not await elsewhere.run(looked, position)
        await say(socket, SHOWN)
        await elsewhere.run(forgotten, position)
        for lie in ("-5", "1e9", "true", '"x"'):
            await say(socket, IDLE.replace("180", lie))
            assert await elsewhere.run(looked, position)
            await say(socket, SHOWN)
            await elsewhere.run(forgotten, position)
        await socket.close()
        await other.close()
        await quiet()

    scene(visit)


def test_a_page_that_stays_hidden_is_never_stored(file_database: Path) -> None:
    position = running(2)
    client = browser(person("Ada"))

    async def visit(elsewhere: DatabaseThread) -> None:
        socket = await at_table(position.table.pk, client)
        await say(socket, HIDDEN)
        assert not await elsewhere.run(looked, position)
        await socket.close()
        await quiet()
        assert not await elsewhere.run(looked, position)

    scene(visit)


def test_whoever_says_so_again_and_again_is_stored_once(file_database: Path) -> None:
    position = running(2)
    client = browser(person("Ada"))

    async def visit(elsewhere: DatabaseThread) -> None:
        socket = await at_table(position.table.pk, client)
        await say(socket, SHOWN)
        await elsewhere.run(lambda: Seat.objects.update(looked_at=None))
        for _ in range(5):
            await say(socket, HIDDEN)
            await say(socket, SHOWN)
        assert not await elsewhere.run(looked, position)
        await socket.close()

    scene(visit)


def test_a_page_that_stays_shown_is_stored_now_and_then(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = running(2)
    client = browser(person("Ada"))
    monkeypatch.setattr(looking, "EVERY", 0.01)

    async def visit(elsewhere: DatabaseThread) -> None:
        socket = await at_table(position.table.pk, client)
        await say(socket, SHOWN)
        await elsewhere.run(forgotten, position)
        while not await elsewhere.run(looked, position):
            await quiet()
        await socket.close()

    scene(visit)


def test_a_spectator_looks_for_nobody(file_database: Path) -> None:
    position = running(2)

    async def visit(elsewhere: DatabaseThread) -> None:
        socket = await at_table(position.table.pk)
        await socket.say(SHOWN)
        await socket.heard()
        assert hub.looking.sockets == set()
        await socket.close()

    scene(visit)
