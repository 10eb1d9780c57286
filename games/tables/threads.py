"""Database work for the event loop: one thread and so one connection for each of those who ask."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from copy import copy
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from django.db import close_old_connections, connection

from hosting.database_errors import is_passing
from hosting.limits.addresses import path_of
from hosting.observability import logs, metrics, tracing

P = ParamSpec("P")
R = TypeVar("R")


Work = Callable[[], None]


class Turns:
    """Work that waits, by the address that it is done for and by its table: addresses take turns, and so do each one's
    tables, so that nobody's single piece waits behind another's many. What is done for no one address has turns of its
    own."""

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
