"""Odd addresses of sockets are answered and closed, without an error in the log."""

from __future__ import annotations

import logging

import pytest

from games.models.table import new_id
from games.sockets import sockets
from tests.helpers.given import running
from tests.helpers.sockets import Socket, at_table, scene

pytestmark = pytest.mark.usefixtures("file_database")


@pytest.mark.parametrize("path", ["/", "/ws/", "/ws/nothing/", "/t/abc/", "/ws/t/a/b/c/", "/ws/lobby"])
def test_where_there_is_no_socket_one_is_closed(path: str, caplog: pytest.LogCaptureFixture) -> None:
    async def play_it(_elsewhere: object) -> None:
        socket = await Socket(path).open()
        assert await socket.hear() == ""
        assert socket.code == 4404

    scene(play_it)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.mark.parametrize(
    "query", ["v=" + "9" * 5_000, "&".join(f"a{n}=1" for n in range(1_200)), "v=%00&l=%ff"]
)
def test_an_odd_query_is_as_good_as_none(query: str, caplog: pytest.LogCaptureFixture) -> None:
    snapshot = running()

    async def play_it(_elsewhere: object) -> None:
        socket = await Socket(f"/ws/t/{snapshot.table.pk}/?{query}").open()
        assert 'id="board"' in await socket.hear()
        await socket.close()

    scene(play_it)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_a_private_table_is_closed_as_one_that_is_not_there() -> None:
    private = running(public=False)

    async def play_it(_elsewhere: object) -> None:
        there, missing = await at_table(private.table.pk, seen=0), await at_table("nosuchtb", seen=0)
        assert [await socket.hear() for socket in (there, missing)] == ["", ""]
        assert there.code == missing.code == 4404

    scene(play_it)


def test_the_database_is_asked_for_nothing_that_can_be_no_tables_id() -> None:
    """PostgreSQL answers a NUL with an error, which a visitor could write into the log."""
    tables = sockets[0].pattern
    assert tables.match(f"ws/t/{new_id()}/")
    assert not any(tables.match(f"ws/t/{odd}/") for odd in ("a\0b", "\xff", "a b", "é"))
