"""The pool of connections to PostgreSQL, after the server has closed them all."""

from __future__ import annotations

from typing import Any, cast

from django.db.utils import ConnectionHandler
from pytest_django import DjangoDbBlocker

from scripts.cluster.process import PATIENCE
from tests.scale.house import House

MANY, NAME = 8, "a pool of its own"


def test_the_first_dead_connection_ends_all_that_the_pool_has(
    house: House, django_db_blocker: DjangoDbBlocker
) -> None:
    options = {"pool": {"min_size": 1, "max_size": MANY, "timeout": PATIENCE}, "application_name": NAME}
    where = {"NAME": "site", "USER": "postgres", "HOST": str(house.postgres.get_postmaster_info().socket_dir)}
    connection = ConnectionHandler({"default": {"ENGINE": "hosting.postgresql", "OPTIONS": options} | where})[
        "default"
    ]
    cast(Any, connection).pool.open()
    taken = [cast(Any, connection).pool.getconn() for _ in range(MANY)]
    for taken_connection in taken:
        cast(Any, connection).pool.putconn(taken_connection)
    try:
        assert house.drop_connections(NAME) == MANY
        for _ in range(MANY):
            with django_db_blocker.unblock(), connection.cursor() as cursor:
                cursor.execute("SELECT 1")
                assert cursor.fetchall() == [(1,)]
            connection.close()
    finally:
        cast(Any, connection).close_pool()
