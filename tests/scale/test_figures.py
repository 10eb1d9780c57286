"""On PostgreSQL a person's figures equal those of their matches, even if two processes change them at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections
from pytest_django import DjangoDbBlocker

from games.management.commands.figures import is_right
from games.models import Figures
from games.play import departure, figures
from scripts.cluster.process import until
from tests.helpers import given
from tests.queries.test_query_plans import other_database
from tests.scale.conftest import Site

WAITS = "SELECT pid FROM pg_stat_activity WHERE datname = 'site' AND wait_event_type = 'Lock'"


def at_once(site: Site, work: Callable[[], object], other: Callable[[], object]) -> None:
    """Let the other begin when `work` has read all matches, and be done or wait before `work` goes on."""
    begun: list[Future[None]] = []

    def apart() -> None:
        try:
            other()
        finally:
            connections.close_all()

    def begin_after_reading(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if 'FROM "games_seat"' in sql and not begun:
            begun.append(pool.submit(apart))
            until("the other is done or waits", lambda: begun[0].done() or bool(site.house.rows(WAITS)))
        return result

    with ThreadPoolExecutor(1) as pool:
        with connection.execute_wrapper(begin_after_reading):
            work()
        begun[0].result()


@pytest.mark.parametrize("other", ["a match ends", "they are built elsewhere"])
def test_nothing_is_lost_or_refused(site: Site, other: str, django_db_blocker: DjangoDbBlocker) -> None:
    host = str(site.house.postgres.get_postmaster_info().socket_dir)
    where = {"HOST": host, "USER": "postgres", "NAME": "site", "OPTIONS": {}, "CONN_MAX_AGE": 0}
    with django_db_blocker.unblock(), other_database(ENGINE="django.db.backends.postgresql", **where):
        ada = given.person("Ada")
        given.finished(2, other)
        Figures.objects.filter(user=ada).delete()
        running = given.running(2).table.pk
        meanwhile: dict[str, Callable[[], object]] = {
            "a match ends": lambda: departure.resign(running, ada.pk),
            "they are built elsewhere": lambda: figures.store(ada.pk),
        }
        at_once(site, lambda: figures.store(ada.pk), meanwhile[other])
        assert Figures.objects.filter(user=ada).exists() and is_right(ada.pk)
