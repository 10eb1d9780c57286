"""The scheduler's rounds: time-outs, what features look for, bots' turns, housekeeping. It holds no truth: what is due
is found by a query, and waking it early only saves time. Several schedulers may run; what one has done the other is
refused as stale."""

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
from games.play import road
from games.play.database import DatabaseThread
from games.play.snapshot import Snapshot
from games.scheduler import due
from games.scheduler.bots import Thinking, Turns
from games.scheduler.expiry import Expiry
from games.scheduler.hooks import hooks
from games.scheduler.housekeeping import Heartbeat, Housekeeping
from games.scheduler.seats import Seats
from hosting.observability import metrics

log = structlog.get_logger("unbirthday.scheduler")
# Seconds between two looks at the clocks of real-time games, where other processes serve their tables and where none
# does.
CLOCKS_ELSEWHERE, CLOCKS_HERE = 0.1, 1.0


class _Running(NamedTuple):
    """This process's scheduler, for other threads to tell."""

    loop: asyncio.AbstractEventLoop
    scheduler: Scheduler


_running: _Running | None = None


def wake(snapshot: Snapshot) -> None:
    """After a commit, from any thread: something may be due now, or soon."""
    running = _running
    if running is None or running.loop.is_closed():
        return
    scheduler, soon = running.scheduler, timezone.now() + due.LONGEST_SLEEP
    if snapshot.rules.REAL_TIME:
        running.loop.call_soon_threadsafe(scheduler.timers.committed, snapshot, context=Context())
        return
    deadlines = [seat.deadline for seat in snapshot.seats if seat.deadline and seat.deadline < soon]
    if deadlines:
        # What is due later is found by the next look in any case.
        running.loop.call_soon_threadsafe(scheduler.expect, min(deadlines), context=Context())


class Scheduler:
    """Database work runs in one thread of its own, thinking in a process of its own."""

    def __init__(self) -> None:
        self.woken, self.clock = asyncio.Event(), due.WallClock()
        # By the loop's clock.
        self.next_round = 0.0
        # Whether any real-time game is running, and when that is looked for again.
        self.real_time, self.next_check = False, 0.0
        self.thread = DatabaseThread("scheduler")
        self.thinking = Thinking()
        self.timers = realtime.Timers(self.thinking.choose)
        self.seats = Seats(self.thread)
        self.rounds = [begin(self.seats) for begin in hooks.rounds]
        self.expiry = Expiry(self.seats)
        self.turns = Turns(self.seats, self.thinking)
        self.housekeeping, self.heartbeat = Housekeeping(self.thread), Heartbeat(self.thread)

    async def run(self) -> None:
        """Until cancelled."""
        global _running
        loop = asyncio.get_running_loop()
        _running = _Running(loop, self)
        if realtime.contests.loop is not loop:
            realtime.contests.start(road.Road(self.thread))
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
        """Something may be due now."""
        self._look_in(0.0)

    def expect(self, deadline: datetime) -> None:
        """Something will be due then: until then nothing need be looked for."""
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
        """Start on everything that is due; seconds until something more may be."""
        try:
            return await self._round()
        except Exception:
            # A scheduler that stops keeps everybody waiting: say so, and go on with the next round.
            log.exception("scheduler_round_failed")
            return 1.0

    async def _round(self) -> float:
        await self.heartbeat.round()
        # Before all else: what a person has said ahead goes before the bot of one whose time is over.
        for each in self.rounds:
            await each.round()
        if self.clock.was_set_back(timezone.now()):
            await self.thread.run(due.put_forward)
        # Those that rest after a failure must not fill the batch.
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
        # What other processes store at real-time tables is not told here: look for it.
        return min(pause, CLOCKS_ELSEWHERE) if self.real_time and settings.CHANNEL_URL else pause

    async def _check_timers(self) -> None:
        """What is stored in this process has set its timers: for the rest a look now and then is enough."""
        now = time.monotonic()
        if settings.CHANNEL_URL or now >= self.next_check:
            self.next_check = now + CLOCKS_HERE
            self.real_time = await self.timers.check(self.thread)
