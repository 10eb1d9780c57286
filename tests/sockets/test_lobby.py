"""The lobby's socket shows waiting tables to those who may know of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.play.database_thread import DatabaseThread
from tests.helpers import given
from tests.helpers.given import browser, person
from tests.helpers.sockets import Socket, scene

pytestmark = pytest.mark.usefixtures("file_database")


def test_the_lobby_is_told_of_a_new_table() -> None:
    client = browser(person("Ben"))

    async def play_it(elsewhere: DatabaseThread) -> None:
        socket = await Socket("/ws/lobby/?l=en", client).open()
        assert "No table is waiting" in await socket.hear()
        snapshot = await elsewhere.run(given.opened, 3)
        text = await socket.hear()
        assert f'id="open-{snapshot.table.pk}"' in text
        assert 'hx-swap-oob="outerMorph"' in text
        await socket.close()

    scene(play_it)


def test_the_lobby_tells_nobody_of_tables_by_invitation_but_their_own_people(file_database: Path) -> None:
    host, other = browser(person("Ada")), browser(person("Ben"))

    async def play_it(elsewhere: DatabaseThread) -> None:
        snapshot = await elsewhere.run(given.opened, 3, public=False)
        for client, listed in ((host, True), (other, False), (None, False)):
            socket = await Socket("/ws/lobby/?l=en", client).open()
            assert (snapshot.table.pk in await socket.hear()) == listed
            await socket.close()

    scene(play_it)
