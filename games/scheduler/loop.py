"""The scheduler's rounds: time-outs, features' rounds, bots' turns, housekeeping.

The scheduler holds no state that matters: queries find what is due, and waking it early only saves time. Several
schedulers may run; when one has done something, the other is refused as stale.
"""

from __future__ import annotations

import asyncio
import math
import time
from contextlib import suppress
from contextvars import Context
from datetime import datetime
from typing import NamedTuple

import structlog
from django.conf import settings
from django.utils import timezone

from games import realtime
from games.play import commands
from games.play.database_thread import DatabaseThread
from games.play.snapshot import Snapshot
from games.scheduler import due, hooks
from games.scheduler.bots import Thinking, Turns
from games.scheduler.expiry import Expiry
from games.scheduler.housekeeping import Heartbeat, Housekeeping
from games.scheduler.seats import BusySeats
from hosting.observability import metrics

log = structlog.get_logger("unbirthday.scheduler")
# Seconds between two checks of the clocks of real-time games: where other processes serve their tables, and where none
# does.
CLOCKS_ELSEWHERE, CLOCKS_HERE = 0.1, 1.0


class _Running(NamedTuple):
    """The scheduler of this process and its loop, for other threads."""

    loop: asyncio.AbstractEventLoop
    scheduler: Scheduler


_running: _Running | None = None


def wake(snapshot: Snapshot) -> None:
    """Wake the scheduler after a commit, from any thread, if something is due now or soon."""
    running = _running
    if running is None or running.loop.is_closed():
        return
    scheduler, soon = running.scheduler, timezone.now() + due.LONGEST_SLEEP
    if snapshot.rules.REAL_TIME:
        running.loop.call_soon_threadsafe(scheduler.timers.on_commit, snapshot, context=Context())
        return
    deadlines = [seat.deadline for seat in snapshot.seats if seat.deadline and seat.deadline < soon]
    if deadlines:
        # The next round finds what is due later.
        running.loop.call_soon_threadsafe(scheduler.expect, min(deadlines), context=Context())


class Scheduler:
    """The scheduler. It uses one thread for database work and processes for bots."""

    def __init__(self) -> None:
        self.woken, self.clock = asyncio.Event(), due.WallClock()
        # By the loop's clock.
        self.next_round = 0.0
        # True if a real-time game is running, and when to check that again.
        self.real_time, self.next_check = False, 0.0
        self.thread = DatabaseThread("scheduler")
        self.thinking = Thinking()
        self.timers = realtime.Timers(self.thinking.choose)
        self.seats = BusySeats(self.thread)
        self.rounds = [begin(self.seats) for begin in hooks.rounds]
        self.expiry = Expiry(self.seats)
        self.turns = Turns(self.seats, self.thinking)
        self.housekeeping, self.heartbeat = Housekeeping(self.thread), Heartbeat(self.thread)

    async def run(self) -> None:
        """Run until cancelled."""
        global _running
        loop = asyncio.get_running_loop()
        _running = _Running(loop, self)
        if realtime.contests.loop is not loop:
            realtime.contests.start(commands.CommandQueue(self.thread))
        log.info("scheduler_started")
        try:
            while True:
                self.next_round = math.inf
                self.woken.clear()
                with metrics.scheduling():
                    pause = await self.round()
                self._look_in(pause)
                await self._sleep()
        finally:
            _running = None
            self.timers.stop()
            self.turns.stop()
            self.thread.stop()
            self.thinking.stop()

    def wake(self) -> None:
        """Begin the next round now."""
        self._look_in(0.0)

    def expect(self, deadline: datetime) -> None:
        """Begin the next round at `deadline` at the latest."""
        self._look_in((deadline - timezone.now()).total_seconds())

    def _look_in(self, seconds: float) -> None:
        at = asyncio.get_running_loop().time() + seconds
        if at < self.next_round:
            self.next_round = at
            self.woken.set()

    async def _sleep(self) -> None:
        loop = asyncio.get_running_loop()
        while (left := self.next_round - loop.time()) > 0:
            self.woken.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.woken.wait(), left)

    async def round(self) -> float:
        """Start everything that is due. Return the seconds until more may be due."""
        try:
            return await self._round()
        except Exception:
            # A scheduler that stops keeps everybody waiting: log the error and go on with the next round.
            log.exception("scheduler_round_failed")
            return 1.0

    async def _round(self) -> float:
        await self.heartbeat.round()
        # First of all: a conditional move goes before a time-out of the same seat.
        for feature in self.rounds:
            await feature.round()
        if self.clock.was_set_back(timezone.now()):
            await self.thread.run(due.put_forward)
        # Seats that rest after a failure must not fill the batch.
        late, seats = await self.thread.run(due.seats, len(self.seats.busy))
        expired = await self.expiry.round(late)
        fresh = self.seats.free(seats)
        self.turns.begin(fresh)
        await self.turns.fewer_than(due.BATCH)
        await self.housekeeping.round()
        await self._check_timers()
        if expired >= due.OVERDUE or (len(seats) >= due.BATCH and fresh):
            return 0.0
        pause = await self.thread.run(due.seconds_to_next, frozenset(self.seats.busy))
        # Changes by other processes at real-time tables are not reported here, so check for them.
        return min(pause, CLOCKS_ELSEWHERE) if self.real_time and settings.CHANNEL_URL else pause

    async def _check_timers(self) -> None:
        """Check for real-time tables of other processes. Changes in this process set their timers themselves."""
        now = time.monotonic()
        if settings.CHANNEL_URL or now >= self.next_check:
            self.next_check = now + CLOCKS_HERE
            self.real_time = await self.timers.check(self.thread)
