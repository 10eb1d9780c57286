"""Statements of play that are prepared once, and one moment for several queries.

The ORM builds each statement anew, which cost more than everything else in storing a move. Values still go through the
conversion of Django's fields, so this works on every database that Django supports.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connection, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model

# Django's BEGIN for SQLite locks for writing, and each statement on PostgreSQL sees its own moment by default.
BEGIN = {"sqlite": "BEGIN DEFERRED", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}


@contextmanager
def one_moment() -> Iterator[None]:
    """Run the queries of the block at one moment. For reading only.

    Within a transaction this does nothing: a transaction writes on condition of the version anyway.
    """
    if connection.in_atomic_block or connection.vendor not in BEGIN:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN[connection.vendor])
    try:
        yield
    finally:
        # A broken connection has no transaction to end, and its error is raised already.
        with suppress(DatabaseError, InterfaceError), connection.cursor() as cursor:
            cursor.execute("ROLLBACK")


PLAIN = {
    models.BigAutoField,
    models.BooleanField,
    models.CharField,
    models.ForeignKey,
    models.IntegerField,
    models.PositiveBigIntegerField,
    models.PositiveIntegerField,
    models.PositiveSmallIntegerField,
    models.SmallIntegerField,
}


# The values to set, and those that select the rows. Both go by attribute (`host_id`, not `host`).
Update = tuple[dict[str, Any], dict[str, Any]]


def insert_all(rows: Sequence[Model]) -> None:
    """Add rows of one model. IntegrityError if a constraint forbids one. Automatic keys are not read back."""
    connection = _connection()
    _run_all(_insert(type(rows[0]))[0], [_values(row, connection) for row in rows])


def update_all(model: type[Model], updates: Sequence[Update]) -> int:
    """Set the values of each update. Return the total number of changed rows."""
    connection = _connection()
    by_names: dict[tuple[tuple[str, ...], tuple[str, ...]], list[list[Any]]] = defaultdict(list)
    for values, where in updates:
        names = tuple(values), tuple(where)
        _statement, fields = _update(model, *names)
        arguments = [*values.values(), *where.values()]
        prepared = [_value(field, value, connection) for field, value in zip(fields, arguments, strict=True)]
        by_names[names].append(prepared)
    return sum(_run_all(_update(model, *names)[0], rows) for names, rows in by_names.items())


@cache
def _insert(model: type[Model]) -> tuple[str, list[Any]]:
    fields = [field for field in model._meta.concrete_fields if not _automatic(field)]
    columns = ", ".join(_quoted(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({columns}) VALUES ({places})", fields


@cache
def _update(model: type[Model], values: tuple[str, ...], where: tuple[str, ...]) -> tuple[str, list[Any]]:
    by_name = {field.attname: field for field in model._meta.concrete_fields}
    fields: list[Any] = [by_name[name] for name in (*values, *where)]
    sets = [f"{_quoted(str(field.column))} = %s" for field in fields]
    changed, equal = ", ".join(sets[: len(values)]), " AND ".join(sets[len(values) :])
    return f"UPDATE {_quoted(model._meta.db_table)} SET {changed} WHERE {equal}", fields


def _automatic(field: Field[Any, Any]) -> bool:
    return field.primary_key and not field.has_default()


def _quoted(name: str) -> str:
    return _connection().ops.quote_name(name)


def _connection() -> BaseDatabaseWrapper:
    """Return this thread's connection: Django's `connection` looks it up at every use."""
    return connections[DEFAULT_DB_ALIAS]


def _values(row: Model, connection: BaseDatabaseWrapper) -> list[Any]:
    return [_value(field, getattr(row, field.attname), connection) for field in _insert(type(row))[1]]


def _value(field: Any, value: Any, connection: BaseDatabaseWrapper) -> Any:
    """Return the value as its field converts it; values that every database takes as they are need no conversion."""
    if value is None or (type(value) in (int, str, bool) and type(field) in PLAIN):
        return value
    return field.get_db_prep_save(value, connection)


def _run_all(statement: str, rows: list[list[Any]]) -> int:
    with _connection().cursor() as cursor:
        cursor.executemany(statement, rows)
        return int(cursor.rowcount)
