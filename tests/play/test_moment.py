"""A table is read as of one moment, whatever is written meanwhile, and a clock that is set back stops no match."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import connection

from games.models import Move, Seat, Table
from games.play import storage
from games.play.deadlines import has_not_begun
from games.rules.core import Refused
from tests.databases import ON_SQLITE
from tests.helpers import given

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.mark.skipif(not ON_SQLITE, reason="writes to the SQLite file beside the site")
def test_row_and_seats_are_of_one_moment(file_database: Path) -> None:
    snapshot = given.running(2)
    before = [seat.bank_ms for seat in snapshot.seats]
    written: list[Any] = []

    def write_after_the_row(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if 'FROM "games_move"' in sql and not written:
            with closing(sqlite3.connect(file_database)) as other, other:
                written.append(other.execute("UPDATE games_seat SET bank_ms = 77").rowcount)
        return result

    with connection.execute_wrapper(write_after_the_row):
        read = storage.load(snapshot.table.pk)
    assert written == [2]
    assert [seat.bank_ms for seat in read.seats] == before
    assert {seat.bank_ms for seat in storage.load(snapshot.table.pk).seats} == {77}


def test_a_table_that_is_not_there_leaves_no_transaction_open(file_database: Path) -> None:
    with pytest.raises(Refused, match="no_such_table"):
        storage.load("nowhere1")
    snapshot = given.running(2)
    assert given.step(snapshot).number == 1


@pytest.mark.django_db
def test_a_clock_that_is_set_back_an_hour_refuses_no_move_and_time_stands_still() -> None:
    with time_machine.travel(NOON, tick=False):
        snapshot = given.running(2, bank_ms=60_000, increment_ms=10_000)
    for seconds in (20, -3600, -3590, 30):
        with time_machine.travel(NOON + timedelta(seconds=seconds), tick=False):
            given.step(snapshot)
    rows = Move.objects.filter(table=snapshot.table).order_by("number").values_list("at", flat=True)
    assert list(rows) == [0, 20_000, 20_000, 20_000, 30_000]
    assert all(seat.bank_ms <= 60_000 for seat in Seat.objects.filter(table=snapshot.table))


def test_a_match_in_real_time_counts_down_only_before_its_first_move_and_never_for_an_hour() -> None:
    table, second = Table(started_at=NOON, due_at=NOON), timedelta(seconds=1)
    assert has_not_begun(table, 0, NOON - second)
    assert not has_not_begun(table, 0, NOON)
    assert not has_not_begun(table, 7, NOON - second)
    assert not has_not_begun(table, 0, NOON - timedelta(hours=1))


def test_a_match_in_real_time_whose_clock_stands_waits_for_its_person_unless_it_is_guided() -> None:
    later = NOON + timedelta(hours=1)
    assert has_not_begun(Table(started_at=NOON), 0, later)
    assert not has_not_begun(Table(started_at=NOON), 1, later)
    assert not has_not_begun(Table(started_at=NOON, guide=Table.Guide.ON), 0, later)
