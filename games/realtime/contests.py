"""The way of every action at a real-time table. Claims on the newest contest are held for a window and then placed
by credited reaction; nothing is answered before it is stored.

While claims are held, what would make them late waits, and a seat's own later actions stay behind its claim.
"""

from __future__ import annotations

import asyncio

from django.conf import settings

from games import tables
from games.realtime import fairness, window
from games.realtime.action import Action, Timing
from games.realtime.latency import latency
from games.realtime.quota import Quota
from games.realtime.window import Window
from games.tables import Snapshot
from games.tables.road import Played, Road
from games.tables.storage import remembered

# The longest that a request's own thread waits for its answer, in seconds.
LONGEST_WAIT = 20.0


class Contests:
    """One a process. `road` is the one on which real-time games' moves are stored."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self._road: Road | None = None
        self.windows: dict[str, Window] = {}
        self.quota = Quota()
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, road: Road) -> None:
        """On the event loop, by whoever has one: the sockets' before the scheduler's."""
        loop = asyncio.get_running_loop()
        if self.loop is not loop:
            self.windows.clear()
        self.loop, self._road = loop, road

    @property
    def road(self) -> Road:
        assert self._road is not None
        return self._road

    async def play(self, action: Action) -> Played:
        """The answer once the action is stored; Refused as by its command."""
        contest = action.claim()
        if contest is not None:
            return await self._claim(action, contest)
        await self._wait(action)
        return await self._store(action)

    async def _store(self, action: Action, timing: Timing | None = None) -> Played:
        return await self.road.play(action.table, action.command(timing), action.address)

    def play_now(self, action: Action) -> Played:
        """The same for a thread of a request, which waits. Without a loop here it is judged on arrival."""
        if self.loop is None or not self.loop.is_running():
            return self._on_arrival(action)
        return asyncio.run_coroutine_threadsafe(self.play(action), self.loop).result(LONGEST_WAIT)

    def _on_arrival(self, action: Action) -> Played:
        contest, timing = action.claim(), None
        if contest is not None:
            snapshot = newest(action.table) or tables.load(action.table)
            timing = self._counted(action, snapshot, contest)
        return tables.play(action.table, action.command(timing))

    async def no_claims(self, table: str) -> None:
        """Until no claim is held at that table."""
        while (held := self.windows.get(table)) is not None:
            await held.over.wait()

    async def _wait(self, action: Action) -> None:
        held = self.windows.get(action.table)
        if held is not None and (held.holds_of(action) or action.waits_for_claims()):
            await self.no_claims(action.table)

    async def _claim(self, action: Action, contest: int) -> Played:
        snapshot = await self.newest(action.table)
        timing, seat = self._counted(action, snapshot, contest), action.seat(snapshot)
        if timing is None or seat is None:
            return await self._store(action)
        while (held := self.windows.get(action.table)) is not None and held.closing:
            await held.over.wait()
            snapshot = await self.newest(action.table)
        if not action.rules.is_open(snapshot.state, contest):
            return await self._store(action, timing)
        held = held or self._open(action.table)
        return await held.hold(action, seat, contest, timing)

    def _counted(self, action: Action, snapshot: Snapshot, contest: int) -> Timing | None:
        """A claim's times; None of one that will be refused. Refused `too_many_claims` beyond the seat's quota."""
        seat = action.seat(snapshot)
        if seat is None or snapshot.state is None:
            return None
        self.quota.take(action.table, action.rules.contest(snapshot.state), seat, action.key)
        return timing_of(action, snapshot, seat, contest)

    async def newest(self, table: str) -> Snapshot:
        """The table as it is stored now."""
        if (snapshot := newest(table)) is not None:
            return snapshot
        return await self.road.database.of(table).run(tables.load, table)

    def _open(self, table: str) -> Window:
        opened = self.windows[table] = Window()
        pause = fairness.window(latency.round_trips(table)) / 1000
        task = asyncio.get_running_loop().create_task(self._close(table, opened, pause))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return opened

    async def _close(self, table: str, held: Window, pause: float) -> None:
        await asyncio.sleep(pause)
        held.closing = True
        try:
            await self._place(table, held)
        except Exception as error:
            for claim in held.claims:
                window.reply(claim, error)
        finally:
            self.windows.pop(table, None)
            held.over.set()

    async def _place(self, table: str, held: Window) -> None:
        snapshot = await self.newest(table)
        ordered = fairness.order(held.claims, snapshot.table.seed)
        # A table's commands are carried out in the order in which they are asked for.
        stored = [
            self.road.ask(table, claim.action.command(claim.timing), claim.action.address)
            for claim in ordered
        ]
        for claim, answer in zip(ordered, await asyncio.gather(*stored, return_exceptions=True), strict=True):
            window.reply(claim, answer)


def timing_of(action: Action, snapshot: Snapshot, seat: int, contest: int) -> Timing:
    """A claim's times as they are stored, in ms: receipt since the match began, round trip, credited reaction, and the
    reaction itself."""
    began = snapshot.table.started_at
    start = action.received if began is None else began.timestamp()
    sent = latency.sent(action.table, seat, contest)
    if sent is None:
        # This process wasn't there when the contest opened: what waits has waited since then at the latest.
        sent = start + action.rules.opened_by(snapshot.state) / 1000
    times = 1000 * action.received, 1000 * sent, (trip := action.round_trip())
    received = max(0.0, 1000 * (action.received - start))
    # Cut off as the time of settling is, or it could stand after it; the inner rounding takes a float's error off.
    return {
        "received": int(round(received, 3)),
        "round_trip": round(trip),
        "credited": round(fairness.credit(*times)),
        "reaction": round(fairness.reaction(*times)),
    }


def newest(table: str) -> Snapshot | None:
    """The table as this process remembers it; None where that isn't sure to be the newest, so that it must be
    loaded: of several processes another may have opened the contest that is claimed."""
    return None if settings.CHANNEL_URL else remembered(table)


contests = Contests()
