"""Which pages of a waiting room are loaded anew when it becomes a board."""

from __future__ import annotations

import asyncio
import json

import pytest

from games.play import seating
from games.play.database_thread import DatabaseThread
from games.sockets.hub import hub
from games.sockets.protocol import Subscriber
from tests.helpers import given
from tests.helpers.given import browser, person
from tests.helpers.sockets import Socket, at_table, scene

CHANGED = {"reload": True}
BEGUN = {"reload": True, "begins": ["Ada", "Ben", "Cleo"]}
pytestmark = pytest.mark.usefixtures("file_database")


def test_a_waiting_room_is_loaded_anew_when_it_changes() -> None:
    snapshot = given.opened(3)

    async def play_it(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk, seen=snapshot.table.version)
        assert await socket.heard() == []
        for name, message in (("Ben", CHANGED), ("Cleo", BEGUN)):
            await elsewhere.run(lambda name=name: seating.join(snapshot.table.pk, person(name)))  # type: ignore[misc]
            assert [json.loads(text) for text in await socket.heard()] == [message]
        await socket.close()

    scene(play_it)


def test_a_page_that_shows_the_board_already_is_not_loaded_anew_when_its_room_hears_that_the_match_has_begun() -> (
    None
):
    snapshot = given.opened(2)
    ben = browser(person("Ben"))

    async def play_it(elsewhere: DatabaseThread) -> None:
        waiting = await at_table(snapshot.table.pk, seen=snapshot.table.version)
        await waiting.heard()
        arrivals = Arrivals()
        hub.subscribers.append(arrivals)
        # The room is busy with a newcomer.
        async with hub.rooms[snapshot.table.pk]._lock:
            begun = await elsewhere.run(lambda: seating.join(snapshot.table.pk, person("Ben")))
            fresh = await Socket(f"/ws/t/{snapshot.table.pk}/?v={begun.table.version}&l=en", ben).open()
            await arrivals.comes.wait()
        assert await fresh.heard() == []
        assert [json.loads(text) for text in await waiting.heard()] == [
            {"reload": True, "begins": ["Ada", "Ben"]}
        ]
        await elsewhere.run(given.step, snapshot)
        assert "hx-swap-oob" in await fresh.hear()
        hub.subscribers.remove(arrivals)
        for socket in (waiting, fresh):
            await socket.close()

    scene(play_it)


class Arrivals(Subscriber):
    def __init__(self) -> None:
        self.comes = asyncio.Event()

    def entered(self, socket: object) -> None:
        self.comes.set()
