"""The sockets of the lobby: told its parts when they come, and those that have changed whenever a table changes them.
However many there are, what is the same for several is asked for and drawn once, at most twice a second; for whose turn
it is at live tables, every few seconds."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache
from itertools import zip_longest

from cachetools import LRUCache

from games.queries import lobby_readers
from games.queries.lobby_readers import Standing
from games.sockets.lobby_parts import Own, Parts, Shown, own_part
from games.sockets.protocol import Services, Socket, Subscriber
from games.sockets.rounds import Rounds
from games.tables import Snapshot

# So many sockets are told in one go; then whatever else waits has its turn.
AT_ONCE = 50
REMEMBERED = 10_000
# Seconds until it is shown that a live table's turn is another one: whatever happens there meanwhile is shown at once.
TURNS = 5
# A person (None: anybody who isn't signed in) and a language.
Who = tuple[int | None, str]


class Lobby(Subscriber):
    def __init__(self, hub: Services) -> None:
        self.hub = hub
        # Each with the parts that it was shown last.
        self.sockets: dict[Socket, Shown] = {}
        self._people: Counter[int] = Counter()
        self._looks: LRUCache[str, str] = LRUCache(REMEMBERED)
        # The tables that are listed as being played, and when they will be looked at for whose turn it is.
        self._watched: frozenset[str] = frozenset()
        self.next_turns: asyncio.TimerHandle | None = None
        self._parts = Parts()
        self._owns: dict[Who, Own] = {}
        self.rounds = Rounds(hub, self._show)

    def entered(self, socket: Socket) -> None:
        if not socket.table:
            self.sockets[socket] = ()
            self._people.update(_person(socket))

    async def greet(self, socket: Socket) -> None:
        """The page may have been rendered before something changed."""
        if not socket.table:
            await self.rounds.take_part()

    def left(self, socket: Socket) -> None:
        if self.sockets.pop(socket, None) is None:
            return
        self._people.subtract(_person(socket))
        self._people += Counter()  # Drops those who have no page open here any more.
        if not self.sockets:
            # Nobody takes note of looks while nobody is here.
            self._looks.clear()
            self._forget_turns()

    def committed(self, snapshot: Snapshot) -> None:
        if self.sockets:
            look = lobby_readers.look(snapshot.table, snapshot.seats)
            self.changed(snapshot.table.pk, look, lobby_readers.concerned(snapshot.seats))

    def changed(self, table: str, look: str, people: Iterable[int]) -> None:
        """A table was changed and looks like that now: most moves concern nobody in the lobby."""
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
        """Show what has changed, though nothing was said of it."""
        if self.sockets:
            self.rounds.ask()

    async def _show(self) -> None:
        readers: dict[Who, list[Socket]] = defaultdict(list)
        for socket in self.sockets:
            readers[socket.person_id, socket.language].append(socket)
        people = [person for person, _ in readers if person is not None]
        now = await self.hub.database.run(lobby_readers.standing, people)
        self._watched = frozenset(table.pk for table in now.running)
        self._looks.update({table.pk: lobby_readers.look_of(table) for table in (*now.open, *now.running)})
        self._owns = {who: await self._own(now, who, sockets[0]) for who, sockets in readers.items()}
        for some in _batches(list(self._owns), AT_ONCE):
            owns = {who: self._owns[who] for who in some}
            parts = await self.hub.database.run(self._parts.of, now, owns)
            for who in some:
                await self._tell(readers[who], parts[who])

    async def _own(self, now: Standing, who: Who, socket: Socket) -> Own:
        """What this reader alone sees, drawn anew only if it is another one now."""
        person, language = who
        known = self._owns.get(who)
        if known is not None and (person is None or known.holds(now, person)):
            return known
        # Each by itself, so that what else waits for the thread comes between.
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
    """The parts that aren't as they were shown last; all of them to whom nothing was shown yet."""
    return "".join(now for old, now in zip_longest(before, parts) if old != now)


def _batches(readers: list[Who], size: int) -> list[list[Who]]:
    return [readers[start : start + size] for start in range(0, len(readers), size)]


def _person(socket: Socket) -> list[int]:
    return [] if socket.person_id is None else [socket.person_id]
