"""How many tables wait for a person: told to the pages that they have open, whenever it changes. A page at a table
counts the others, for its own board says by itself whose turn it is."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from games import waiting

if TYPE_CHECKING:
    from games.live.consumers import LobbySocket, TableSocket
    from games.live.hub import Hub
    from games.play import Position

    Told = LobbySocket | TableSocket

# Seconds: what happens until then is counted once.
PAUSE = 0.3


class Turns:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.sockets: dict[int, set[Told]] = defaultdict(set)
        self._due: set[int] = set()

    async def enter(self, socket: Told) -> None:
        """Take a signed-in person's socket in. A page that shows the number asks for it at once, for it may have
        been rendered before something changed."""
        if socket.person_id is None:
            return
        self.sockets[socket.person_id].add(socket)
        if socket.query.get("t"):
            await self._count({socket.person_id})

    def leave(self, socket: Told) -> None:
        if socket.person_id is None:
            return
        self.sockets[socket.person_id].discard(socket)
        if not self.sockets[socket.person_id]:
            del self.sockets[socket.person_id]

    def told(self, position: Position) -> None:
        """On the loop: a position was committed."""
        self.note((seat.user_id for seat in position.seats), position.table.pk)

    def note(self, persons: Iterable[int | None], table: str) -> None:
        """Something has changed for these people at that table: soon tell those that have a page open elsewhere."""
        due = {person for person in persons if person is not None and self._elsewhere(person, table)}
        if due and not self._due:
            self.hub.spawn(self._soon())
        self._due |= due

    def _elsewhere(self, person: int, table: str) -> bool:
        return any(socket.table != table for socket in self.sockets.get(person, ()))

    async def _soon(self) -> None:
        await asyncio.sleep(PAUSE)
        due, self._due = self._due, set()
        await self._count(due)

    async def _count(self, persons: set[int]) -> None:
        found = await self.hub.database.run(waiting.tables_by_person, persons)
        for person, tables in found.items():
            for socket in list(self.sockets.get(person, ())):
                count = len(tables - {socket.table})
                if count != socket.turns:
                    socket.turns = count
                    await socket.tell(json.dumps({"turns": count}))
