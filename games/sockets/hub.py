"""The hub of a process: its open sockets, with a room for each table. It passes committed snapshots to rooms and
subscribers.

`announce`, `announce_seat`, `close_sockets` and `stop_watching` may be called from any thread; everything else runs on
the event loop. A lost message does no lasting harm: sockets get the current board when they connect.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine
from contextvars import Context
from functools import partial
from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError

from games import realtime
from games.play import storage
from games.play.commands import CommandQueue
from games.play.database_thread import DatabaseThread
from games.play.snapshot import RECENT, Snapshot
from games.play.storage import memory
from games.queries import lobby_readers
from games.sockets import bus
from games.sockets.badges import Badges
from games.sockets.lobby import Lobby
from games.sockets.pings import Pings
from games.sockets.presence import Presence
from games.sockets.protocol import Socket, Subscriber
from games.sockets.room import Room
from hosting.limits.buckets import limiter
from hosting.limits.places import places
from hosting.observability import metrics, tracing

log = structlog.get_logger("unbirthday.sockets")
Work = Coroutine[Any, Any, None]
# Seconds between two polls for changes of which no message came.
LOOK_EVERY = 5.0


class Hub:
    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.database = DatabaseThread("sockets")
        # Called when another process has committed something; wakes a scheduler in a process of its own.
        self.wakes: list[Callable[[], None]] = []
        self._clear()

    def _clear(self) -> None:
        """Forget everything, since it belongs to one event loop."""
        limiter.clear("opening", "message")
        places.clear("socket", "message")
        self.sockets: set[Socket] = set()
        self.rooms: dict[str, Room] = {}
        self.presence, self.badges = Presence(self), Badges(self)
        self.lobby, self.pings = Lobby(self), Pings(self)
        # In the order in which they greet a new socket.
        self.subscribers: list[Subscriber] = [self.pings, self.lobby, self.badges, self.presence]
        self.commands = CommandQueue(self.database)
        self._tasks: set[asyncio.Task[None]] = set()
        self._background: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start on the running event loop. Each socket calls this; only the first call has an effect."""
        loop = asyncio.get_running_loop()
        if self.loop is loop:
            return
        if self.loop is not None:
            self._clear()
        self.loop = loop
        realtime.contests.start(self.commands)
        for kind in ("table", "lobby", "page"):
            metrics.sockets.labels(kind).set_function(partial(self._number_of, kind))
        coroutines = [coroutine for subscriber in self.subscribers for coroutine in subscriber.background()]
        if settings.CHANNEL_URL:
            coroutines += [bus.listen(self.received), self._check_versions()]
        # The event loop itself keeps only weak references to tasks.
        self._background = [self._task(coroutine) for coroutine in coroutines]

    def _number_of(self, kind: str) -> int:
        kinds = (
            "table" if socket.table else "lobby" if socket.is_lobby else "page"
            for socket in list(self.sockets)
        )
        return sum(each == kind for each in kinds)

    def spawn(self, work: Work) -> asyncio.Task[None]:
        task = self._task(work)
        self._tasks.add(task)
        return task

    async def work_done(self, seconds: float) -> None:
        """Wait for all spawned work, but no longer than `seconds`."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    def _task(self, work: Work) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("live_failed", exc_info=error)

    # --- Sockets

    async def enter(self, socket: Socket, seen: int = -1, stored: int = -1) -> None:
        """Add a socket and send it what its page lacks.

        `seen` is the version of the table that the page claims to show, `stored` the version just read from the
        database.
        """
        self.start()
        self.sockets.add(socket)
        for subscriber in self.subscribers:
            subscriber.entered(socket)
        if socket.table:
            # Before the first await, since the last socket that leaves a room removes it.
            room = self.rooms.setdefault(socket.table, Room(socket.table, self.database, self._shown))
            room.enter(socket)
            if await room.greet(socket, seen, stored):
                self.spawn(self._reload(socket.table))
        for subscriber in self.subscribers:
            await subscriber.greet(socket)

    def leave(self, socket: Socket) -> None:
        if socket not in self.sockets:
            return
        self.sockets.discard(socket)
        room = self.rooms.get(socket.table)
        if room is not None and room.leave(socket):
            del self.rooms[socket.table]
            # The remembered snapshot may hold a third of a megabyte.
            memory.forget(socket.table)
        for subscriber in self.subscribers:
            subscriber.left(socket)

    def snapshot_of(self, table: str) -> Snapshot | None:
        room = self.rooms.get(table)
        return None if room is None else room.snapshot

    def _shown(self, snapshot: Snapshot, sockets: Collection[Socket]) -> None:
        for subscriber in self.subscribers:
            subscriber.shown(snapshot, sockets)

    # --- Events

    def push(self, snapshot: Snapshot) -> None:
        """Pass a committed snapshot to its room, which renders it, and to all subscribers."""
        room = self.rooms.get(snapshot.table.pk)
        if room is not None and not room.show_next(snapshot):
            self.spawn(room.show(snapshot))
        for subscriber in self.subscribers:
            subscriber.on_commit(snapshot)

    def seat_changed(self, table: str, seat: int) -> None:
        """Show a change that only the owner of that seat sees."""
        room = self.rooms.get(table)
        if room is not None:
            self.spawn(room.show_seat(seat))

    def close_person(self, person: int) -> None:
        """Close the person's sockets, whose sign-in has changed. Their pages reload."""
        for socket in self.sockets:
            if socket.person_id == person:
                self.spawn(socket.close(code=4401))

    def stop_watching(self, person: int, other: int) -> None:
        """Close the person's sockets as a spectator at tables where `other`, who blocked them, has a seat.

        Tables where the person has a seat stay open, since otherwise a block could keep people from playing.
        """
        for socket in self.sockets:
            if socket.person_id == person and socket.table and socket.seat is None:
                snapshot = self.snapshot_of(socket.table)
                if snapshot is None or snapshot.seat_of(other) is not None:
                    self.spawn(socket.close(code=4401))
        self.lobby.look_again()

    def received(self, message: dict[str, Any]) -> None:
        """Handle a message of another process."""
        match message["type"]:
            case "sign.off" if "apart" in message:
                self.stop_watching(message["person"], message["apart"])
            case "sign.off":
                self.close_person(message["person"])
            case "seat":
                self.seat_changed(message["table"], message["seat"])
            case _:
                self._changed_elsewhere(message["table"], message.get("people", ()), message.get("look", ""))

    def _changed_elsewhere(self, table: str, people: Collection[int], look: str) -> None:
        for wake in self.wakes:
            wake()
        if table in self.rooms:
            self.spawn(self._reload(table))
        else:
            self.badges.changed(people, table)
            self.lobby.changed(table, look, people)

    async def _check_versions(self) -> None:
        """Poll for changed tables, since messages can be lost."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.lobby.look_again()
            rooms = list(self.rooms.values())
            shown = {room.table: room.snapshot.table.version for room in rooms if room.snapshot}
            try:
                await self.badges.look_again()
                for table in await self.database.run(storage.changed, shown) if shown else ():
                    self.spawn(self._reload(table))
            except DatabaseError as error:
                log.warning("check_failed", why=str(error))

    async def _reload(self, table: str) -> None:
        self.push(await self.database.run(storage.load, table, recent=RECENT))


hub = Hub()


def announce(snapshot: Snapshot) -> None:
    """Push a committed snapshot to this process's sockets and tell the other processes. Callable from any thread."""
    _on_loop(_push, snapshot, tracing.here())
    if settings.CHANNEL_URL:
        look = lobby_readers.look(snapshot.table, snapshot.seats)
        people = lobby_readers.concerned(snapshot.seats)
        _tell_processes({"type": "table", "table": snapshot.table.pk, "people": people, "look": look})


def _push(snapshot: Snapshot, span: Any) -> None:
    with tracing.within(span), tracing.span("push", game=snapshot.table.game, table=snapshot.table.pk):
        hub.push(snapshot)


def announce_seat(table: str, seat: int) -> None:
    """Push a committed change that only the owner of that seat sees. Callable from any thread."""
    _on_loop(hub.seat_changed, table, seat)
    _tell_processes({"type": "seat", "table": table, "seat": seat})


def close_sockets(person: int) -> None:
    """Close all sockets of the person, in every process."""
    _on_loop(hub.close_person, person)
    _tell_processes({"type": "sign.off", "person": person})


def stop_watching(person: int, other: int) -> None:
    """Stop the person from watching the other's tables, in every process.

    Processes of the previous version close all of the person's sockets.
    """
    _on_loop(hub.stop_watching, person, other)
    _tell_processes({"type": "sign.off", "person": person, "apart": other})


def _on_loop(work: Callable[..., None], *arguments: Any) -> None:
    # In a context of its own, since the caller's belongs to its request and thread.
    loop = hub.loop
    if loop is not None and loop is _running_loop():
        loop.call_soon(work, *arguments, context=Context())
    elif loop is not None and not loop.is_closed():
        loop.call_soon_threadsafe(work, *arguments, context=Context())


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _tell_processes(message: dict[str, Any]) -> None:
    if settings.CHANNEL_URL:
        bus.send(message, hub.loop)
