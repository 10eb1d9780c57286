"""The clock of live games, to the millisecond: timers for what is due, set after every commit.

The timers only save waiting: `check` finds by a query whatever has no timer here, after a restart or because
another process stored it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.utils import timezone

from games import play
from games.models import Seat, Table
from games.play import Position
from games.play.turns import STAND_IN
from games.race.desk import Action, desk, newest
from games.race.lines import lines
from games.rules import core

log = structlog.get_logger("unbirthday.steward")
# How far ahead a check sets timers: further than until the next check.
AHEAD = timedelta(seconds=5)
# Seconds before what has failed is tried again.
REST = 1.0

Think = Callable[[tuple[Any, ...]], Awaitable[Any]]
What = tuple[str, int | None]  # a table's clock (None), or a seat's bot


class Pacer:
    """One a process that has a steward. `think` lets a bot choose, outside the event loop."""

    def __init__(self, think: Think) -> None:
        self.think = think
        self.timers: dict[What, tuple[datetime, asyncio.TimerHandle]] = {}
        self.busy: set[What] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def note(self, position: Position) -> None:
        """On the loop, after a commit: wait for what is due now."""
        lines.note(position)
        table = position.table
        self._set((table.pk, None), table.due_at)
        for seat in position.seats:
            # A look that is past has been had.
            ahead = seat.deadline is not None and seat.deadline > timezone.now() - timedelta(seconds=1)
            self._set((table.pk, seat.index), seat.deadline if seat.played_by_bot and ahead else None)

    async def check(self, run: Callable[..., Awaitable[Any]]) -> bool:
        """Find what is due soon and has no timer here, and the seats that have gone silent; whether any live
        game is running. `run` does database work."""
        clocks, looks, silent = await run(_soon)
        for table, due in clocks:
            self._set((table, None), due)
        for table, index, due in looks:
            self._set((table, index), due)
        for seat in silent:
            with suppress(core.Refused):
                await desk.run(play.fall_silent, seat.table_id, seat.index)
                log.info("fell_silent", table=seat.table_id, seat=seat.index)
        return bool(clocks) or bool(self.timers)

    def stop(self) -> None:
        for _, timer in self.timers.values():
            timer.cancel()
        self.timers.clear()

    def _set(self, what: What, due: datetime | None) -> None:
        known = self.timers.get(what)
        if known is not None and known[0] == due:
            return
        if known is not None:
            known[1].cancel()
            del self.timers[what]
        if due is not None:
            # A millisecond more: the loop's clock and the calendar's are not the same.
            wait = max(0.0, (due - timezone.now()).total_seconds()) + 0.001
            timer = asyncio.get_running_loop().call_later(wait, self._fire, what, due)
            self.timers[what] = (due, timer)

    def _fire(self, what: What, due: datetime) -> None:
        if what in self.busy or due > timezone.now():
            again = asyncio.get_running_loop().call_later(0.003, self._fire, what, due)
            self.timers[what] = (due, again)
            return
        self.timers.pop(what, None)
        task = asyncio.get_running_loop().create_task(self._act(what))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, what: What) -> None:
        self.busy.add(what)
        table, index = what
        try:
            await (self._tick(table) if index is None else self._look(table, index))
        except core.Refused as refused:
            # Somebody was faster, or the wait has been made longer meanwhile.
            log.debug("race_refused", table=table, seat=index, why=str(refused))
        except Exception:
            log.exception("race_failed", table=table, seat=index)
            await asyncio.sleep(REST)
        finally:
            self.busy.discard(what)

    async def _tick(self, table: str) -> None:
        """The clock's move. Slaps that came before it are placed first."""
        await desk.quiet(table)
        await desk.run(play.tick, table)

    async def _look(self, table: str, index: int) -> None:
        position = newest(table) or await desk.run(play.load, table)
        seat = position.seats[index]
        due = seat.deadline
        if not (position.table.is_running and seat.played_by_bot) or due is None or due > timezone.now():
            return
        view = position.rules.view(position.state, index)
        level = seat.level or STAND_IN
        move = await self.think((position.table.game, level, view, secrets.randbits(64)))
        try:
            if move is not None:
                await desk.settle(Action(table, move, bot=index))
                return
        except core.Refused as refused:
            log.debug("bot_refused", table=table, seat=index, why=str(refused))
        await desk.run(play.looked, table, index, due)


def _soon() -> tuple[list[Any], list[Any], list[Seat]]:
    now = timezone.now()
    running = Table.objects.filter(status=Table.Status.RUNNING, due_at__isnull=False)
    clocks = list(running.filter(due_at__lte=now + AHEAD).values_list("pk", "due_at"))
    looks = Seat.objects.filter(deadline__lte=now + AHEAD, table__in=running)
    return clocks, list(looks.values_list("table_id", "index", "deadline")), play.silent(now)
