"""A thread whose work takes turns, and the one for the database work of an event loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from copy import copy
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from django.db import close_old_connections, connection
from structlog.contextvars import bound_contextvars, get_contextvars

from hosting.database_errors import is_passing
from hosting.limits.addresses import path_of
from hosting.observability import metrics, tracing

P = ParamSpec("P")
R = TypeVar("R")
Work = Callable[[], None]


class Turns:
    """Waiting work by address and table.

    Addresses take turns, and so do the tables of each address: a single piece of work never waits behind the many of
    somebody else. Work for no address has the address "".
    """

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, deque[Work]]] = {}
        self._lock = Lock()

    def put(self, address: str, table: str, work: Work) -> None:
        with self._lock:
            self._waiting.setdefault(address, {}).setdefault(table, deque()).append(work)

    def take(self) -> Work:
        """Remove and return the next piece of work; there must be one. Its address and table go to the end of the
        line."""
        with self._lock:
            address, theirs = _first(self._waiting)
            table, work = _first(theirs)
            work_item = work.popleft()
            if work:
                theirs[table] = work
            if theirs:
                self._waiting[address] = theirs
            return work_item

    def __len__(self) -> int:
        with self._lock:
            return sum(len(work) for theirs in self._waiting.values() for work in theirs.values())


def _first(waiting: dict[str, R]) -> tuple[str, R]:
    """Remove the first item and return its name and value."""
    name = next(iter(waiting))
    return name, waiting.pop(name)


class FairThread:
    """A single thread, whose waiting work takes turns."""

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)
        self.turns = Turns()

    def submit(self, work: Callable[[], R], address: str = "", table: str = "") -> Future[R]:
        answer: Future[R] = Future()

        def do() -> None:
            if not answer.set_running_or_notify_cancel():
                return
            try:
                answer.set_result(work())
            except BaseException as error:
                answer.set_exception(error)

        self.turns.put(address, table, do)
        self._executor.submit(self._do_next)
        return answer

    def _do_next(self) -> None:
        self.turns.take()()

    def stop(self) -> None:
        self._executor.shutdown(wait=False)


class DatabaseThread(FairThread):
    """The thread for an event loop's work: SQLite has one writer at a time, so a second thread would only wait."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._table = self._address = ""
        metrics.queue.labels(name).set_function(self.turns.__len__)

    def of(self, table: str, address: str = "") -> DatabaseThread:
        """Return the same thread for work that takes turns by table and by network."""
        thread = copy(self)
        thread._table, thread._address = table, path_of(address)[0]
        return thread

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        ids, span = get_contextvars(), tracing.here()

        def do() -> R:
            with tracing.within(span):
                return _connected(ids, work, *args, **kwargs)

        return await asyncio.wrap_future(self.submit(do, self._address, self._table))


def _connected(ids: dict[str, Any], work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Do the work and drop dead or expired database connections before and after it, as a request does.

    Log entries carry `ids`, the ids of the request.
    """
    close_old_connections()
    try:
        with bound_contextvars(**ids):
            return work(*args, **kwargs)
    except Exception as error:
        if is_passing(error):
            # A connection that was opened while the file was read-only could never write.
            connection.close()
        raise
    finally:
        close_old_connections()
