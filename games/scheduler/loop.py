"""The scheduler's rounds: time-outs, bots' turns, conditional moves, housekeeping. It holds no truth: what is due is
found by a query, and waking it early only saves time. Several schedulers may run; what one has done the other is
refused as stale."""

from __future__ import annotations

import asyncio
from contextvars import Context
from typing import NamedTuple

import structlog
from django.conf import settings
from django.utils import timezone

from config import metrics
from games import realtime
from games.scheduler import due
from games.scheduler.bots import Thinking, Turns
from games.scheduler.conditional import ConditionalMoves
from games.scheduler.expiry import Expiry
from games.scheduler.housekeeping import Heartbeat, Housekeeping
from games.scheduler.seats import Seats
from games.tables import Snapshot
from games.tables.threads import DatabaseThread

log = structlog.get_logger("unbirthday.scheduler")
# Seconds before the bots that rest after a failure are looked at again.
LOOK = 0.5
# Seconds between two looks at the clocks of real-time games, where other processes serve their tables.
CLOCKS_ELSEWHERE = 0.1


class _Running(NamedTuple):
    """This process's scheduler, for other threads to wake."""

    loop: asyncio.AbstractEventLoop
    woken: asyncio.Event
    timers: realtime.Timers


_running: _Running | None = None


def wake(snapshot: Snapshot) -> None:
    """After a commit, from any thread: something may be due now."""
    running = _running
    if running is None or running.loop.is_closed():
        return
    soon = timezone.now() + due.LONGEST_SLEEP
    if snapshot.rules.REAL_TIME:
        running.loop.call_soon_threadsafe(running.timers.committed, snapshot, context=Context())
    elif any(seat.deadline and seat.deadline < soon for seat in snapshot.seats):
        # What is due later is found by the next look in any case.
        running.loop.call_soon_threadsafe(running.woken.set)


class Scheduler:
    """Database work runs in one thread of its own, thinking in a process of its own."""

    def __init__(self) -> None:
        self.woken, self.clock = asyncio.Event(), due.WallClock()
        self.thread = DatabaseThread("scheduler")
        self.thinking = Thinking()
        self.timers = realtime.Timers(self.thinking.choose)
        self.seats = Seats(self.thread)
        self.conditional_moves = ConditionalMoves(self.seats)
        self.expiry = Expiry(self.seats)
        self.turns = Turns(self.seats, self.thinking)
        self.housekeeping, self.heartbeat = Housekeeping(self.thread), Heartbeat(self.thread)

    async def run(self) -> None:
        """Until cancelled."""
        global _running
        loop = asyncio.get_running_loop()
        _running = _Running(loop, self.woken, self.timers)
        if realtime.contests.loop is not loop or realtime.contests.database is None:
            realtime.contests.start(self.thread)
        log.info("scheduler_started")
        try:
            while True:
                self.woken.clear()
                with metrics.scheduling():
                    pause = await self.round()
                await self._sleep(pause)
        finally:
            _running = None
            self.timers.stop()
            self.thread.stop()
            self.thinking.stop()

    async def _sleep(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self.woken.wait(), seconds)
        except TimeoutError:
            return

    async def round(self) -> float:
        """Start on everything that is due; seconds until something may be due again."""
        try:
            return await self._round()
        except Exception:
            # A scheduler that stops keeps everybody waiting: say so, and go on with the next round.
            log.exception("scheduler_round_failed")
            return 1.0

    async def _round(self) -> float:
        await self.heartbeat.round()
        # Before all else: what a person has said ahead goes before the bot of one whose time is over.
        await self.conditional_moves.round()
        expired = await self.expiry.round()
        if self.clock.was_set_back(timezone.now()):
            await self.thread.run(due.put_forward)
        # Those that rest after a failure must not fill the batch.
        seats = await self.thread.run(due.bots, due.BATCH + len(self.seats.busy))
        fresh = self.seats.free(seats)
        await self.turns.play(fresh)
        await self.housekeeping.round()
        real_time = await self.timers.check(self.thread)
        if expired >= due.OVERDUE or (len(seats) >= due.BATCH and fresh):
            return 0.0
        pause = LOOK if seats and not fresh else await self.thread.run(due.seconds_to_next)
        # What other processes store at real-time tables is not told here: look for it.
        return min(pause, CLOCKS_ELSEWHERE) if real_time and settings.CHANNEL_URL else pause
