"""Database work for the event loop: one thread and so one connection for each of those who ask."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

P = ParamSpec("P")
R = TypeVar("R")


class DatabaseThread:
    """SQLite has one writer at a time: a second thread would only wait for the first."""

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, lambda: _connected(work, *args, **kwargs))

    def stop(self) -> None:
        self._executor.shutdown(wait=False)


def _connected(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Drop a connection that has died or whose time is over, before and after, as a request does."""
    close_old_connections()
    try:
        return work(*args, **kwargs)
    finally:
        close_old_connections()
