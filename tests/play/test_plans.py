"""Queries that run every second, or that anybody may cause, use an index, so they are as fast with a hundred thousand
tables as with a hundred. Only SQLite tells its plan; PostgreSQL decides by the data."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Delivery, Seat, Table
from games.notifications import outbox
from games.scheduler import due
from tests.helpers.given import running

pytestmark = pytest.mark.django_db


def plan(ask: Callable[[], object]) -> str:
    """Return the database's plan, empty where it tells none."""
    with CaptureQueriesContext(connection) as queries:
        ask()
    [query] = queries.captured_queries
    if connection.vendor != "sqlite":
        return ""
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN QUERY PLAN " + query["sql"])
        return " ".join(str(row[3]) for row in cursor.fetchall())


@pytest.mark.parametrize("ask", [due.bots, due.overdue, due.seconds_to_next])
def test_the_scheduler_finds_what_is_due_by_deadlines_not_by_all_tables_that_run(
    ask: Callable[[], object],
) -> None:
    running(2)
    steps = plan(ask)
    assert not steps or "seat_due" in steps


def test_the_scheduler_asks_for_the_first_deadline_alone() -> None:
    for _ in range(3):
        running(2)
    assert Seat.objects.filter(deadline__isnull=False).count() == 3
    with CaptureQueriesContext(connection) as queries:
        due.seconds_to_next()
    assert queries.captured_queries[0]["sql"].endswith("LIMIT 1")


@pytest.mark.parametrize("channel", Delivery.Channel.values)
def test_the_post_finds_what_is_due_among_all_that_was_ever_sent(channel: str) -> None:
    steps = plan(lambda: outbox.due(channel, timezone.now()))
    assert not steps or "delivery_next (channel=? AND status=? AND due_at<?)" in steps


def test_a_links_table_is_found_without_reading_all_tables() -> None:
    steps = plan(lambda: Table.objects.filter(invite="unknown").first())
    assert not steps or "SEARCH games_table USING INDEX table_invite" in steps
