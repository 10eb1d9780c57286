"""The number of tables that wait for a person, pushed to their open pages when it changes.

The most pressing live turn comes with it. A page at a table does not count that table, since its board shows whose
turn it is.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone, translation

from games.boards import live_turns
from games.models import Seat, Table
from games.play.snapshot import Snapshot
from games.queries import waiting
from games.sockets.protocol import Services, Socket, Subscriber
from games.sockets.rounds import Rounds

# A number, and the table and the deadline of a live turn.
Shown = tuple[int, tuple[str, datetime | None] | None]


class Badges(Subscriber):
    def __init__(self, hub: Services) -> None:
        self.hub = hub
        # The sockets of signed-in people, each with the number and the live turn last sent to it.
        self.sockets: dict[int, dict[Socket, Shown | None]] = defaultdict(dict)
        # By person and table, the seats that were awaited at the last count, the most pressing first.
        self._awaited: dict[int, dict[str, Seat]] = {}
        self._due: set[int] = set()
        self._counting = False
        self._rounds = Rounds(hub, self._count)

    def entered(self, socket: Socket) -> None:
        if socket.person_id is not None:
            self.sockets[socket.person_id][socket] = None

    async def greet(self, socket: Socket) -> None:
        """Send the number to a page that shows it, since it may have changed after the page was rendered."""
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

    def on_commit(self, snapshot: Snapshot) -> None:
        table = snapshot.table
        self.changed((seat.user_id for seat in snapshot.seats if self._differs(seat, table)), table.pk)

    def _differs(self, seat: Seat, table: Table) -> bool:
        """Return True if the last count of the seat's person may be wrong for this table.

        A count that is running may have read the table before this commit.
        """
        seats = self._awaited.get(seat.user_id or 0)
        if self._counting or seats is None:
            return True
        before, awaited = seats.get(table.pk), waiting.is_awaited(seat, table)
        races = waiting.is_racing(seat, table)
        if before is None:
            return awaited or (races and table.number == 0)
        return not (awaited or races) or before.deadline != seat.deadline

    def changed(self, people: Iterable[int | None], table: str) -> None:
        """Count again soon for those of these people who have a page open elsewhere than at the table."""
        due = {person for person in people if person is not None and self._elsewhere(person, table)}
        if due:
            self._due |= due
            self._rounds.ask()

    async def look_again(self) -> None:
        """Count again where tables that wait have changed without a message."""
        people = list(self._awaited)
        tables = await self.hub.database.run(waiting.tables_by_person, people) if people else {}
        for person, now in tables.items():
            for table in now ^ set(self._awaited.get(person, ())):
                self.changed([person], table)

    def _elsewhere(self, person: int, table: str) -> bool:
        return any(socket.table != table for socket in self.sockets.get(person, ()))

    async def _count(self) -> None:
        due, self._due, self._counting = self._due, set(), True
        try:
            seats_by_person = await self.hub.database.run(waiting.seats_by_person, due)
        finally:
            self._counting = False
        for person, seats in seats_by_person.items():
            if sockets := self.sockets.get(person):
                self._awaited[person] = {seat.table_id: seat for seat in seats}
                for socket in list(sockets):
                    self._tell(person, socket, [seat for seat in seats if seat.table_id != socket.table])

    def _tell(self, person: int, socket: Socket, seats: list[Seat]) -> None:
        """Send the number and the live turn, if they differ from what the socket was last sent."""
        live = next((seat for seat in seats if seat.table.is_live), None)
        now: Shown = len(seats), (live.table_id, live.deadline) if live else None
        shown = self.sockets.get(person, {})
        if socket in shown and shown[socket] != now:
            before, shown[socket] = shown[socket], now
            message: dict[str, object] = {"turns": len(seats)}
            if (before and before[1]) != now[1]:
                with translation.override(socket.language):
                    message["live"] = live and live_turns.told(live, timezone.now())
            socket.tell(json.dumps(message))
