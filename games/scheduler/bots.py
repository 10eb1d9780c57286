"""The turns of bots. A bot chooses a move from its seat's view in a process of its own; the move is a command."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable
from typing import Any

import structlog
from django.conf import settings

from games.models import Seat
from games.play import commands, hooks, moves, storage
from games.play.deadlines import STAND_IN
from games.rules import bot_process, core
from games.rules.budget import Budget
from games.scheduler.processes import Processes
from games.scheduler.seats import REST, BusySeats, Key
from hosting.observability import metrics

log = structlog.get_logger("unbirthday.scheduler")
# Refusals after somebody else was faster. Any other refusal is a bug of the bot.
FASTER = ("stale", "not_your_turn", "over", "busy")
# The longest time in seconds from the request to the move, and the least time to think after waiting. With
# BOT_PAUSE_MS before it nobody waits longer than 1.2 seconds for a bot.
LONGEST, LEAST = 0.25, 0.02
# The nice value of processes in which bots think.
NICE = 10

Arguments = tuple[Any, ...]  # of `bot_process.think`


class Thinking:
    """The processes in which bots choose moves, so that the event loop never waits for them.

    A request waits while all processes are busy, and gets less time to think then.
    """

    def __init__(self) -> None:
        self.processes = Processes(settings.BOT_PROCESSES, NICE)
        self.free = asyncio.Semaphore(settings.BOT_PROCESSES)
        self.requests = 0

    async def choose(self, arguments: Arguments) -> core.Move | None:
        rules, level, *_ = arguments
        self.requests += 1
        try:
            with metrics.thinking(rules.NAME, level):
                return await self._in_turn(arguments)
        finally:
            self.requests -= 1

    async def _in_turn(self, arguments: Arguments) -> core.Move | None:
        loop = asyncio.get_running_loop()
        requested_at = loop.time()
        async with self.free:
            left = budget(loop.time() - requested_at, self.requests)
            move: core.Move | None = await self.processes.ask(bot_process.think, *arguments, left)
            return move

    def stop(self) -> None:
        self.processes.stop()


def budget(waited: float, requests: int) -> Budget:
    """Return the budget of a bot that has waited for `waited` seconds, while `requests` bots wait or think."""
    share = min(1.0, settings.BOT_PROCESSES / requests)
    return Budget(clock=max(LEAST, (LONGEST - waited) * share))


class Turns:
    """The bots' turns in turn games. Bots of real-time games act by their timers."""

    def __init__(self, seats: BusySeats, thinking: Thinking) -> None:
        self.seats, self.thinking = seats, thinking
        self.under_way: set[asyncio.Task[None]] = set()

    def begin(self, seats: Iterable[Seat]) -> None:
        """Begin the turns of these seats, each in a task, so that later ones don't wait for them."""
        for seat in seats:
            key = (seat.table_id, seat.index)
            self.seats.busy.add(key)
            task = asyncio.create_task(self._play(seat, key))
            self.under_way.add(task)
            task.add_done_callback(self.under_way.discard)

    async def fewer_than(self, count: int) -> None:
        """Wait until fewer than `count` turns are under way."""
        while len(self.under_way) >= count:
            await asyncio.wait(self.under_way, return_when=asyncio.FIRST_COMPLETED)

    def stop(self) -> None:
        for task in self.under_way:
            task.cancel()

    async def _play(self, seat: Seat, key: Key) -> None:
        """Play one bot's turn. A failure must not keep other tables waiting."""
        rest = 0.0
        try:
            await self._move(seat)
        except core.Refused as refused:
            # Somebody was faster: a person came back, or another scheduler has moved.
            log.info("bot_refused", table=seat.table_id, seat=seat.index, why=str(refused))
            rest = 0.0 if refused.code in FASTER else REST
        except Exception:
            log.exception("bot_failed", table=seat.table_id, seat=seat.index)
            rest = REST
        finally:
            self.seats.release(key, rest)

    async def _move(self, seat: Seat) -> None:
        task = await self.seats.thread.run(question, seat)
        if task is None:
            return
        number, arguments, scripted = task
        move = scripted or await self.thinking.choose(arguments)
        assert move is not None, "only real-time games' bots wait"
        await self.seats.thread.run(commands.play, seat.table_id, moves.BotMove(seat.index, move, number))


def question(seat: Seat) -> tuple[int, Arguments, core.Move | None] | None:
    """Return the number of the board, the arguments of `bot_process.think`, and the scripted move of a guided match.

    None if there is nothing to do any more.
    """
    snapshot = storage.newest(seat.table_id, seat.table.version)
    if not snapshot.table.is_running or seat.index not in snapshot.rules.to_act(snapshot.state):
        return None
    view = snapshot.rules.view(snapshot.state, seat.index)
    level = seat.level or snapshot.rules.bot_level(STAND_IN)
    scripted = hooks.scripted(snapshot.table)
    move = scripted[1] if scripted is not None and scripted[0] == seat.index else None
    seed = hooks.bot_seed(snapshot, seat.index)
    seed = secrets.randbits(64) if seed is None else seed
    return snapshot.table.number, (snapshot.rules, level, view, seed), move
