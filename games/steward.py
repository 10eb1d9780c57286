"""The clock: time-outs, bots' turns, chores. It holds no truth: what is due is found by a query, and waking
it early only saves time. Several stewards may run; what one has done the other is refused as stale."""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextvars import Context
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Concat
from django.utils import timezone

from games import chores, play, race
from games.models import Seat, Table
from games.play import Position
from games.play.turns import STAND_IN
from games.rules import bots, core
from games.threads import DatabaseThread

log = structlog.get_logger("unbirthday.steward")
BATCH = 50
# Overdue people in one round, few, so that no bot of a live table waits for a thousand of them; and how far apart
# the bots begin that then play for them.
OVERDUE, APART = 20, timedelta(milliseconds=30)
# Where so many are overdue the bots of tables over days let them all have one first. In seconds, the longest that
# the steward rests after each of them, for everybody else in this process.
CROWD, BREATH = timedelta(seconds=20), 0.005
# At the latest: another process may have stored what nobody here was told of.
LONGEST_SLEEP = timedelta(seconds=2)
CHORES_EVERY = timedelta(minutes=5)
# Whom a bot plays: its own seat, or a person's who is away.
BOTS = ~Q(level="") | Q(stand_in=True) | Q(resigned__isnull=False)
# Seconds before a seat whose bot has failed is tried again, and before the others are looked at meanwhile.
REST, LOOK = 5.0, 0.5
# Refusals that only say that somebody else was faster; any other is a bot's fault.
FASTER = ("stale", "not_your_turn", "over", "busy")
# Seconds between two looks at the clocks of live games, where other processes serve their tables.
RACES_ELSEWHERE = 0.1
# Between two looks for seats whose standing orders may act: nobody waits for those as for a bot.
ORDERS_EVERY, ORDERS_AT_ONCE = timedelta(seconds=1), 200

_wake: tuple[asyncio.AbstractEventLoop, asyncio.Event, race.Pacer] | None = None


def wake(position: Position) -> None:
    """After a commit, from any thread: something may be due now."""
    if _wake is None or _wake[0].is_closed():
        return
    loop, woken, pacer = _wake
    soon = timezone.now() + LONGEST_SLEEP
    if position.rules.LIVE:
        loop.call_soon_threadsafe(pacer.note, position, context=Context())
    elif any(seat.deadline and seat.deadline < soon for seat in position.seats):
        # What is due later is found by the next look in any case.
        loop.call_soon_threadsafe(woken.set)


def due(limit: int = BATCH) -> list[Seat]:
    """The seats of turn games for which a bot must act now: live tables first, then the longest overdue."""
    return list(_waiting().filter(BOTS).order_by("-table__live", "deadline")[:limit])


def overdue(limit: int = OVERDUE) -> list[Seat]:
    """The seats of turn games whose people have run out of time, in the same order."""
    late = _waiting().exclude(BOTS).select_related("table")
    return list(late.order_by("-table__live", "deadline")[:limit])


def _waiting() -> QuerySet[Seat]:
    """By the index of deadlines: SQLite would else walk through all tables that run, to find the few that are due."""
    seats = Seat.objects.alias(status=Concat("table__status", Value("")))
    return seats.filter(deadline__lte=timezone.now(), status=Table.Status.RUNNING, table__due_at__isnull=True)


def seconds_to_next() -> float:
    """How long nothing will be due, as far as is known now."""
    waiting = Seat.objects.filter(deadline__isnull=False, table__due_at__isnull=True)
    # The first alone: at thousands of tables somebody is awaited.
    soonest = waiting.order_by("deadline").values_list("deadline", flat=True).first()
    wait = soonest - timezone.now() if soonest else LONGEST_SLEEP
    return max(0.0, min(wait, LONGEST_SLEEP).total_seconds())


def question(seat: Seat) -> tuple[int, tuple[Any, ...]] | None:
    """What a bot must think about for a seat: the board's number and the arguments of `bots.think`.
    None if there is nothing to do any more."""
    position = play.load(seat.table_id)
    if not position.table.is_running or seat.index not in position.rules.to_act(position.state):
        return None
    view = position.rules.view(position.state, seat.index)
    level = seat.level or STAND_IN
    return position.table.number, (position.table.game, level, view, secrets.randbits(64))


def expire(table_id: str, index: int, bot_from: datetime) -> None:
    """A person's time has run out; the bot that plays the seat now begins no earlier."""
    position = play.time_out(table_id, index, max(timedelta(), bot_from - timezone.now()))
    # Else only a deadline was put right that a vacation had moved.
    if not position.table.is_running or position.seats[index].played_by_bot:
        log.info("timed_out", table=table_id, seat=index)


class Steward:
    """Database work runs in one thread of its own, thinking in processes of its own."""

    def __init__(self) -> None:
        self.woken = asyncio.Event()
        self.thread = DatabaseThread("steward")
        self.pool = self._new_pool()
        self.pacer = race.Pacer(self._think)
        self.busy: set[tuple[str, int]] = set()
        self.next_chores = self.next_orders = self.next_bot = timezone.now()

    @staticmethod
    def _new_pool() -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, mp_context=context, initializer=bots.attend_parent)

    async def run(self) -> None:
        """Until cancelled."""
        global _wake
        loop = asyncio.get_running_loop()
        _wake = (loop, self.woken, self.pacer)
        if race.desk.loop is not loop or race.desk.database is None:
            race.desk.start(self.thread)
        log.info("steward_started")
        try:
            while True:
                self.woken.clear()
                pause = await self._round()
                try:
                    await asyncio.wait_for(self.woken.wait(), pause)
                except TimeoutError:
                    continue
        finally:
            _wake = None
            self.pacer.stop()
            self.thread.stop()
            self.pool.shutdown(wait=False, cancel_futures=True)

    async def _round(self) -> float:
        """Start on everything that is due; seconds until something may be due again."""
        try:
            # First: what a person has ordered goes before the bot of one whose time is over.
            await self._carry_out_orders()
            # Those that rest after a failure must not fill the batch.
            expired = await self._expire()
            seats = await self.thread.run(due, BATCH + len(self.busy))
            fresh = [seat for seat in seats if (seat.table_id, seat.index) not in self.busy]
            await asyncio.gather(*(self._act(seat) for seat in fresh))
            if timezone.now() >= self.next_chores:
                self.next_chores = timezone.now() + CHORES_EVERY
                for name in chores.CHORES:
                    await self.thread.run(chores.do, name)
            races = await self.pacer.check(self.thread.run)
            if expired >= OVERDUE or (len(seats) >= BATCH and fresh):
                return 0.0
            pause = LOOK if seats and not fresh else await self.thread.run(seconds_to_next)
            # What other processes store at live tables is not told here: look for it.
            return min(pause, RACES_ELSEWHERE) if races and settings.CHANNEL_URL else pause
        except Exception:
            # A steward that stops keeps everybody waiting: say so, and go on with the next round.
            log.exception("steward_round_failed")
            return 1.0

    async def _expire(self) -> int:
        """Give a bot to people who have run out of time, a few of them; how many were tried."""
        seats = await self.thread.run(overdue, OVERDUE + len(self.busy))
        fresh = [seat for seat in seats if (seat.table_id, seat.index) not in self.busy]
        for seat in fresh:
            began = time.perf_counter()
            bot_from = timezone.now()
            if len(fresh) >= OVERDUE and not seat.table.live:
                bot_from = self.next_bot = max(self.next_bot + APART, bot_from + CROWD)
            await self._carry_out((seat.table_id, seat.index), expire, bot_from)
            await asyncio.sleep(min(time.perf_counter() - began, BREATH))
        return len(fresh)

    async def _carry_out_orders(self) -> None:
        now = timezone.now()
        if now < self.next_orders:
            return
        found = await self.thread.run(play.orders_due, now, ORDERS_AT_ONCE)
        if len(found) < ORDERS_AT_ONCE:
            self.next_orders = now + ORDERS_EVERY
        for key in found:
            if key not in self.busy:
                await self._carry_out(key, play.carry_out)

    async def _carry_out(self, key: tuple[str, int], work: Callable[..., Any], *also: Any) -> None:
        """What fails rests like a bot's turn, and keeps nobody else waiting."""
        try:
            await self.thread.run(work, *key, *also)
        except core.Refused as refused:
            log.info("not_due", work=work.__name__, table=key[0], seat=key[1], why=str(refused))
        except Exception:
            log.exception("seat_failed", work=work.__name__, table=key[0], seat=key[1])
            self.busy.add(key)
            asyncio.get_running_loop().call_later(REST, self.busy.discard, key)

    async def _act(self, seat: Seat) -> None:
        """Play one bot's turn. What fails here must not keep the other tables waiting."""
        key = (seat.table_id, seat.index)
        self.busy.add(key)
        rest = 0.0
        try:
            asked = await self.thread.run(question, seat)
            if asked is None:
                return
            number, arguments = asked
            move = await self._think(arguments)
            await self.thread.run(play.bot_move, seat.table_id, seat.index, number, move)
        except core.Refused as refused:
            # Somebody was faster: a person came back, or another steward has moved.
            log.info("bot_refused", table=seat.table_id, seat=seat.index, why=str(refused))
            rest = 0.0 if refused.code in FASTER else REST
        except Exception:
            log.exception("bot_failed", table=seat.table_id, seat=seat.index)
            rest = REST
        finally:
            asyncio.get_running_loop().call_later(rest, self.busy.discard, key)

    async def _think(self, arguments: tuple[Any, ...]) -> core.Move:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.pool, bots.think, *arguments)
        except BrokenExecutor:
            # A thinking process was killed: think again in a new one.
            self.pool = self._new_pool()
            return await loop.run_in_executor(self.pool, bots.think, *arguments)
