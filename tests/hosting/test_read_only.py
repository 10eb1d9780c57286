"""If the database is read-only nothing is acknowledged, everybody gets a message, and the site recovers by itself."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlencode

import psycopg
import pytest
from django.db import InternalError, connections
from django.test import Client, RequestFactory

from games.models import Move
from games.play.database_thread import DatabaseThread
from games.sockets.hub import hub
from hosting import outage
from hosting.observability import health
from scripts.cluster import Cluster
from scripts.cluster.process import until
from tests.helpers.given import awaited, browser, first_legal, running
from tests.helpers.sockets import at_table, scene
from tests.hosting.observability.test_logs import heard
from tests.hosting.test_cluster import rows, status
from tests.scale.house import Process
from tests.scale.visitors import Player, Visitor
from tests.scale.visitors import awaited as to_move

__all__ = ["heard"]


@contextmanager
def only_read() -> Iterator[None]:
    """Let connections to the SQLite file from now on be read-only."""
    options = connections.settings["default"]["OPTIONS"]
    before = options["init_command"]
    options["init_command"] = f"{before} PRAGMA query_only=ON;"
    try:
        yield
    finally:
        options["init_command"] = before


def posted(client: Client, table: str, form: dict[str, Any]) -> int:
    client.raise_request_exception = False
    return client.post(f"/t/{table}/move/", form).status_code


@pytest.mark.usefixtures("file_database")
def test_on_sqlite_a_move_is_answered_with_503_and_stored_once_when_it_can_be(heard: io.StringIO) -> None:
    snapshot = running()
    table, seat = snapshot.table.pk, awaited(snapshot)
    client, move = browser(snapshot.seats[seat].user), first_legal(snapshot, seat)
    form = {"type": move["type"], "card": move["card"], "key": "the-key", "seen": "0"}

    async def play_it(elsewhere: DatabaseThread) -> None:
        socket = await at_table(table, client)
        with only_read():
            for thread in (hub.database, elsewhere):
                await thread.run(connections.close_all)
            await socket.say(f'{{"n": 1, "form": "{urlencode(form)}"}}')
            await socket.say('{"n": 2, "form": ""}')
            # The first gets no answer, so its page sends it again by POST, which is answered.
            assert (await socket.answer())["n"] == 2
            assert await elsewhere.run(posted, client, table, form) == 503
            assert await elsewhere.run(health.trouble) == "the database can't store: OperationalError"
        assert await socket.move(move, 0, "the-key") == {"n": 1, "number": 1}
        assert await elsewhere.run(posted, client, table, form) == 302
        assert await elsewhere.run(Move.objects.filter(table=table).count) == 2
        await socket.close()

    scene(play_it)
    lines = [line for line in heard.getvalue().splitlines() if "readonly" in line]
    assert [line.count("event=action_failed") for line in lines] == [1, 0]
    assert [line.count('event="Service Unavailable: /t/') for line in lines] == [0, 1]
    assert "Traceback" not in heard.getvalue()


def test_postgresqls_errors_for_read_only_count_as_passing() -> None:
    def status_for(cause: Exception) -> int:
        try:
            raise InternalError from cause
        except InternalError:
            return outage.failed(RequestFactory().get("/")).status_code

    causes = (psycopg.errors.ReadOnlySqlTransaction(), psycopg.errors.NoActiveSqlTransaction())
    assert [status_for(cause) for cause in causes] == [503, 500]


@contextmanager
def only_read_there(cluster: Cluster) -> Iterator[None]:
    """Make it read-only like an operator, or a server that has become a replica, also for open connections."""
    with cluster.servers.sql() as connection:
        try:
            connection.execute("ALTER SYSTEM SET default_transaction_read_only = on")
            connection.execute("SELECT pg_reload_conf()")
            yield
        finally:
            connection.execute("ALTER SYSTEM RESET default_transaction_read_only")
            connection.execute("SELECT pg_reload_conf()")


def test_on_postgresql_nothing_is_acknowledged_and_play_goes_on_with_it(cluster: Cluster) -> None:
    port, process = next(iter(cluster.webs.items()))
    web = cast(Process, SimpleNamespace(port=port))
    ada, ben = Visitor(web), Visitor(web)
    table = ada.open_table(web, seats=2)
    ben.sit(web, table)
    players = [Player(visitor, web, table) for visitor in (ada, ben)]
    player = to_move(players)
    form, key = player.form()
    until("it is ready", lambda: status(port, "/readyz/store") == 200)
    start = len(process.log.read_text())
    with only_read_there(cluster):
        until("it is found out", lambda: status(port, "/readyz/store") == 503)
        player.say(form, key)
        until("it has failed", lambda: "event=action_failed" in process.log.read_text()[start:])
        assert player.visitor.post(web, f"/t/{table}/move/", x="")[0] == 503
        assert status(port, "/healthz") == 200
        assert rows(cluster, f"SELECT count(*) FROM games_move WHERE table_id = '{table}'") == [(1,)]
    until("it is ready again", lambda: status(port, "/readyz/store") == 200)
    player.hear_out()
    assert player.acknowledged == {}
    assert player.move() == 1
    assert rows(cluster, f"SELECT count(*) FROM games_move WHERE table_id = '{table}'") == [(2,)]
    for socket in players:
        socket.close()
    log = process.log.read_text()[start:]
    assert log.count("event=can_not_store") == log.count("event=action_failed") == 1
    assert "Traceback" not in log
