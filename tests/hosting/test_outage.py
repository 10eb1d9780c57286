"""If the database is down, full or locked, people get a clear 503 and the log one line. It isn't reported as an error
of the site."""

from __future__ import annotations

import runpy
import sqlite3
import urllib.request
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any, cast
from urllib.error import HTTPError
from urllib.parse import parse_qsl

import pytest
from django.db import OperationalError
from django.db.utils import ConnectionHandler
from django.test import RequestFactory
from pytest_django import DjangoDbBlocker

from hosting import outage
from hosting.postgresql.base import DatabaseWrapper
from scripts.cluster.process import PATIENCE, until
from scripts.cluster.proxies import DEPLOY
from scripts.soak.full import full
from tests.hosting.conftest import Alone
from tests.hosting.observability.test_health import ask
from tests.scale.house import Process
from tests.scale.visitors import Player, Visitor


def test_a_page_says_so_with_503_and_the_log_has_one_line(alone: Alone) -> None:
    running = alone.serve()
    try:
        with closing(sqlite3.connect(alone.folder / "unbirthday.sqlite3", PATIENCE)) as other, other:
            other.execute("ALTER TABLE games_table RENAME TO gone")
        with pytest.raises(HTTPError) as refused:
            urllib.request.urlopen(f"http://localhost:{alone.port}/lobby/", timeout=60)
        with refused.value as answer:
            assert (answer.code, answer.headers["Retry-After"]) == (503, "2")
            assert "cannot store anything just now" in answer.read().decode()
    finally:
        running.stop()
    lines = [line for line in running.log.read_text().splitlines() if "/lobby/" in line]
    assert len(lines) == 1
    assert 'why="OperationalError: no such table: games_table"' in lines[0]
    assert "Traceback" not in lines[0]


def test_any_other_fault_is_one_of_ours() -> None:
    def status(error: Exception) -> int:
        try:
            raise error
        except Exception:
            return outage.failed(RequestFactory().get("/")).status_code

    assert [status(error) for error in (ValueError(), OperationalError())] == [500, 503]


def test_after_one_has_waited_in_vain_the_next_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> None:
    monkeypatch.setattr(DatabaseWrapper, "reached", False)
    monkeypatch.setattr(DatabaseWrapper, "away_until", 0.0)
    monkeypatch.setattr("hosting.postgresql.base.PAUSE", 3600)
    where = {"NAME": "site", "USER": "postgres", "HOST": str(tmp_path), "OPTIONS": {"pool": {"timeout": 1}}}
    connection = ConnectionHandler({"default": {"ENGINE": "hosting.postgresql"} | where})["default"]
    with django_db_blocker.unblock():
        try:
            for reason in ("No such file", "a moment ago"):
                with pytest.raises(OperationalError, match=reason):
                    connection.cursor()
        finally:
            # Its threads would keep trying.
            cast(Any, connection).close_pool()


class Client:
    """The socket of a client of deploy/outage.py."""

    def __init__(self, request: bytes) -> None:
        self.request, self.asked, self.response = BytesIO(request), list[int](), b""

    def makefile(self, *_: Any) -> BytesIO:
        read = self.request.read

        def noted(size: int | None = -1) -> bytes:
            self.asked.append(size or -1)
            return read(size)

        self.request.read = noted  # type: ignore[method-assign]
        return self.request

    def sendall(self, data: bytes) -> None:
        self.response += data

    def settimeout(self, _seconds: float) -> None: ...


@pytest.mark.parametrize(("length", "read"), [("many", 0), ("-1", 0), ("1000", 1000), ("1000000", 1_000_000)])
def test_the_page_for_an_outage_answers_any_length_and_keeps_no_body(length: str, read: int) -> None:
    client = Client(b"POST / HTTP/1.1\r\nContent-Length: %s\r\n\r\n" % length.encode() + bytes(read))
    runpy.run_path(str(DEPLOY / "outage.py"))["Outage"](client, ("127.0.0.1", 1), None)
    assert client.response.startswith(b"HTTP/1.0 503 ")
    assert client.response.endswith(b"</html>\n")
    assert all(0 < size < 100_000 for size in client.asked)
    assert sum(client.asked) == read


def test_with_a_full_disk_nothing_is_acknowledged_and_play_goes_on_when_there_is_room(alone: Alone) -> None:
    running, front = alone.serve(), cast(Process, alone)
    try:
        ada, ben = Visitor(front), Visitor(front)
        table = ada.open_table(front)
        ben.sit(front, table)
        players = [Player(visitor, front, table) for visitor in (ada, ben)]
        player = next(seated_player for seated_player in players if seated_player.seen is not None)
        form, key = player.form()
        until("it is ready", lambda: ask(alone, "/readyz/store")[0] == 200)
        with full(running, alone.folder):
            until("it is found out", lambda: ask(alone, "/readyz/store")[0] == 503)
            player.say(form, key)
            until("it has failed", lambda: "event=action_failed" in running.log.read_text())
            assert player.visitor.post(front, f"/t/{table}/move/", **dict(parse_qsl(form)))[0] == 503
            assert ask(alone, "/healthz") == (200, "ok\n")
        until("it is ready again", lambda: ask(alone, "/readyz/store")[0] == 200)
        player.hear_out()
        assert player.acknowledged == {}
        player.say(form, key)
        while not player.acknowledged:
            player.hear()
        assert (player.acknowledged, player.refused) == ({key: 1}, [])
        for seated_player in players:
            seated_player.close()
    finally:
        running.stop()
    assert "Traceback" not in running.log.read_text()
