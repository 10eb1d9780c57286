"""Pings at tables of real-time games. Pages and browsers answer them; the answers measure links and show who is there.

games.realtime.latency holds the measurements.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Collection, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import structlog
from django.db import DatabaseError
from django.utils import timezone

from games import realtime
from games.play import real_time, results, takeover
from games.play.snapshot import Snapshot
from games.realtime.latency import PING_EVERY
from games.rules.core import RealTimeGame, Refused
from games.sockets.protocol import Services, Socket, Subscriber

log = structlog.get_logger("unbirthday.sockets")


class Pings(Subscriber):
    def __init__(self, hub: Services) -> None:
        self.hub = hub
        self.links: dict[Socket, realtime.Link] = {}
        # The primary keys of seats whose page has answered since heartbeats were last stored.
        self._alive: set[int] = set()

    def entered(self, socket: Socket) -> None:
        if socket.contender is not None:
            self.links[socket] = realtime.latency.enter(socket.table, socket.contender)

    async def greet(self, socket: Socket) -> None:
        self._ping(socket)

    def left(self, socket: Socket) -> None:
        link = self.links.pop(socket, None)
        if link is not None:
            realtime.latency.leave(socket.table, link)

    def on_commit(self, snapshot: Snapshot) -> None:
        realtime.latency.on_commit(snapshot)

    def shown(self, snapshot: Snapshot, sockets: Collection[Socket]) -> None:
        if isinstance(snapshot.rules, RealTimeGame):
            seats = {self.links[socket].seat for socket in sockets if socket in self.links}
            contest = snapshot.rules.contest(snapshot.state)
            realtime.latency.shown(snapshot.table.pk, seats, contest)

    def background(self) -> Sequence[Coroutine[Any, Any, None]]:
        return (self._measure(),)

    async def _measure(self) -> None:
        """Ping every link regularly, and store heartbeats."""
        while True:
            await asyncio.sleep(PING_EVERY)
            for socket in list(self.links):
                self._ping(socket)
            alive, self._alive = self._alive, set()
            try:
                await self.hub.database.run(real_time.record_heartbeats, alive, timezone.now())
                await self._mark()
            except DatabaseError as error:
                log.warning("signs_failed", why=str(error))

    async def _mark(self) -> None:
        """Mark each seat whose answers are held back, once."""
        for table in {socket.table for socket in self.links}:
            if lines := realtime.latency.held_back(table):
                await self.hub.database.run(results.mark_held_back, table, list(lines))
                for line in lines.values():
                    line.marked = True
                log.info("answers_held_back", table=table, seats=sorted(lines))

    def _ping(self, socket: Socket) -> None:
        """Ping a link. The browser answers by itself; the page sends the number back."""
        link = self.links.get(socket)
        if link is not None:
            number = link.ping(time.time())
            link.asks_browser = socket.ping(number, partial(self._browser_pong, socket, link, number))
            socket.tell(json.dumps({"ping": number}))

    def _browser_pong(self, socket: Socket, link: realtime.Link, number: int, received: float) -> None:
        first = not link.measured
        link.browser_pong(number, received)
        if first:
            self._ping(socket)

    async def pong(self, socket: Socket, number: object, ready: bool, received: float) -> None:
        """Handle a page's answer; `ready` is True once the page has loaded everything. The first answer is measured
        again."""
        link = self.links.get(socket)
        if link is None:
            return
        first = not link.measured
        if link.pong(number, received):
            link.ready = link.ready or ready
            self._alive_at(socket, link)
            if first and link.measured:
                self._ping(socket)

    def _alive_at(self, socket: Socket, link: realtime.Link) -> None:
        """Note that the person is there. Storing it does not delay the socket's next messages."""
        snapshot = self.hub.snapshot_of(socket.table)
        if snapshot is None or snapshot.row is None:
            return
        seat = snapshot.seats[link.seat]
        self._alive.add(seat.pk)
        if seat.stand_in and snapshot.table.is_running:
            self.hub.spawn(self._take_back(socket.table, socket.person_id))

    async def _take_back(self, table: str, person: int | None) -> None:
        """Give a seat back to its person, unless that has happened already."""
        with suppress(Refused):
            await self.hub.database.run(takeover.take_back, table, person)
