"""How many tables wait for a person: told to the pages that they have open, whenever it changes. A page at a table
counts the others, for its own board says by itself whose turn it is."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable

from games.models import Seat, Table
from games.queries import waiting
from games.sockets.protocol import Services, Socket, Subscriber
from games.sockets.rounds import Rounds
from games.tables import Snapshot


class Badges(Subscriber):
    def __init__(self, hub: Services) -> None:
        self.hub = hub
        # Signed-in people's sockets, each with the number that its page was told last.
        self.sockets: dict[int, dict[Socket, int | None]] = defaultdict(dict)
        # The tables that wait for each of them, as they were counted last.
        self._awaited: dict[int, set[str]] = {}
        self._due: set[int] = set()
        self._counting = False
        self._rounds = Rounds(hub, self._count)

    def entered(self, socket: Socket) -> None:
        if socket.person_id is not None:
            self.sockets[socket.person_id][socket] = None

    async def greet(self, socket: Socket) -> None:
        """A page that shows the number asks for it at once, for it may have been rendered before something changed."""
        if socket.person_id is not None and socket.query.get("t"):
            self._due.add(socket.person_id)
            await self._rounds.take_part()

    def left(self, socket: Socket) -> None:
        if socket.person_id is None or socket.person_id not in self.sockets:
            return
        self.sockets[socket.person_id].pop(socket, None)
        if not self.sockets[socket.person_id]:
            del self.sockets[socket.person_id]
            self._awaited.pop(socket.person_id, None)

    def committed(self, snapshot: Snapshot) -> None:
        table = snapshot.table
        self.changed((seat.user_id for seat in snapshot.seats if self._differs(seat, table)), table.pk)

    def _differs(self, seat: Seat, table: Table) -> bool:
        """Whether the table waits for whoever sits there as it didn't when their tables were counted, or the other way
        round. What is being counted just now may be older than this."""
        known = self._awaited.get(seat.user_id or 0)
        return self._counting or known is None or (table.pk in known) != waiting.is_awaited(seat, table)

    def changed(self, people: Iterable[int | None], table: str) -> None:
        """Something has changed for these people at that table: soon tell those that have a page open elsewhere."""
        due = {person for person in people if person is not None and self._elsewhere(person, table)}
        if due:
            self._due |= due
            self._rounds.ask()

    def _elsewhere(self, person: int, table: str) -> bool:
        return any(socket.table != table for socket in self.sockets.get(person, ()))

    async def _count(self) -> None:
        due, self._due, self._counting = self._due, set(), True
        try:
            found = await self.hub.database.run(waiting.tables_by_person, due)
        finally:
            self._counting = False
        for person, tables in found.items():
            if sockets := self.sockets.get(person):
                self._awaited[person] = tables
                for socket in list(sockets):
                    self._tell(person, socket, len(tables - {socket.table}))

    def _tell(self, person: int, socket: Socket, count: int) -> None:
        shown = self.sockets.get(person, {})
        if socket in shown and shown[socket] != count:
            shown[socket] = count
            socket.tell(json.dumps({"turns": count}))
