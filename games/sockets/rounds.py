"""Rounds of work: many requests within a short time are done together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from games.sockets.protocol import Services

# Seconds from one round to the next.
PAUSE = 0.5


class Rounds:
    """Runs `work` on request, at least `pause` seconds apart, never twice at a time."""

    def __init__(self, hub: Services, work: Callable[[], Awaitable[None]], pause: float = PAUSE) -> None:
        self.hub, self.work, self.pause = hub, work, pause
        # The number of rounds so far.
        self.done = 0
        self._next: asyncio.Task[None] | None = None
        self._not_before = 0.0
        self._lock = asyncio.Lock()

    def ask(self) -> asyncio.Task[None]:
        """Return the task of the next round, which covers everything that happens until it begins."""
        if self._next is None:
            self._next = self.hub.spawn(self._run())
        return self._next

    async def take_part(self) -> None:
        """Wait for the next round. Cancelling the wait does not cancel the round."""
        await asyncio.wait({self.ask()})

    async def _run(self) -> None:
        await asyncio.sleep(self._not_before - time.monotonic())
        async with self._lock:
            self._next, self._not_before = None, time.monotonic() + self.pause
            self.done += 1
            await self.work()
