"""The road of every action at a live table. Slaps on the newest flip are held for a window and then placed by
credited reaction; nothing is answered before it is stored.

While slaps are held the clock and the flipper wait, so that no slap becomes late by being held, and a seat's own
later actions stay behind its slap.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings

from games import play
from games.play import Position
from games.play.moves import Settled
from games.play.position import remembered
from games.race import fairness
from games.race.lines import lines
from games.race.shares import Shares
from games.threads import DatabaseThread

# The longest that a request's own thread waits for its answer, in seconds.
PATIENCE = 20.0
WAIT_FOR_SLAPS = ("flip", "timeout")


@dataclass(frozen=True)
class Action:
    """What a person (by the user's id) or a bot (by its seat) asks for. `received` is in seconds since 1970."""

    table: str
    move: Any
    person: int | None = None
    bot: int | None = None
    key: str = ""
    received: float = field(default_factory=time.time)

    def seat(self, position: Position) -> int | None:
        if self.bot is not None:
            return self.bot
        seat = position.seat_of(self.person)
        return None if seat is None else seat.index

    def store(self, timing: dict[str, Any] | None = None) -> Settled:
        """Judge and store it, in a thread that may reach the database."""
        if self.bot is not None:
            return play.live_move(self.table, self.bot, self.move, key=self.key, timing=timing)
        return play.submit(self.table, self.person, self.move, key=self.key, seen=0, timing=timing)


@dataclass(frozen=True)
class Held(fairness.Slap):
    """A slap that waits for its window to close."""

    action: Action | None = None
    timing: dict[str, Any] = field(default_factory=dict)
    answer: asyncio.Future[Settled] | None = None


@dataclass
class Window:
    """The slaps held on one flip. Once `closing` nothing joins them; `over` when all are stored."""

    flip: int
    held: list[Held] = field(default_factory=list)
    closing: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)


class Desk:
    """One a process. `database` is the one thread on which live games are stored."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.database: DatabaseThread | None = None
        self.windows: dict[str, Window] = {}
        self.shares = Shares()
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, database: DatabaseThread) -> None:
        """On the event loop, by whoever has the thread: the sockets' one before the steward's."""
        loop = asyncio.get_running_loop()
        if self.loop is not loop:
            self.windows.clear()
        self.loop, self.database = loop, database

    async def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        assert self.database is not None
        return await self.database.run(work, *arguments)

    async def settle(self, action: Action) -> Settled:
        """The answer once the action is stored; Refused as by play."""
        if _is_slap(action):
            return await self._slap(action)
        await self._wait(action)
        return await self.run(action.store)

    def settle_now(self, action: Action) -> Settled:
        """The same for a thread of a request, which waits. Without a loop here it is judged on arrival."""
        if self.loop is None or not self.loop.is_running():
            return self._on_arrival(action)
        return asyncio.run_coroutine_threadsafe(self.settle(action), self.loop).result(PATIENCE)

    def _on_arrival(self, action: Action) -> Settled:
        if not _is_slap(action):
            return action.store()
        position = newest(action.table) or play.load(action.table)
        seat, flip = action.seat(position), action.move.get("flip")
        if seat is None or type(flip) is not int or position.state is None:
            return action.store()
        self.shares.take(action.table, position.state.flip, seat, action.key)
        return action.store(timed(action, position, seat, flip))

    async def quiet(self, table: str) -> None:
        """Until no slap is held at that table."""
        while (window := self.windows.get(table)) is not None:
            await window.over.wait()

    async def _wait(self, action: Action) -> None:
        window = self.windows.get(action.table)
        if window is None:
            return
        kind = action.move.get("type") if isinstance(action.move, dict) else None
        own = any(_same(held.action, action) for held in window.held)
        if own or kind in WAIT_FOR_SLAPS:
            await self.quiet(action.table)

    async def _slap(self, action: Action) -> Settled:
        position = await self._newest(action.table)
        seat = action.seat(position)
        flip = action.move.get("flip")
        if seat is None or type(flip) is not int or position.state is None:
            return await self.run(action.store)
        self.shares.take(action.table, position.state.flip, seat, action.key)
        timing = timed(action, position, seat, flip)
        while True:
            window = self.windows.get(action.table)
            if window is not None and window.closing:
                await window.over.wait()
                position = await self._newest(action.table)
                continue
            if not counts(position, flip):
                return await self.run(action.store, timing)
            window = window or self._open(action.table, flip)
            return await self._hold(window, action, seat, flip, timing)

    async def _newest(self, table: str) -> Position:
        return newest(table) or await self.run(play.load, table)

    def _open(self, table: str, flip: int) -> Window:
        window = self.windows[table] = Window(flip)
        pause = fairness.window(lines.slowest(table)) / 1000
        task = asyncio.get_running_loop().create_task(self._close(table, window, pause))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return window

    async def _hold(
        self, window: Window, action: Action, seat: int, flip: int, timing: dict[str, Any]
    ) -> Settled:
        answer: asyncio.Future[Settled] = asyncio.get_running_loop().create_future()
        held = Held(seat, flip, timing["credited"], len(window.held), action, timing, answer)
        window.held.append(held)
        return await answer

    async def _close(self, table: str, window: Window, pause: float) -> None:
        await asyncio.sleep(pause)
        window.closing = True
        try:
            position = await self._newest(table)
            ordered = fairness.order(window.held, position.table.seed)
            answers = await self.run(placed, ordered)
            for held, answer in zip(ordered, answers, strict=True):
                _tell(held.answer, answer)
        except Exception as error:
            for held in window.held:
                _tell(held.answer, error)
        finally:
            self.windows.pop(table, None)
            window.over.set()


def timed(action: Action, position: Position, seat: int, flip: int) -> dict[str, Any]:
    """A slap's times as they are stored, in ms: receipt since the match began, round trip, credited reaction."""
    began = position.table.started_at
    start = action.received if began is None else began.timestamp()
    sent = lines.sent(action.table, seat, flip)
    if sent is None:
        # This process wasn't there when it was flipped: what waits has waited since then at the latest.
        sent = start + position.state.since / 1000
    trip = 0.0 if action.bot is not None else lines.round_trip(action.table, seat)
    credited = fairness.credit(1000 * action.received, 1000 * sent, trip)
    received = max(0.0, 1000 * (action.received - start))
    # Cut off as the time of settling is, or it could stand after it; the inner rounding takes a float's error off.
    return {"received": int(round(received, 3)), "round_trip": round(trip), "credited": round(credited)}


def newest(table: str) -> Position | None:
    """The table as this process remembers it; None where that isn't sure to be the newest, so that it must be
    loaded: of several processes another may have flipped the card that is slapped."""
    return None if settings.CHANNEL_URL else remembered(table)


def _is_slap(action: Action) -> bool:
    return isinstance(action.move, dict) and action.move.get("type") == "slap"


def counts(position: Position, flip: int) -> bool:
    """Whether a slap on that flip may still be first: it is the newest, and no right slap has taken it."""
    view = position.rules.view(position.state, None)
    return bool(flip == view["flip"] and not view["settled"])


def placed(ordered: Sequence[Held]) -> list[Settled | Exception]:
    """Store the slaps one by one, each a move of its own; what came of each."""
    answers: list[Settled | Exception] = []
    for held in ordered:
        assert held.action is not None
        try:
            answers.append(held.action.store(held.timing))
        except Exception as error:
            answers.append(error)
    return answers


def _tell(future: asyncio.Future[Settled] | None, answer: Settled | Exception) -> None:
    # Whoever asked may have hung up.
    if future is None or future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)


def _same(one: Action | None, other: Action) -> bool:
    return one is not None and (one.person, one.bot) == (other.person, other.bot)


desk = Desk()
