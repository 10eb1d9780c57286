"""Rows written by plain statements, prepared once: what a move stores is the same three of them every time.

The ORM builds each statement anew, which cost more than all else in storing a move. Values go through the
fields' own conversion, so every database that Django knows is spoken to as Django does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model

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


# Values to set, and those by which the rows are found, both by attribute (`host_id`, not `host`).
Update = tuple[dict[str, Any], dict[str, Any]]


def insert_all(rows: Sequence[Model]) -> None:
    """Add the rows of one model; IntegrityError where a constraint forbids one. Automatic keys are not read back."""
    connection = _connection()
    _run_all(_insert(type(rows[0]))[0], [_values(row, connection) for row in rows])


def update_all(model: type[Model], updates: Sequence[Update]) -> int:
    """Set the values of each update; return how many rows were changed in all."""
    connection = _connection()
    by_names: dict[tuple[tuple[str, ...], tuple[str, ...]], list[list[Any]]] = defaultdict(list)
    for values, where in updates:
        names = tuple(values), tuple(where)
        _statement, fields = _update(model, *names)
        given = [*values.values(), *where.values()]
        prepared = [_value(each, value, connection) for each, value in zip(fields, given, strict=True)]
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
    """This thread's own: Django's `connection` looks for it at every use."""
    return connections[DEFAULT_DB_ALIAS]


def _values(row: Model, connection: BaseDatabaseWrapper) -> list[Any]:
    return [_value(field, getattr(row, field.attname), connection) for field in _insert(type(row))[1]]


def _value(field: Any, value: Any, connection: BaseDatabaseWrapper) -> Any:
    """As the field converts it; what every database takes as it is isn't converted."""
    if value is None or (type(value) in (int, str, bool) and type(field) in PLAIN):
        return value
    return field.get_db_prep_save(value, connection)


def _run_all(statement: str, rows: list[list[Any]]) -> int:
    with _connection().cursor() as cursor:
        cursor.executemany(statement, rows)
        return int(cursor.rowcount)
