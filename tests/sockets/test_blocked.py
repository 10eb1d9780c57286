"""When somebody is blocked, which of their pages are closed."""

from __future__ import annotations

import pytest

from games.play.database_thread import DatabaseThread
from games.sockets.hub import hub
from tests.helpers.given import browser, opened, person, running
from tests.helpers.sockets import Socket, at_table, scene

pytestmark = pytest.mark.usefixtures("file_database")


def test_a_blocked_person_goes_on_playing_and_can_no_longer_watch_the_others_tables() -> None:
    """Otherwise anybody could keep others from playing, because each closed page reloads."""
    shared, own = running(2), opened(2, host="Ben")
    others, further = opened(2, host="Cleo"), opened(2, host="Dan")
    ben = browser(person("Ben"))

    async def play_it(elsewhere: DatabaseThread) -> None:
        tables = (shared, own, others, further)
        played, waits, apart, invited = [await at_table(snapshot.table.pk, ben) for snapshot in tables]
        lobby = await Socket("/ws/lobby/", ben).open()
        await lobby.hear()
        for whoever in ("Ada", "Cleo"):
            await elsewhere.run(block, whoever, "Ben")
        # As when another process says so.
        hub.received({"type": "sign.off", "person": accounts["Ben"].pk, "apart": accounts["Dan"].pk})
        for socket in (played, waits, apart, invited, lobby):
            await socket.heard()
        assert [socket.code for socket in (played, waits, lobby)] == [None] * 3
        assert (apart.code, invited.code) == (4401, 4401)
        for socket in (played, waits, lobby):
            await socket.close()

    def block(whoever: str, name: str) -> None:
        browser(accounts[whoever]).post("/friends/block/", {"name": name})

    accounts = {name: person(name) for name in ("Ada", "Ben", "Cleo", "Dan")}
    scene(play_it)
