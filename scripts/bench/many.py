"""Fill a database like that of a site after years: a few SQL statements copy a finished match many times.

Django must be set up before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accounts.models import User

APART = 7
# Some digits look like letters and are not allowed in names.
LETTERS = str.maketrans("0123456789", "bcdfghkprt")
COUNT = "WITH RECURSIVE numbers(n) AS (SELECT {begin} UNION ALL SELECT n + 1 FROM numbers WHERE n < {end})"
TABLE_ID = "substr(CAST(100000000 + n AS varchar(9)), 2)"
EARLIER = {
    "sqlite": "strftime('%Y-%m-%d %H:%M:%f', ended_at, '-' || n || ' seconds')",
    "postgresql": "ended_at - n * interval '1 second'",
}


def fill(
    table_id: str,
    many: int,
    moves: int = 2,
    people: int = 1000,
    begin: int = 0,
    progress: Callable[[str], None] = lambda _text: None,
) -> User:
    """Write `many` copies of a finished match, each a second older than the one before. Return the first of its
    people.

    Copies have the first `moves` rows and are played in turn by `people` persons. `begin` is the number of copies that
    exist already. `progress` is called with what is being written.
    """
    from django.db import transaction

    from games.models import Move, Seat, Table

    first = _people(people)
    place = f'"{Seat._meta.get_field("index").column}"'
    player, host = f"{first.pk} + (n + {APART} * {place}) % {people}", f"{first.pk} + n % {people}"
    condition, counting = f"table_id = '{table_id}'", COUNT.format(begin=begin + 1, end=begin + many)
    with transaction.atomic():
        progress(f"{many:,} tables")
        table = {"id": TABLE_ID, "rematch_id": "NULL", "host_id": host}
        _copy(Table, f"id = '{table_id}'", counting, table | _earlier())
        progress("their seats")
        _copy(Seat, condition, counting, {"table_id": TABLE_ID, "user_id": player} | _earlier())
        progress("their moves")
        _copy(Move, f"{condition} AND number < {moves}", counting, {"table_id": TABLE_ID})
        _count(first.pk)
    return first


def _people(count: int) -> User:
    """Create people with consecutive keys, and return the first."""
    from accounts.models import User
    from accounts.names import name_key

    names = ["Veteran " + f"{number:03}".translate(LETTERS) for number in range(count)]
    keys = [name_key(name) for name in names]
    keys_before = set(User.objects.filter(name_key__in=keys).values_list("name_key", flat=True))
    new = [
        User(username=name, name_key=key)
        for name, key in zip(names, keys, strict=True)
        if key not in keys_before
    ]
    User.objects.bulk_create(new)
    return User.objects.get(name_key=keys[0])


def _earlier() -> dict[str, str]:
    from django.db import connection

    return {"ended_at": EARLIER[connection.vendor]}


def _copy(model: Any, where: str, counting: str, others: dict[str, str]) -> None:
    """Copy the rows that `where` selects once for each row of `numbers`, which `counting` defines.

    `others` has SQL expressions for the columns that differ.
    """
    from django.db import connection

    fields = [field.column for field in model._meta.concrete_fields if field.column != "id" or "id" in others]
    columns = ", ".join(f'"{name}"' for name in fields)
    values = ", ".join(others.get(name, f'"{name}"') for name in fields)
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({columns}) {counting} SELECT {values} FROM {table}, numbers WHERE {where}"
        )


def _count(first: int) -> None:
    """Write everybody's results. Wins are not measured."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_results WHERE user_id >= %s", [first])
        cursor.execute(
            "INSERT INTO games_results (user_id, game, public, played, won) SELECT user_id, game, public, count(*), 0"
            " FROM games_seat JOIN games_table ON games_table.id = table_id WHERE user_id >= %s GROUP BY 1, 2, 3",
            [first],
        )
