"""Helpers for tests of deletion: a person, their matches, and all rows of the database as text."""

from typing import Any

from django.db import connection

from accounts.models import User
from games.models import Seat, Table
from games.play import departure, opening, seating, storage
from games.play.opening import Plan
from games.records import export
from tests.accounts.test_signing_in import loop, opened, settle, sign_in  # noqa: F401
from tests.helpers import given
from tests.helpers.given import now

NAME, ADDRESS = "Quetzalcoatl", "quetzal@feather.example"


def dump() -> str:
    """Return all rows of all tables as text."""
    with connection.cursor() as cursor:
        rows = []
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            rows += [f"{table}: {row}" for row in cursor.fetchall()]
    return "\n".join(rows)


def found_in_dump(*words: str) -> list[str]:
    return [line for line in dump().splitlines() for word in words if word.casefold() in line.casefold()]


def match_with(person: User, count: int = 2, over: bool = False, **plan: Any) -> Table:
    """Return a match of that person on the first seat against members."""
    others = [given.person(name) for name in ("Ben", "Cleo", "Dan")[: count - 1]]
    snapshot = opening.open_table(person, Plan("parade", count, **plan))
    for other in others:
        snapshot = seating.join(snapshot.table.pk, other)
    if over:
        departure.resign(snapshot.table.pk, others[0].pk)
    return Table.objects.get(pk=snapshot.table.pk)


def seat_names(table: Table) -> list[str]:
    return list(Seat.objects.filter(table=table).order_by("index").values_list("name", flat=True))


def record_of(table: Table, viewer: int | None = None) -> dict[str, Any]:
    snapshot = now(storage.load(table.pk))
    return export.export(snapshot.table, snapshot.seats, export.rows_of(snapshot.table), viewer)
