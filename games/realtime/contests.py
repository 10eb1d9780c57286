"""Actions at real-time tables. Claims on the newest contest are held for a moment, then ordered by credited reaction.

While claims are held, actions that would make them late wait, and so do later actions of a seat that has claimed.
Nothing is answered before it is stored.
"""

from __future__ import annotations

import asyncio

from cachetools import LRUCache
from django.conf import settings

from games.play import storage
from games.play.commands import CommandQueue, Played, play
from games.play.snapshot import Snapshot
from games.play.storage import remembered
from games.realtime import claim_order
from games.realtime.action import Action, Timing
from games.realtime.holding import HeldClaims, holding_time, reply
from games.realtime.latency import latency
from games.rules import core
from hosting.limits.buckets import limiter

# The number of remembered claims.
REMEMBERED = 16_000
# The longest that a request's own thread waits for its answer, in seconds.
LONGEST_WAIT = 20.0


class Contests:
    """The contests of a process. `commands` stores their moves."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self._commands: CommandQueue | None = None
        self.held: dict[str, HeldClaims] = {}
        # Claims that were sent, by table, contest, seat and key.
        self._sent: LRUCache[tuple[str, int, int, str], None] = LRUCache(REMEMBERED)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, commands: CommandQueue) -> None:
        """Start on the running event loop. The sockets' hub and the scheduler both call this."""
        loop = asyncio.get_running_loop()
        if self.loop is not loop:
            self.held.clear()
        self.loop, self._commands = loop, commands

    @property
    def commands(self) -> CommandQueue:
        assert self._commands is not None
        return self._commands

    async def play(self, action: Action) -> Played:
        """Play an action and return once it is stored. Raises Refused."""
        contest = action.claim()
        if contest is not None:
            return await self._claim(action, contest)
        await self._wait(action)
        return await self._store(action)

    async def _store(self, action: Action, timing: Timing | None = None) -> Played:
        return await self.commands.play_batched(action.table, action.command(timing), action.address)

    def play_now(self, action: Action) -> Played:
        """Like `play`, for a thread that may block. Without an event loop here, the action is judged on arrival."""
        if self.loop is None or not self.loop.is_running():
            return self._on_arrival(action)
        return asyncio.run_coroutine_threadsafe(self.play(action), self.loop).result(LONGEST_WAIT)

    def _on_arrival(self, action: Action) -> Played:
        contest, timing = action.claim(), None
        if contest is not None:
            snapshot = remembered_here(action.table, contest) or storage.load(action.table)
            timing = self._counted(action, snapshot, contest)
        return play(action.table, action.command(timing))

    async def no_claims(self, table: str) -> None:
        """Wait until no claim is held at the table."""
        while (claims := self.held.get(table)) is not None:
            await claims.over.wait()

    async def _wait(self, action: Action) -> None:
        claims = self.held.get(action.table)
        if claims is not None and (claims.has_claim_of(action) or action.waits_for_claims()):
            await self.no_claims(action.table)

    async def _claim(self, action: Action, contest: int) -> Played:
        snapshot = await self.current(action.table, contest)
        timing, seat = self._counted(action, snapshot, contest), action.seat(snapshot)
        if timing is None or seat is None:
            return await self._store(action)
        while (claims := self.held.get(action.table)) is not None and claims.closing:
            await claims.over.wait()
            snapshot = await self.current(action.table)
        if not action.rules.is_open(snapshot.state, contest):
            return await self._store(action, timing)
        claims = claims or self._open(action.table)
        return await claims.hold(action, seat, contest, timing)

    def _counted(self, action: Action, snapshot: Snapshot, contest: int) -> Timing | None:
        """Return a claim's times, None if it will be refused. Raises Refused `too_many_claims` beyond the seat's
        quota, and `not_open_yet` if it came before its contest was shown to the seat."""
        seat = action.seat(snapshot)
        if seat is None or snapshot.state is None:
            return None
        newest = action.rules.contest(snapshot.state)
        self._charge(action.table, newest, seat, action.key)
        shown = latency.sent(action.table, seat, contest) if action.link else None
        if contest > newest or (shown is not None and action.received < shown):
            # The claim was sent without having seen what it claims, perhaps right behind the move that opens it.
            raise core.Refused("not_open_yet")
        return timing_of(action, snapshot, seat, contest)

    def _charge(self, table: str, contest: int, seat: int, key: str) -> None:
        """Count a claim for the seat in this contest. Claims that are sent again have a quota of their own."""
        claim = (table, contest, seat, key)
        name = "repeated claim" if claim in self._sent else "claim"
        if limiter.spend(name, seat=f"{table}:{contest}:{seat}"):
            raise core.Refused("too_many_claims")
        self._sent[claim] = None

    async def current(self, table: str, contest: int = 0) -> Snapshot:
        """Return the newest stored snapshot of the table, for a claim on that contest."""
        if (snapshot := remembered_here(table, contest)) is not None:
            return snapshot
        return await self.commands.database.of(table).run(storage.load, table)

    def _open(self, table: str) -> HeldClaims:
        opened = self.held[table] = HeldClaims()
        pause = holding_time(latency.round_trips(table)) / 1000
        task = asyncio.get_running_loop().create_task(self._close(table, opened, pause))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return opened

    async def _close(self, table: str, held: HeldClaims, pause: float) -> None:
        await asyncio.sleep(pause)
        held.closing = True
        try:
            await self._place(table, held)
        except Exception as error:
            for claim in held.claims:
                reply(claim, error)
        finally:
            self.held.pop(table, None)
            held.over.set()

    async def _place(self, table: str, held: HeldClaims) -> None:
        snapshot = await self.current(table)
        ordered = claim_order.order(held.claims, snapshot.table.seed)
        # A table's commands are executed in the order of these calls.
        stored = [
            self.commands.enqueue(table, claim.action.command(claim.timing), claim.action.address)
            for claim in ordered
        ]
        for claim, answer in zip(ordered, await asyncio.gather(*stored, return_exceptions=True), strict=True):
            reply(claim, answer)


def timing_of(action: Action, snapshot: Snapshot, seat: int, contest: int) -> Timing:
    """Return a claim's stored times in ms: time of receipt since the match began, round trip, and reaction with and
    without the least one credited."""
    began = snapshot.table.started_at
    start = action.received if began is None else began.timestamp()
    sent = latency.sent(action.table, seat, contest)
    if sent is None:
        # This process was not running when the contest opened. It opened at this time at the latest.
        sent = start + action.rules.opened_by(snapshot.state) / 1000
    times = 1000 * action.received, 1000 * sent, (trip := action.round_trip())
    received = max(0.0, 1000 * (action.received - start))
    # Truncated like the time of the move, which must not precede it. The inner rounding removes float errors.
    return {
        "received": int(round(received, 3)),
        "round_trip": round(trip),
        "credited": round(claim_order.credit(*times)),
        "reaction": round(claim_order.reaction(*times)),
    }


def remembered_here(table: str, contest: int = 0) -> Snapshot | None:
    """Return the remembered snapshot of the table, None if it must be loaded.

    With several processes, another one may have stored a newer snapshot. So may have this one, if the answer of the
    database was lost: then a claim's contest is newer than the remembered one.
    """
    if settings.CHANNEL_URL or (snapshot := remembered(table)) is None:
        return None
    rules, state = snapshot.rules, snapshot.state
    assert isinstance(rules, core.RealTimeGame)
    return None if state is not None and contest > rules.contest(state) else snapshot


contests = Contests()
