"""Database work of play: a thread for the event loop, one moment for several queries, and statements that are
prepared once.

The ORM builds each statement anew, which cost more than all else in storing a move. Here values go through the
fields' own conversion, so every database that Django knows is spoken to as Django does.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from copy import copy
from functools import cache
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from django.db import (
    DEFAULT_DB_ALIAS,
    DatabaseError,
    InterfaceError,
    close_old_connections,
    connection,
    connections,
    models,
)
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model

from hosting.database_errors import is_passing
from hosting.limits.addresses import path_of
from hosting.observability import logs, metrics, tracing

P = ParamSpec("P")
R = TypeVar("R")


Work = Callable[[], None]


class Turns:
    """Work that waits, by the address that it is done for and by its table: addresses take turns, and so do each one's
    tables, so that nobody's single piece waits behind another's many. What is done for no one address has turns of
    its own."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, deque[Work]]] = {}
        self._lock = Lock()

    def put(self, address: str, table: str, work: Work) -> None:
        with self._lock:
            self._waiting.setdefault(address, {}).setdefault(table, deque()).append(work)

    def take(self) -> Work:
        """The next piece; whoever has more is last in line again. There must be one."""
        with self._lock:
            address, theirs = _first(self._waiting)
            table, work = _first(theirs)
            found = work.popleft()
            if work:
                theirs[table] = work
            if theirs:
                self._waiting[address] = theirs
            return found

    def __len__(self) -> int:
        with self._lock:
            return sum(len(work) for theirs in self._waiting.values() for work in theirs.values())


def _first(waiting: dict[str, R]) -> tuple[str, R]:
    """Taken out of it."""
    name = next(iter(waiting))
    return name, waiting.pop(name)


class DatabaseThread:
    """SQLite has one writer at a time: a second thread would only wait for the first."""

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._turns = Turns()
        self._table = self._address = ""
        metrics.queue(name, self._turns.__len__)

    def of(self, table: str, address: str = "") -> DatabaseThread:
        """The same thread, for work that takes its turn: a network's with those of others, a table's with other
        tables'."""
        found = copy(self)
        found._table, found._address = table, path_of(address)[0]
        return found

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        answer: Future[R] = Future()
        ids, doing = logs.ids(), tracing.here()

        def do() -> None:
            if not answer.set_running_or_notify_cancel():
                return
            try:
                with tracing.within(doing):
                    answer.set_result(_connected(ids, work, *args, **kwargs))
            except BaseException as error:
                answer.set_exception(error)

        self._turns.put(self._address, self._table, do)
        self._executor.submit(self._do_next)
        return await asyncio.wrap_future(answer)

    def _do_next(self) -> None:
        self._turns.take()()

    def stop(self) -> None:
        self._executor.shutdown(wait=False)


def _connected(ids: dict[str, Any], work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Drop a connection that has died or whose time is over, before and after, as a request does. What is logged
    meanwhile carries the ids of whoever asked."""
    close_old_connections()
    try:
        with logs.bind(**ids):
            return work(*args, **kwargs)
    except Exception as error:
        if is_passing(error):
            # One that was opened while the file could only be read could never write.
            connection.close()
        raise
    finally:
        close_old_connections()


# Django's own begin for writing, and PostgreSQL's as a rule answers each statement as of its own moment.
BEGIN = {"sqlite": "BEGIN DEFERRED", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}


@contextmanager
def one_moment() -> Iterator[None]:
    """For reading alone. Within a transaction it is that one's, which writes with a condition on the version anyway."""
    if connection.in_atomic_block or connection.vendor not in BEGIN:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN[connection.vendor])
    try:
        yield
    finally:
        # Where the connection broke off there is nothing left to end; why it did is raised already.
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
