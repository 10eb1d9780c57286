"""Who is here, and who has a table before their eyes: pages say when they are shown and hidden. It is stored now and
then, so that after a crash it is over by itself."""

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
from games import tables
from games.sockets.protocol import Services, Socket, Subscriber
from games.sockets.rounds import Rounds

log = structlog.get_logger("unbirthday.sockets")
# Seconds: how often it is stored while a page is shown, and how old it may be when that changes.
EVERY, FRESH = 30.0, 5.0
# Between two times that anything is: pages may say what they like as often as they like.
PAUSE = 0.2
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
        # What is to be stored next: when somebody was there last, by the same.
        self._due: dict[int, datetime] = {}
        self._rounds = Rounds(hub, self._store_due, PAUSE)

    def entered(self, socket: Socket) -> None:
        self.open.add(socket)

    def left(self, socket: Socket) -> None:
        self.open.discard(socket)
        self._page(socket, False, timezone.now())

    async def page(self, socket: Socket, shown: bool, received: float, idle: object = None) -> None:
        """A page is looked at, or is so no longer, as it said at `received` (seconds since 1970): until then it was, or
        until `idle` seconds before. What was moved between its word and now it has not shown."""
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
            await self.hub.database.run(tables.note_present, last)
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
