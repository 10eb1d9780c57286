"""Health checks for supervisors: alive, and ready."""

from __future__ import annotations

import sqlite3
import urllib.request
from contextlib import closing
from urllib.error import HTTPError

from scripts.cluster.process import PATIENCE, until
from tests.hosting.conftest import Alone


def ask(site: Alone, path: str) -> tuple[int, str]:
    # Under any host name, because a supervisor has none.
    request = urllib.request.Request(f"http://127.0.0.1:{site.port}{path}", headers={"Host": "10.0.0.7"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


def test_a_process_that_can_no_longer_store_is_alive_and_not_ready(alone: Alone) -> None:
    running = alone.serve()
    try:
        until("it is ready", lambda: ask(alone, "/readyz") == (200, "ready\n"))
        with closing(sqlite3.connect(alone.folder / "unbirthday.sqlite3", PATIENCE)) as other:
            # Like another program that locks it, or a disk that hangs.
            other.execute("BEGIN IMMEDIATE")
            until("it is found out", lambda: ask(alone, "/readyz/store")[0] == 503)
            assert ask(alone, "/readyz") == (503, "the database does not answer within 2 s\n")
            assert ask(alone, "/healthz") == (200, "ok\n")
            other.rollback()
        until("it is ready again", lambda: ask(alone, "/readyz") == (200, "ready\n"))
        with closing(sqlite3.connect(alone.folder / "unbirthday.sqlite3", PATIENCE)) as other, other:
            other.execute("ALTER TABLE hosting_pulse RENAME TO gone")
        until(
            "it is found out",
            lambda: ask(alone, "/readyz/store") == (503, "the database can't store: OperationalError\n"),
        )
    finally:
        running.stop()
