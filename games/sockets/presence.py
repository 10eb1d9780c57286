"""Who is here, and who has a table before their eyes: pages say when they are shown and hidden. It is stored now and
then, so that after a crash it is over by itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Sequence
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import DatabaseError
from django.utils import timezone

from accounts.models import User
from games import tables
from games.sockets.protocol import Services, Socket, Subscriber

log = structlog.get_logger("unbirthday.sockets")
# Seconds: how often it is stored while a page is shown, and how old it may be when that changes.
EVERY, FRESH = 30.0, 5.0
# The longest time in seconds for which a page that was shown is believed to have had nobody before it.
IDLE = 600
# Seconds between two notes that whoever has a page open is here: below games.people.lists.ONLINE.
SEEN_EVERY = 240


class Presence(Subscriber):
    def __init__(self, hub: Services) -> None:
        self.hub = hub
        self.open: set[Socket] = set()
        # Those at tables whose pages are shown.
        self.watching: set[Socket] = set()
        # When it was stored last, by the seats' primary keys.
        self._stored: dict[int, float] = {}

    def entered(self, socket: Socket) -> None:
        self.open.add(socket)

    def left(self, socket: Socket) -> None:
        self.open.discard(socket)
        self._page(socket, False)

    async def page(self, socket: Socket, shown: bool, idle: object = None) -> None:
        """A page is looked at, or is so no longer: until now it was, or until `idle` seconds ago."""
        self._page(socket, shown, idle)

    def _page(self, socket: Socket, shown: bool, idle: object = None) -> None:
        if socket.seat is None or shown == (socket in self.watching):
            return
        (self.watching.add if shown else self.watching.discard)(socket)
        if not shown and type(idle) is int and 0 < idle <= IDLE:
            if all(other.seat != socket.seat for other in self.watching):
                last = timezone.now() - timedelta(seconds=idle)
                self.hub.spawn(self._store({socket.seat}, last))
        elif time.monotonic() - self._stored.get(socket.seat, -FRESH) >= FRESH:
            self.hub.spawn(self._store({socket.seat}))

    def background(self) -> Sequence[Coroutine[Any, Any, None]]:
        return self._watch(), self._see()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            self._stored.clear()
            await self._store({socket.seat for socket in self.watching if socket.seat is not None})

    async def _store(self, seats: set[int], at: datetime | None = None) -> None:
        self._stored |= dict.fromkeys(seats, time.monotonic())
        try:
            await self.hub.database.run(tables.mark_present, seats, at or timezone.now())
        except DatabaseError as error:
            log.warning("presence_failed", why=str(error))

    async def _see(self) -> None:
        """Who has a socket open is here, even without asking for a page."""
        while True:
            await asyncio.sleep(SEEN_EVERY)
            people = {socket.person_id for socket in self.open if socket.person_id is not None}
            try:
                await self.hub.database.run(_seen, people)
            except DatabaseError as error:
                log.warning("presence_failed", why=str(error))


def _seen(people: set[int]) -> None:
    User.objects.filter(pk__in=people).update(last_seen=timezone.now())
