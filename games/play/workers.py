"""The loops of workers beside the scheduler."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from games.play.database_thread import DatabaseThread

log = structlog.get_logger("unbirthday.play")


async def run(
    name: str, work: Callable[[DatabaseThread], Awaitable[bool]], *, failed: str, pause: float, rest: float
) -> None:
    """Repeat the work until cancelled, with a database thread of that name."""
    thread = DatabaseThread(name)
    try:
        await repeat(lambda: work(thread), failed=failed, pause=pause, rest=rest)
    finally:
        thread.stop()


async def repeat(work: Callable[[], Awaitable[bool]], *, failed: str, pause: float, rest: float) -> None:
    """Do the work again and again until cancelled.

    `work` returns True if there is more to do at once; otherwise the next round begins after `pause` seconds. An error
    is logged as the event `failed`, and the next round begins after `rest` seconds.
    """
    while True:
        try:
            busy = await work()
            await asyncio.sleep(0 if busy else pause)
        except Exception:
            # A worker that ended would never work again.
            log.exception(failed)
            await asyncio.sleep(rest)
