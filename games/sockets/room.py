"""The room of a table: its sockets, and the newest snapshot and boards that they were shown."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable

from games.boards import Board
from games.play import storage
from games.play.database_thread import DatabaseThread
from games.play.hooks import private_of
from games.play.snapshot import RECENT, Snapshot
from games.play.storage import memory
from games.sockets.protocol import Socket
from games.sockets.rendering import Audience, render, whole

RELOAD = '{"reload": true}'

Shown = Callable[[Snapshot, Collection[Socket]], None]


class Room:
    """The sockets at one table. `shown` is called with the sockets that were just sent a snapshot."""

    def __init__(self, table: str, database: DatabaseThread, shown: Shown) -> None:
        self.table = table
        self.database = database
        # Sockets that have been greeted; only they are sent changes.
        self.sockets: set[Socket] = set()
        self._waiting: set[Socket] = set()
        self.snapshot: Snapshot | None = None
        self.boards: dict[Audience, Board] = {}
        self._shown = shown
        self._lock = asyncio.Lock()

    def enter(self, socket: Socket) -> None:
        self._waiting.add(socket)

    def leave(self, socket: Socket) -> bool:
        """Remove a socket. Return True if none is left."""
        self.sockets.discard(socket)
        self._waiting.discard(socket)
        return not self.sockets and not self._waiting

    async def greet(self, socket: Socket, seen: int, stored: int) -> bool:
        """Send a new socket the stored board, unless its page has `seen` that version.

        Return True if the room was behind the `stored` version, of which other subscribers have not been told. The
        page's own claim affects nobody else.
        """
        behind = False
        async with self._lock:
            if self.snapshot is None:
                self.snapshot = await self._load()
            elif behind := self.snapshot.table.version < stored:
                self._turn_to(await self._load())
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

    async def show(self, snapshot: Snapshot) -> None:
        """Send all sockets the changes of a committed snapshot."""
        async with self._lock:
            old = self.snapshot
            # Without a snapshot no socket has been greeted yet.
            if old is not None and old.table.version < snapshot.table.version:
                self._turn_to(await self._after(old, snapshot))

    def _turn_to(self, snapshot: Snapshot) -> None:
        if self.snapshot is None or self.snapshot.row is None or snapshot.row is None:
            # The waiting room is another page than the board, so browsers reload.
            waited = self.snapshot is not None and self.snapshot.row is None
            self.snapshot = snapshot
            _send(self.sockets, _begins(snapshot) if waited and snapshot.row is not None else RELOAD)
            # Seats change hands in a waiting room, and invitations are withdrawn.
            for socket in [*self.sockets, *self._waiting]:
                socket.look_again()
        else:
            self._show(snapshot)

    def show_next(self, snapshot: Snapshot) -> bool:
        """Show the snapshot at once if it is the next move and needs no query. Return False if it can't be."""
        old = self.snapshot
        if self._lock.locked() or old is None or old.row is None or old.private:
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
        self._shown(snapshot, [socket for sockets in audiences.values() for socket in sockets])

    async def show_seat(self, seat: int) -> None:
        """Send a change that only the owner of that seat sees to their sockets."""
        async with self._lock:
            snapshot = self.snapshot
            if snapshot is None or snapshot.row is None:
                return
            private = await self.database.run(private_of, self.table)
            self.snapshot = snapshot = snapshot.having(private=private)
            audiences = self._audiences(snapshot)
            self._send_changes(
                snapshot,
                {audience: sockets for audience, sockets in audiences.items() if audience[0] == seat},
            )

    async def _load(self) -> Snapshot:
        snapshot = await self.database.run(storage.load, self.table, recent=RECENT)
        if snapshot.table.is_running:
            # The first move then needs no query either; after a restart many tables get one at once.
            memory.remember(snapshot)
        return snapshot

    async def _after(self, old: Snapshot, new: Snapshot) -> Snapshot:
        """Return the new snapshot with the rows that the log needs."""
        if not follows(old, new):
            return await self._load()
        snapshot = extended(old, new)
        if not old.private:
            return snapshot
        # The move may have been a conditional one, or have made one void. Most tables have none.
        return snapshot.having(private=await self.database.run(private_of, self.table))

    def _send_changes(
        self, snapshot: Snapshot, audiences: dict[Audience, list[Socket]], *, on_the_board: bool = False
    ) -> None:
        for audience, changes in render(snapshot, audiences, self.boards, on_the_board=on_the_board).items():
            if changes:
                _send(audiences[audience], changes)

    def _audiences(self, snapshot: Snapshot) -> dict[Audience, list[Socket]]:
        audiences: dict[Audience, list[Socket]] = defaultdict(list)
        for socket in self.sockets:
            audiences[audience_of(socket, snapshot)].append(socket)
        return audiences


def audience_of(socket: Socket, snapshot: Snapshot) -> Audience:
    """Return the audience of a socket. Depends on the snapshot: a seat may have been left and taken by somebody
    else."""
    seat = snapshot.seat_of(socket.person_id)
    return (None if seat is None else seat.index, socket.language)


def follows(old: Snapshot, new: Snapshot) -> bool:
    """Return True if `new` is one move after `old`, so that the log needs no query.

    If the version is not the next one, something else was stored between them, such as a phrase.
    """
    if new.row is None or not old.recent:
        return False
    is_next = new.table.version == old.table.version + 1 and new.row.number == old.recent[-1].number + 1
    return bool(new.recent) or is_next


def extended(old: Snapshot, new: Snapshot) -> Snapshot:
    """Return `new` with the rows and phrases of `old` for the log."""
    if new.row is None or new.recent:
        return new
    recent = (*old.recent[1 - RECENT :], new.row)
    return new.having(recent=recent, phrases=old.phrases, seat_events=old.seat_events)


def _begins(snapshot: Snapshot) -> str:
    """Return the message that the match begins, with the seats' people, whom the waiting room names while it counts."""
    return json.dumps(
        {"reload": True, "begins": [seat.name if seat.user_id else "" for seat in snapshot.seats]}
    )


def _send(sockets: Iterable[Socket], text: str) -> None:
    for socket in list(sockets):
        socket.tell(text)
