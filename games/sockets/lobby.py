"""The sockets of the lobby, which get all its parts on connecting, and then the parts that change.

A part that several readers see alike is queried and drawn once for all of them, at most twice a second. Turns at live
tables are shown every few seconds.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache
from itertools import zip_longest

from cachetools import LRUCache

from games.play.snapshot import Snapshot
from games.queries import lobby_readers
from games.queries.lobby_readers import LobbySnapshot
from games.sockets.lobby_parts import OwnPart, Parts, Shown, own_part
from games.sockets.protocol import Services, Socket, Subscriber
from games.sockets.rounds import Rounds

# Sockets served in one go, before other work has its turn.
AT_ONCE = 50
REMEMBERED = 10_000
# Seconds until a change of turn at a live table is shown. Other changes are shown at once.
TURNS = 5
# A person (None: all who aren't signed in) and a language.
Who = tuple[int | None, str]


class Lobby(Subscriber):
    def __init__(self, hub: Services) -> None:
        self.hub = hub
        # Each socket with the parts last sent to it.
        self.sockets: dict[Socket, Shown] = {}
        self._people: Counter[int] = Counter()
        self._looks: LRUCache[str, str] = LRUCache(REMEMBERED)
        # The running tables that are listed, and the timer that shows their turns.
        self._watched: frozenset[str] = frozenset()
        self.next_turns: asyncio.TimerHandle | None = None
        self._parts = Parts()
        self._owns: dict[Who, OwnPart] = {}
        self.rounds = Rounds(hub, self._show)

    def entered(self, socket: Socket) -> None:
        if socket.is_lobby:
            self.sockets[socket] = ()
            self._people.update(_person(socket))

    async def greet(self, socket: Socket) -> None:
        """Send the parts, which may have changed after the page was rendered."""
        if socket.is_lobby:
            await self.rounds.take_part()

    def left(self, socket: Socket) -> None:
        if self.sockets.pop(socket, None) is None:
            return
        self._people.subtract(_person(socket))
        self._people += Counter()  # Drops people without a socket.
        if not self.sockets:
            # Looks aren't updated while no socket is open.
            self._looks.clear()
            self._forget_turns()

    def on_commit(self, snapshot: Snapshot) -> None:
        if self.sockets:
            look = lobby_readers.look(snapshot.table, snapshot.seats)
            self.changed(snapshot.table.pk, look, lobby_readers.concerned(snapshot.seats))

    def changed(self, table: str, look: str, people: Iterable[int]) -> None:
        """Update the lobby if a change of a table, which has that look now, concerns anybody. Most moves concern
        nobody."""
        if not self.sockets:
            return
        before, self._looks[table] = self._looks.get(table, ""), look
        if not lobby_readers.same_but_turn(before, look) or any(person in self._people for person in people):
            self.rounds.ask()
        elif before != look and table in self._watched and self.next_turns is None:
            self.next_turns = asyncio.get_running_loop().call_later(TURNS, self.show_turns)

    def show_turns(self) -> None:
        self._forget_turns()
        self.look_again()

    def _forget_turns(self) -> None:
        if self.next_turns is not None:
            self.next_turns.cancel()
            self.next_turns = None

    def look_again(self) -> None:
        """Update the lobby, whatever has changed."""
        if self.sockets:
            self.rounds.ask()

    async def _show(self) -> None:
        readers: dict[Who, list[Socket]] = defaultdict(list)
        for socket in self.sockets:
            readers[socket.person_id, socket.language].append(socket)
        people = [person for person, _ in readers if person is not None]
        now = await self.hub.database.run(lobby_readers.read_lobby, people)
        self._watched = frozenset(table.pk for table in now.running)
        self._looks.update({table.pk: lobby_readers.look_of(table) for table in (*now.open, *now.running)})
        self._owns = {who: await self._own(now, who, sockets[0]) for who, sockets in readers.items()}
        for some in _batches(list(self._owns)):
            owns = {who: self._owns[who] for who in some}
            parts = await self.hub.database.run(self._parts.of, now, owns)
            for who in some:
                await self._tell(readers[who], parts[who])

    async def _own(self, now: LobbySnapshot, who: Who, socket: Socket) -> OwnPart:
        """Return the reader's own part, drawn again only if it has changed."""
        person, language = who
        old = self._owns.get(who)
        if old is not None and (person is None or old.holds(now, person)):
            return old
        # One call for each reader, so that other database work comes between.
        return await self.hub.database.run(own_part, now, socket.person, language)

    async def _tell(self, sockets: list[Socket], parts: Shown) -> None:
        for number, socket in enumerate(sockets):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
            before = self.sockets.get(socket)
            if before is not None and before != parts:
                self.sockets[socket] = parts
                socket.tell(_difference(before, parts))


@lru_cache(maxsize=64)
def _difference(before: Shown, parts: Shown) -> str:
    """Return the HTML of the parts that differ from `before`, which is empty for a new socket."""
    return "".join(now for old, now in zip_longest(before, parts) if old != now)


def _batches(readers: list[Who]) -> list[list[Who]]:
    return [readers[start : start + AT_ONCE] for start in range(0, len(readers), AT_ONCE)]


def _person(socket: Socket) -> list[int]:
    return [] if socket.person_id is None else [socket.person_id]
