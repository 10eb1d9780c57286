"""Who has a table before their eyes: pages say when they are shown and hidden, and it is stored now and then, so that
after a crash it is over by itself."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import structlog
from django.db import DatabaseError
from django.utils import timezone

from games import play

if TYPE_CHECKING:
    from games.live.consumers import TableSocket
    from games.live.hub import Hub

log = structlog.get_logger("unbirthday.live")
# Seconds: how often it is stored while a page is shown, and how old it may be when that changes.
EVERY, FRESH = 30.0, 5.0
# The longest time in seconds for which a page that was shown is believed to have had nobody before it.
IDLE = 600


class Looking:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.sockets: set[TableSocket] = set()
        # When it was stored last, by the seats' primary keys.
        self._stored: dict[int, float] = {}

    def tell(self, socket: TableSocket, shown: bool, idle: Any = None) -> None:
        """A page is looked at, or is so no longer: until now it was, or until `idle` seconds ago."""
        if socket.seat is None or shown == (socket in self.sockets):
            return
        (self.sockets.add if shown else self.sockets.discard)(socket)
        if not shown and type(idle) is int and 0 < idle <= IDLE:
            if all(other.seat != socket.seat for other in self.sockets):
                last = timezone.now() - timedelta(seconds=idle)
                self.hub.spawn(self._store({socket.seat}, last))
        elif time.monotonic() - self._stored.get(socket.seat, -FRESH) >= FRESH:
            self.hub.spawn(self._store({socket.seat}))

    async def keep(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            self._stored.clear()
            await self._store({socket.seat for socket in self.sockets if socket.seat is not None})

    async def _store(self, seats: set[int], at: datetime | None = None) -> None:
        self._stored |= dict.fromkeys(seats, time.monotonic())
        try:
            await self.hub.database.run(play.look, seats, at or timezone.now())
        except DatabaseError as error:
            log.warning("looking_failed", why=str(error))
