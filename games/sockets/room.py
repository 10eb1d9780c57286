"""The sockets at one table, and the newest snapshot and boards that were shown to them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable

from games import tables
from games.boards import Board
from games.sockets.protocol import Socket
from games.sockets.rendering import Audience, render, whole
from games.tables.memory import memory
from games.tables.snapshot import RECENT, Snapshot
from games.tables.threads import DatabaseThread

RELOAD = '{"reload": true}'

Shown = Callable[[Snapshot, Collection[Socket]], None]


class Room:
    """`shown` is told the sockets that have just been sent a snapshot."""

    def __init__(self, table: str, shown: Shown) -> None:
        self.table = table
        # Those that have been greeted are told what changes; the others' pages may already show it.
        self.sockets: set[Socket] = set()
        self._waiting: set[Socket] = set()
        self.snapshot: Snapshot | None = None
        self.boards: dict[Audience, Board] = {}
        self._shown = shown
        self._lock = asyncio.Lock()

    def enter(self, socket: Socket) -> None:
        self._waiting.add(socket)

    def leave(self, socket: Socket) -> bool:
        """Whether nobody is left here."""
        self.sockets.discard(socket)
        self._waiting.discard(socket)
        return not self.sockets and not self._waiting

    async def greet(self, socket: Socket, seen: int, stored: int, database: DatabaseThread) -> bool:
        """Send a new socket the board as it is stored, unless that is the version that its page has `seen`; whether the room
        was behind what is `stored`, of which nobody outside has been told. What a page says is believed of itself alone."""
        behind = False
        async with self._lock:
            if self.snapshot is None:
                self.snapshot = await self._load(database)
            elif behind := self.snapshot.table.version < stored:
                self._turn_to(await self._load(database))
            snapshot = self.snapshot
            if snapshot.row is None:
                board = RELOAD
            else:
                audience = audience_of(socket, snapshot)
                render(snapshot, [audience], self.boards)
                board = whole(self.boards[audience], socket.language)
            if snapshot.table.version != seen:
                socket.tell(board)
            if snapshot.row is not None:
                self._shown(snapshot, [socket])
            if socket in self._waiting:
                self._waiting.remove(socket)
                self.sockets.add(socket)
        return behind

    async def show(self, snapshot: Snapshot, database: DatabaseThread) -> None:
        """Send everybody what a committed snapshot changes of what they see."""
        async with self._lock:
            old = self.snapshot
            # Before the first has been greeted there is nobody to tell.
            if old is not None and old.table.version < snapshot.table.version:
                self._turn_to(await self._after(old, snapshot, database))

    def _turn_to(self, snapshot: Snapshot) -> None:
        if self.snapshot is None or self.snapshot.row is None or snapshot.row is None:
            # A waiting room has changed or becomes a board: another page, so the browser loads it.
            self.snapshot = snapshot
            _send(self.sockets, RELOAD)
        else:
            self._show(snapshot)

    def show_next(self, snapshot: Snapshot) -> bool:
        """The same at once, if this is the next move and nothing has to be read for it; whether it was."""
        old = self.snapshot
        if self._lock.locked() or old is None or old.row is None or old.conditional_moves:
            return False
        if old.table.version >= snapshot.table.version:
            return True
        if not follows(old, snapshot):
            return False
        self._show(extended(old, snapshot))
        return True

    def _show(self, snapshot: Snapshot) -> None:
        ends = snapshot.table.is_over and self.snapshot is not None and self.snapshot.table.is_running
        self.snapshot = snapshot
        audiences = self._audiences(snapshot)
        if ends:
            self._send_changes(snapshot, audiences, on_the_board=True)
        self._send_changes(snapshot, audiences)
        self._shown(snapshot, [each for sockets in audiences.values() for each in sockets])

    async def show_conditional_move(self, seat: int, database: DatabaseThread) -> None:
        """A seat's conditional move is another one now: its owner's own sockets are sent it."""
        async with self._lock:
            snapshot = self.snapshot
            if snapshot is None or snapshot.row is None:
                return
            given = await database.run(tables.conditional_moves_of, self.table)
            self.snapshot = snapshot = snapshot.having(conditional_moves=given)
            audiences = self._audiences(snapshot)
            self._send_changes(
                snapshot, {each: sockets for each, sockets in audiences.items() if each[0] == seat}
            )

    async def _load(self, database: DatabaseThread) -> Snapshot:
        found = await database.run(tables.load, self.table, recent=RECENT)
        if found.table.is_running:
            # The first move here has nothing to read either: after a start many tables' come at once.
            memory.remember(found)
        return found

    async def _after(self, old: Snapshot, new: Snapshot, database: DatabaseThread) -> Snapshot:
        """The new snapshot with what the log needs."""
        if not follows(old, new):
            return await self._load(database)
        snapshot = extended(old, new)
        if not old.conditional_moves:
            return snapshot
        # A move may have been one of them, or have made one void. Most tables have none to ask for.
        given = await database.run(tables.conditional_moves_of, self.table)
        return snapshot.having(conditional_moves=given)

    def _send_changes(
        self, snapshot: Snapshot, audiences: dict[Audience, list[Socket]], *, on_the_board: bool = False
    ) -> None:
        for audience, changes in render(snapshot, audiences, self.boards, on_the_board=on_the_board).items():
            if changes:
                _send(audiences[audience], changes)

    def _audiences(self, snapshot: Snapshot) -> dict[Audience, list[Socket]]:
        found: dict[Audience, list[Socket]] = defaultdict(list)
        for socket in self.sockets:
            found[audience_of(socket, snapshot)].append(socket)
        return found


def audience_of(socket: Socket, snapshot: Snapshot) -> Audience:
    """Asked of each snapshot anew: who has stood up sees nothing of the seat that somebody else took."""
    seat = snapshot.seat_of(socket.person_id)
    return (None if seat is None else seat.index, socket.language)


def follows(old: Snapshot, new: Snapshot) -> bool:
    """Whether `new` is one move after `old`, so that the log needs nothing from the database."""
    if new.row is None or not old.recent:
        return False
    return bool(new.recent) or old.recent[-1].number == new.row.number - 1


def extended(old: Snapshot, new: Snapshot) -> Snapshot:
    """`new` with the rows and phrases that `old` had for the log."""
    if new.row is None or new.recent:
        return new
    recent = (*old.recent[1 - RECENT :], new.row)
    return new.having(recent=recent, phrases=old.phrases, seat_events=old.seat_events)


def _send(sockets: Iterable[Socket], text: str) -> None:
    for socket in list(sockets):
        socket.tell(text)
