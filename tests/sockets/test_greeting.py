"""A new socket at a table gets the stored board, whatever its page or its process takes for the newest."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from django.db import connection

from games.play.database_thread import DatabaseThread
from games.sockets.hub import hub
from hosting.limits.places import places
from tests.helpers import given
from tests.helpers.given import browser, opened, person, running
from tests.helpers.sockets import Socket, at_table, scene

FUTURE, COME_BACK = 999_999_999, 4012


def newest(board: str) -> int:
    """Return the number of the newest move on a board."""
    return max(map(int, re.findall(r'id="m-(\d+)"', board)), default=0)


def test_a_board_that_another_process_has_stored_is_shown_at_once_to_whoever_comes_back(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshot = running(2)
    rendered = snapshot.table.version

    async def play_it(elsewhere: DatabaseThread) -> None:
        staying, leaving = await at_table(snapshot.table.pk), await at_table(snapshot.table.pk)
        await leaving.close()
        with monkeypatch.context() as patch:
            # Like a process whose message doesn't arrive.
            patch.setattr("games.play.storage.listeners", [])
            await elsewhere.run(given.step, snapshot)
        # The page still sends the version with which it was loaded.
        back = await at_table(snapshot.table.pk, seen=rendered)
        assert newest(await back.hear()) == 1
        assert newest((await staying.heard())[-1]) == 1
        for socket in (staying, back):
            await socket.close()

    scene(play_it)


@pytest.mark.parametrize("begun", [False, True])
def test_a_pages_claim_of_its_version_affects_nobody_else(file_database: Path, begun: bool) -> None:
    snapshot, client = running(2) if begun else opened(3), browser(person("Mallory"))

    async def play_it(elsewhere: DatabaseThread) -> None:
        waiting = await at_table(snapshot.table.pk, seen=snapshot.table.version)
        stranger = await at_table(snapshot.table.pk, client, seen=FUTURE)
        text = await stranger.hear()
        assert 'id="board"' in text if begun else json.loads(text) == {"reload": True}
        assert await waiting.heard() == []
        for socket in (waiting, stranger):
            await socket.close()

    scene(play_it)


@pytest.mark.parametrize("away", ["django_session", "games_table", "games_phrase"])
def test_while_the_database_is_away_a_new_socket_is_told_to_come_back_and_the_log_has_one_line(
    file_database: Path, caplog: pytest.LogCaptureFixture, away: str
) -> None:
    snapshot, client = running(2), browser(person("Ada"))

    def rename(old: str, new: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {old} RENAME TO {new}")

    async def play_it(elsewhere: DatabaseThread) -> None:
        await elsewhere.run(rename, away, "gone")
        refused = await Socket(f"/ws/t/{snapshot.table.pk}/?v=0&l=en", client).open()
        assert await refused.hear() == ""
        assert refused.code == COME_BACK
        await refused.close()
        assert (hub.rooms, places.count("socket")) == ({}, 0)
        await elsewhere.run(rename, "gone", away)
        back = await at_table(snapshot.table.pk, client)
        assert 'id="board"' in back.texts[0]
        await back.close()

    scene(play_it)
    log_lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(log_lines) == 1
    # In the words of SQLite, or of PostgreSQL.
    assert f"no such table: {away}" in log_lines[0] or f'relation "{away}" does not exist' in log_lines[0]
    # A table that is missing is an error of its own in PostgreSQL, which doesn't pass by itself.
    assert ("Traceback" in log_lines[0]) == (connection.vendor == "postgresql")


@pytest.mark.parametrize("path", ["/ws/t/{}/?v=0&l=en", "/ws/lobby/?l=en"])
def test_a_socket_that_the_server_ends_while_it_opens_leaves_nothing_behind(
    file_database: Path, path: str
) -> None:
    snapshot, client = running(2), browser(person("Ada"))

    async def play_it(elsewhere: DatabaseThread) -> None:
        first = await at_table(snapshot.table.pk, client)
        slow = threading.Event()
        stuck = hub.database.submit(slow.wait)
        second = await Socket(path.format(snapshot.table.pk), client).open()
        assert places.count("socket") > 0
        await first.close()
        # The visitor has left, and the server waits no longer.
        second.wire.stop(exceptions=False)
        with suppress(asyncio.CancelledError):
            await second.wire.future
        assert (hub.sockets, hub.rooms, places.count("socket")) == (set(), {}, 0)
        slow.set()
        await asyncio.wrap_future(stuck)

    scene(play_it)
