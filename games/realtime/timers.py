"""Timers of real-time games, to the millisecond, set after every commit.

`check` finds by a query whatever is due without a timer, after a restart or because another process stored it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import structlog
from django.utils import timezone

from games.models import Seat, Table
from games.play import moves, real_time
from games.play.database_thread import DatabaseThread
from games.play.deadlines import STAND_IN
from games.play.hooks import bot_seed
from games.play.snapshot import Snapshot
from games.realtime.action import Action
from games.realtime.contests import contests
from games.realtime.latency import latency
from games.rules import core

log = structlog.get_logger("unbirthday.scheduler")
# A check sets the timers of this time ahead, which is longer than until the next check.
AHEAD = timedelta(seconds=5)
# Seconds of pause after a failure.
REST = 1.0
# The bot of a deadline that is older than this has already acted.
PAST = timedelta(seconds=1)

# Lets a bot choose, outside the event loop: `bot_process.think` with these arguments.
Think = Callable[[tuple[Any, ...]], Awaitable[core.Move | None]]
What = tuple[str, int | None]  # a table's clock (None), or a seat's bot


class Due(NamedTuple):
    """The result of a query: clocks and bots with the times when they are due, and seats that have fallen silent."""

    clocks: list[tuple[str, datetime | None]]
    bots: list[tuple[str, int, datetime | None]]
    absent: list[Seat]


class Timers:
    """The timers of a process with a scheduler."""

    def __init__(self, think: Think) -> None:
        self.think = think
        self.pending: dict[What, tuple[datetime, asyncio.TimerHandle]] = {}
        self.busy: set[What] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def on_commit(self, snapshot: Snapshot) -> None:
        """Set the timers of a committed snapshot. Called on the event loop."""
        latency.on_commit(snapshot)
        table = snapshot.table
        self._set((table.pk, None), table.due_at)
        for seat in snapshot.seats:
            ahead = seat.deadline is not None and seat.deadline > timezone.now() - PAST
            self._set((table.pk, seat.index), seat.deadline if seat.played_by_bot and ahead else None)

    async def check(self, thread: DatabaseThread) -> bool:
        """Set missing timers and take over silent seats. Return True if any real-time game is running."""
        due = await thread.run(_soon)
        for table, moment in due.clocks:
            self._set((table, None), moment)
        for table, index, moment in due.bots:
            self._set((table, index), moment)
        for seat in due.absent:
            with suppress(core.Refused):
                await contests.commands.play_batched(seat.table_id, real_time.TakeOverAbsent(seat.index))
                log.info("fell_silent", table=seat.table_id, seat=seat.index)
        return bool(due.clocks) or bool(self.pending)

    def stop(self) -> None:
        for _, timer in self.pending.values():
            timer.cancel()
        self.pending.clear()

    def _set(self, what: What, due: datetime | None) -> None:
        timer = self.pending.get(what)
        if timer is not None and timer[0] == due:
            return
        if timer is not None:
            timer[1].cancel()
            del self.pending[what]
        if due is not None:
            # One millisecond more, since the loop's clock is not the calendar's.
            self._fire_in(max(0.0, (due - timezone.now()).total_seconds()) + 0.001, what, due)

    def _fire_in(self, seconds: float, what: What, due: datetime) -> None:
        timer = asyncio.get_running_loop().call_later(seconds, self._fire, what, due)
        self.pending[what] = (due, timer)

    def _fire(self, what: What, due: datetime) -> None:
        if what in self.busy or due > timezone.now():
            self._fire_in(0.003, what, due)
            return
        self.pending.pop(what, None)
        task = asyncio.get_running_loop().create_task(self._act(what))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, what: What) -> None:
        self.busy.add(what)
        table, index = what
        try:
            await (self._move_clock(table) if index is None else self._move_bot(table, index))
        except core.Refused as refused:
            # Somebody was faster, or the deadline was moved in the meantime.
            log.debug("timer_refused", table=table, seat=index, why=str(refused))
        except Exception:
            log.exception("timer_failed", table=table, seat=index)
            await asyncio.sleep(REST)
        finally:
            self.busy.discard(what)

    async def _move_clock(self, table: str) -> None:
        """Make the clock's move, after all claims that are held."""
        await contests.no_claims(table)
        await contests.commands.play_batched(table, moves.clock_move)

    async def _move_bot(self, table: str, index: int) -> None:
        snapshot = await contests.current(table)
        seat, rules = snapshot.seats[index], snapshot.rules
        due = seat.deadline
        if not (snapshot.table.is_running and seat.played_by_bot) or due is None or due > timezone.now():
            return
        assert isinstance(rules, core.RealTimeGame)
        view = rules.view(snapshot.state, index)
        seed = await self._seed(snapshot, index)
        move = await self.think((rules, seat.level or rules.bot_level(STAND_IN), view, seed))
        try:
            if move is not None:
                await contests.play(Action(table, rules, move, bot=index))
                return
        except core.Refused as refused:
            log.debug("bot_refused", table=table, seat=index, why=str(refused))
        await contests.commands.database.run(real_time.bot_waits, table, index, due)

    @staticmethod
    async def _seed(snapshot: Snapshot, index: int) -> int:
        """Return the seed of the bot's random generator. On a shared deal it follows from the stored moves."""
        seed = None
        if snapshot.table.is_shared_deal:
            seed = await contests.commands.database.run(bot_seed, snapshot, index)
        return secrets.randbits(64) if seed is None else seed


def _soon() -> Due:
    now = timezone.now()
    running = Table.objects.filter(status=Table.Status.RUNNING, due_at__isnull=False)
    clocks = running.filter(due_at__lte=now + AHEAD).values_list("pk", "due_at")
    bots = Seat.objects.filter(deadline__lte=now + AHEAD, table__in=running)
    return Due(
        list(clocks), list(bots.values_list("table_id", "index", "deadline")), real_time.absent_seats(now)
    )
