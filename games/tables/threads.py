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

from config import logs, metrics, tracing
from config.database_errors import is_passing

P = ParamSpec("P")
R = TypeVar("R")


class Turns:
    """Work that waits, by whose it is: they take turns, so that nobody's single piece waits behind another's many."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Callable[[], None]]] = {}
        self._lock = Lock()

    def put(self, whose: str, work: Callable[[], None]) -> None:
        with self._lock:
            self._waiting.setdefault(whose, deque()).append(work)

    def take(self) -> Callable[[], None]:
        """The next piece; whoever has more is last in line again. There must be one."""
        with self._lock:
            whose = next(iter(self._waiting))
            theirs = self._waiting.pop(whose)
            work = theirs.popleft()
            if theirs:
                self._waiting[whose] = theirs
            return work

    def __len__(self) -> int:
        with self._lock:
            return sum(map(len, self._waiting.values()))


class DatabaseThread:
    """SQLite has one writer at a time: a second thread would only wait for the first."""

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._turns = Turns()
        self._table = ""
        metrics.queue(name, self._turns.__len__)

    def of(self, table: str) -> DatabaseThread:
        """The same thread, for work that takes its turn with other tables' and with what is no table's."""
        found = copy(self)
        found._table = table
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

        self._turns.put(self._table, do)
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
