"""Presence: who has a page open, and who has a table in view. Pages say when they become visible or hidden.

It is stored regularly with a time, so that it expires by itself after a crash.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from django.db import DatabaseError
from django.utils import timezone

from accounts.models import User
from games.play import presence
from games.sockets.protocol import Services, Socket, Subscriber
from games.sockets.rounds import Rounds

log = structlog.get_logger("unbirthday.sockets")
# Seconds between two times of storing while a page is visible, and the oldest stored time when that changes.
EVERY, FRESH = 30.0, 5.0
# Seconds between two rounds of storing, however often pages send messages.
PAUSE = 0.2
# The longest idle time in seconds that a page is believed.
IDLE = 600
# Seconds between two updates of `last_seen` for people with an open page; below games.people.lists.ONLINE.
SEEN_EVERY = 240


class Presence(Subscriber):
    def __init__(self, hub: Services) -> None:
        self.hub = hub
        # The sockets at tables whose pages are visible.
        self.watching: set[Socket] = set()
        # By primary key of a seat, when presence was stored last.
        self._stored: dict[int, float] = {}
        # By primary key of a seat, the time of presence to store next.
        self._due: dict[int, datetime] = {}
        self._rounds = Rounds(hub, self._store_due, PAUSE)

    def left(self, socket: Socket) -> None:
        self._page(socket, False, timezone.now())

    async def page(self, socket: Socket, shown: bool, received: float, idle: object = None) -> None:
        """Note that a page became visible or hidden at `received` (seconds since 1970).

        A page that became hidden was last looked at `idle` seconds earlier. The time of receipt counts, since the page
        has not shown moves made while the message waited.
        """
        self._page(socket, shown, datetime.fromtimestamp(received, UTC), idle)

    def _page(self, socket: Socket, shown: bool, at: datetime, idle: object = None) -> None:
        if socket.seat is None or shown == (socket in self.watching):
            return
        (self.watching.add if shown else self.watching.discard)(socket)
        if not shown and type(idle) is int and 0 < idle <= IDLE:
            if all(other.seat != socket.seat for other in self.watching):
                self._note(socket.seat, at - timedelta(seconds=idle))
        elif time.monotonic() - self._stored.get(socket.seat, -FRESH) >= FRESH:
            self._note(socket.seat, at)

    def _note(self, seat: int, at: datetime) -> None:
        self._due[seat] = at
        self._rounds.ask()

    def background(self) -> Sequence[Coroutine[Any, Any, None]]:
        return self._watch(), self._see()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            self._stored.clear()
            now = timezone.now()
            await self._store({socket.seat: now for socket in self.watching if socket.seat is not None})

    async def _store_due(self) -> None:
        due, self._due = self._due, {}
        await self._store(due)

    async def _store(self, last: dict[int, datetime]) -> None:
        self._stored |= dict.fromkeys(last, time.monotonic())
        try:
            await self.hub.database.run(presence.note_present, last)
        except DatabaseError as error:
            log.warning("presence_failed", why=str(error))

    async def _see(self) -> None:
        """Update `last_seen` of people with an open socket, who may load no page for long."""
        while True:
            await asyncio.sleep(SEEN_EVERY)
            people = {socket.person_id for socket in self.hub.sockets if socket.person_id is not None}
            try:
                await self.hub.database.run(_seen, people)
            except DatabaseError as error:
                log.warning("presence_failed", why=str(error))


def _seen(people: set[int]) -> None:
    User.objects.filter(pk__in=people).update(last_seen=timezone.now())
