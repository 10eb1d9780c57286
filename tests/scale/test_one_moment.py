"""On PostgreSQL a table is read as of one moment, too. By default each statement there would see its own moment."""

from __future__ import annotations

from typing import Any

from django.db import connection
from pytest_django import DjangoDbBlocker

from games.play import storage
from tests.queries.test_query_plans import other_database
from tests.scale.conftest import Site
from tests.scale.visitors import Visitor


def test_row_and_seats_are_of_one_moment(site: Site, django_db_blocker: DjangoDbBlocker) -> None:
    ada, ben = Visitor(site.left), Visitor(site.left)
    table = ada.open_table(site.left)
    ben.sit(site.left, table)
    written: list[Any] = []

    def write_after_the_row(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if 'FROM "games_move"' in sql and not written:
            written.extend(
                site.house.rows("UPDATE games_seat SET bank_ms = 77 WHERE table_id = %s RETURNING id", table)
            )
        return result

    host = str(site.house.postgres.get_postmaster_info().socket_dir)
    where = {"HOST": host, "USER": "postgres", "NAME": "site", "OPTIONS": {}, "CONN_MAX_AGE": 0}
    with django_db_blocker.unblock(), other_database(ENGINE="django.db.backends.postgresql", **where):
        with connection.execute_wrapper(write_after_the_row):
            read = storage.load(table)
        after = storage.load(table)
    assert len(written) == 2
    assert 77 not in [seat.bank_ms for seat in read.seats]
    assert [seat.bank_ms for seat in after.seats] == [77, 77]
