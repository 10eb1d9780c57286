"""A pool of processes for long computations."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import Pipe, get_context
from threading import Lock
from typing import Any
from weakref import WeakSet

from games.rules import bot_process


class Processes:
    """A pool of `count` processes with that nice value. They start at the first request.

    A process that was killed is replaced, and its request is repeated.
    """

    def __init__(self, count: int, nice: int) -> None:
        self.count, self.nice = count, nice
        self.pool: Executor | None = None
        self.is_stopped = False
        self._lock = Lock()
        # The worker processes end when `_parent_end` is closed.
        self._worker_end, self._parent_end = Pipe(duplex=False)
        _created.add(self)

    async def ask(self, work: Callable[..., Any], *question: Any) -> Any:
        """Return the result of `work`, from the event loop."""
        pool = self._running()
        try:
            return await asyncio.wrap_future(pool.submit(work, *question))
        except BrokenExecutor:
            self._replace(pool)
            return await asyncio.wrap_future(self.submit(work, *question))

    def wait_for(self, seconds: float, work: Callable[..., Any], *question: Any) -> Any:
        """Return the result of `work`, from a thread that may block. Raises TimeoutError after `seconds`.

        The work then goes on in its process, which can't be interrupted. Later requests wait for its end.
        """
        pool = self._running()
        try:
            return pool.submit(work, *question).result(seconds)
        except BrokenExecutor:
            self._replace(pool)
            return self.submit(work, *question).result(seconds)

    def submit(self, work: Callable[..., Any], *question: Any) -> Future[Any]:
        return self._running().submit(work, *question)

    def stop(self) -> None:
        """End the processes at once. Otherwise this process would wait for their computations at its own end."""
        with self._lock:
            self.is_stopped = True
            self._parent_end.close()
            if self.pool is not None:
                self.pool.shutdown(wait=False, cancel_futures=True)

    def _running(self) -> Executor:
        with self._lock:
            if self.pool is None:
                self.pool = ProcessPoolExecutor(
                    self.count,
                    mp_context=get_context("spawn"),
                    initializer=bot_process.start,
                    initargs=(self.nice, self._worker_end),
                )
            return self.pool

    def _replace(self, broken: Executor) -> None:
        with self._lock:
            if self.pool is broken and not self.is_stopped:
                self.pool = None


_created: WeakSet[Processes] = WeakSet()


def stop_all() -> None:
    """Stop all pools of this process, which would wait for their computations at its end."""
    for processes in list(_created):
        processes.stop()
