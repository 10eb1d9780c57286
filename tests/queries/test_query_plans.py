"""The queries of pages on a site with many finished matches use an index, on both databases, with and without
statistics."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, connections
from pytest_django import DjangoDbBlocker

from accounts.models import User
from games.models import Seat
from games.play import departure
from games.play.storage import memory
from scripts.bench import many
from scripts.cluster import postgres
from tests.helpers import chores, given
from tests.helpers.given import browser, person

MATCHES = 12_000
# The tables that are large here. Indexes with only waiting or running tables may be read completely.
GROWING = r"games_(table|seat|move)\b"
WHOLE = {
    "sqlite": rf"^SCAN {GROWING}(?! USING (COVERING )?INDEX "
    r"(seat_due|table_open|table_runs|table_due|seat_waits|notification_due))",
    "postgresql": rf"Seq Scan on {GROWING}",
}


@contextmanager
def other_database(**settings: Any) -> Iterator[None]:
    """Let everything use that database meanwhile."""
    before, old = dict(connections.settings["default"]), connections["default"]
    connections.settings["default"].update(settings)
    connections["default"] = connections.create_connection("default")
    try:
        yield
    finally:
        connections["default"].close()
        connections.settings["default"].clear()
        connections.settings["default"].update(before)
        connections["default"] = old


@contextmanager
def sqlite() -> Iterator[None]:
    with tempfile.TemporaryDirectory() as folder, other_database(NAME=f"{folder}/site.sqlite3"):
        yield


@contextmanager
def postgresql() -> Iterator[None]:
    # Not pytest's own folder: PostgreSQL runs as another user, and its socket's path must be short.
    folder = Path(tempfile.mkdtemp(prefix="unbirthday-plans-"))
    server = postgres.server(folder / "pg")
    where = {"HOST": str(server.get_postmaster_info().socket_dir), "USER": "postgres", "NAME": "postgres"}
    try:
        with other_database(ENGINE="django.db.backends.postgresql", OPTIONS={}, CONN_MAX_AGE=0, **where):
            yield
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module", params=[sqlite, postgresql], ids=["SQLite", "PostgreSQL"])
def grown(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[User]:
    """A person with many finished matches on a site with very many."""
    with django_db_blocker.unblock(), request.param():
        call_command("migrate", verbosity=0, interactive=False)
        match = given.finished(4, "grown")
        veteran = many.fill(match.table.pk, MATCHES)
        # SQLite makes no statistics by itself, PostgreSQL always does.
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
        yield veteran
        memory.forget(match.table.pk)


def plans_of(ask: Callable[[], object]) -> list[tuple[str, str]]:
    """Return each SELECT and UPDATE that is sent meanwhile, with a line of its plan."""
    plans: list[tuple[str, str]] = []

    def explained(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("SELECT", "UPDATE", "DELETE")):
            word = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
            with context["connection"].cursor() as cursor:
                cursor.cursor.execute(f"{word} {sql}", params[0] if many else params)
                plans.extend((sql, str(row[-1]).strip()) for row in cursor.cursor.fetchall())
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explained):
        ask()
    return plans


def wholes(plans: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [plan for plan in plans if re.search(WHOLE[connection.vendor], plan[1])]


def pages(veteran: User) -> None:
    address = veteran.get_absolute_url()
    for visitor in (browser(None), browser(person("Ada")), browser(veteran)):
        first = visitor.get(address)
        older = visitor.get(f"{address}?before={first.context['page'].older}")
        visitor.get(f"{address}?after={older.context['page'].newer}&result=won&opponent=ben&game=parade")
        assert visitor.get("/lobby/").status_code == 200
    assert browser(veteran).get("/friends/").status_code == 200


def a_move() -> None:
    snapshot = given.running(4)
    given.step(snapshot)
    memory.forget(snapshot.table.pk)
    given.step(snapshot)
    given.play_until(snapshot, "over")
    departure.resign(given.running(2).table.pk, person("Ada").pk)


@pytest.mark.parametrize("statistics", [False, True], ids=["without statistics", "with statistics"])
def test_no_page_and_no_move_reads_all_that_was_ever_played(grown: User, statistics: bool) -> None:
    if statistics:
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")

    def everything() -> None:
        pages(grown)
        a_move()

    plans = plans_of(everything)
    assert len({sql for sql, _ in plans}) > 30
    assert wholes(plans) == []


def test_a_page_of_the_history_is_read_in_the_order_of_its_index(grown: User) -> None:
    def ask() -> None:
        browser(None).get(grown.get_absolute_url())

    plans = [(sql, line) for sql, line in plans_of(ask) if '"games_seat"."ended_at" DESC' in sql]
    assert any("seat_history" in line for _, line in plans)
    assert not [line for _, line in plans if "TEMP B-TREE" in line or line.startswith("->  Sort ")]


def test_housekeeping_lets_sqlite_know_its_tables(grown: User) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("ANALYZE games_block")
            cursor.execute("DELETE FROM sqlite_stat1")
        list(Seat.objects.filter(user=grown, lapses=0)[:1])
        chores.do_all()
        if connection.vendor == "sqlite":
            cursor.execute("SELECT count(*) FROM sqlite_stat1 WHERE tbl = 'games_seat'")
            assert cursor.fetchone()[0] > 0


def test_the_test_would_see_a_table_read_whole(grown: User) -> None:
    assert wholes(plans_of(lambda: list(Seat.objects.filter(lapses=3))))
