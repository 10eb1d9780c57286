"""One hub a process: it holds the process's open sockets and tells them what was committed.

`announce` may be called from any thread; everything else runs on the event loop. Nothing depends on a message
having arrived: sockets are told the current board when they connect.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import structlog
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from accounts.models import User
from games import history, play, race
from games.live import wire
from games.live.looking import Looking
from games.live.rooms import Room, audience_of, difference, extended, follows, render, whole
from games.live.turns import Turns
from games.play.position import RECENT, Position
from games.race.lines import PING_EVERY
from games.rules.core import Refused
from games.threads import DatabaseThread

if TYPE_CHECKING:
    from games.live.consumers import LobbySocket, TableSocket

log = structlog.get_logger("unbirthday.live")
LOBBY_PAUSE = 0.3
# Below what passes for being here (accounts.people.ONLINE).
SEEN_EVERY = 240
RELOAD = '{"reload": true}'
# Seconds between two looks for what no message has told.
LOOK_EVERY = 5.0


class Hub:
    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.rooms: dict[str, Room] = {}
        self.lobby: set[LobbySocket] = set()
        # The seats of live games that have been heard of since it was last stored.
        self.signs: set[int] = set()
        self.database = DatabaseThread("live")
        self.turns = Turns(self)
        self.looking = Looking(self)
        # Called when another process has committed something: how a steward in a process of its own wakes.
        self.wakes: list[Callable[[], None]] = []
        self._lobby_told = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._standing: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Called on the event loop by the first socket; later calls change nothing."""
        loop = asyncio.get_running_loop()
        if self.loop is not loop:
            self.loop = loop
            race.desk.start(self.database)
            standing = [self._see(), self._measure(), self.looking.keep()]
            if settings.CHANNEL_URL:
                standing += [wire.listen(self._heard), self._look()]
            # Held here, because the loop itself keeps only weak references.
            self._standing = [self._task(work) for work in standing]

    def _task(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        task.add_done_callback(self._finished)
        return task

    def spawn(self, work: Any) -> None:
        self._tasks.add(self._task(work))

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("live_failed", exc_info=error)

    async def _see(self) -> None:
        """Who has a socket open is here, even without asking for a page."""
        while True:
            await asyncio.sleep(SEEN_EVERY)
            people = {socket.person_id for socket in self._sockets() if socket.person_id is not None}
            try:
                await self.database.run(_seen, people)
            except DatabaseError as error:
                log.warning("see_failed", why=str(error))

    def _sockets(self) -> list[TableSocket | LobbySocket]:
        return [*(socket for room in self.rooms.values() for socket in room.sockets), *self.lobby]

    def _heard(self, message: dict[str, Any]) -> None:
        """Another process has committed something."""
        if message["type"] == "sign.off":
            self.close_person(message["person"])
            return
        if message["type"] == "order":
            self.order_told(message["table"], message["seat"])
            return
        for wake in self.wakes:
            wake()
        if message["table"] in self.rooms or self.lobby:
            self.spawn(self._reload(message["table"]))
        else:
            self.turns.note(message.get("people", ()), message["table"])

    async def _look(self) -> None:
        """Now and then: a message that was lost must not leave a table as it was."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            shown = {
                table: room.position.table.version for table, room in self.rooms.items() if room.position
            }
            try:
                for table in await self.database.run(play.changed, shown) if shown else ():
                    self.spawn(self._reload(table))
            except DatabaseError as error:
                log.warning("look_failed", why=str(error))

    async def _reload(self, table: str) -> None:
        position = await self.database.run(play.load, table, recent=RECENT)
        self.told(position)

    async def _measure(self) -> None:
        """Measure the lines of live games, and store now and then who is there."""
        while True:
            await asyncio.sleep(PING_EVERY)
            for room in list(self.rooms.values()):
                for socket in list(room.sockets):
                    if socket.line is not None:
                        await socket.ping()
            signs, self.signs = self.signs, set()
            try:
                await self.database.run(play.heard, signs, timezone.now())
            except DatabaseError as error:
                log.warning("signs_failed", why=str(error))

    async def heard(self, socket: TableSocket, ready: bool) -> None:
        """A person at a live game's table is there: a seat that a bot plays is theirs again, and when every
        page is loaded the countdown begins."""
        room = self.rooms.get(socket.table)
        position = room.position if room else None
        if position is None or position.row is None or socket.line is None:
            return
        seat = position.seats[socket.line.seat]
        self.signs.add(seat.pk)
        with suppress(Refused):
            if seat.stand_in and position.table.is_running:
                await self.database.run(play.take_back, socket.table, socket.person_id)
            socket.line.ready = socket.line.ready or ready
            people = {each.index for each in position.seats if not each.played_by_bot}
            if waits_for_pages(position) and race.lines.all_ready(socket.table, people):
                await self.database.run(play.all_ready, socket.table)

    def told(self, position: Position) -> None:
        """On the loop: show a committed position to whom it concerns."""
        if position.rules.LIVE:
            race.lines.note(position)
        if position.table.pk in self.rooms:
            self.spawn(self._show(position))
        if self.lobby:
            self._tell_lobby()
        self.turns.told(position)

    async def _show(self, position: Position) -> None:
        room = self.rooms.get(position.table.pk)
        if room is None:
            return
        async with room.lock:
            if room.position and room.position.table.version >= position.table.version:
                return
            audiences = room.audiences(position)
            old = room.position
            if position.row is None or (old is not None and old.row is None):
                # A waiting room has changed or becomes a board: another page, so the browser loads it.
                room.position = None if position.row else position
                await self._send(list(room.sockets), RELOAD)
                return
            if follows(old, position):
                room.position = extended(old, position)
                if old is not None and old.orders:
                    # A move may have been one of them, or have made one void. Most tables have none to ask for.
                    room.position.orders = await self.database.run(play.orders_of, position.table.pk)
            else:
                room.position = await self.database.run(play.load, position.table.pk, recent=RECENT)
            for audience, board in render(room.position, list(audiences)).items():
                changed = difference(room.shown.get(audience), board)
                room.shown[audience] = board
                if changed:
                    await self._send(audiences[audience], changed)
            if room.position.rules.LIVE:
                seats = {seat for seat, _ in audiences if seat is not None}
                race.lines.shown(position.table.pk, seats, room.position.state.flip)

    def order_told(self, table: str, seat: int) -> None:
        """On the loop: a standing order was given, taken back or dropped. Its owner's own sockets are told."""
        if table in self.rooms:
            self.spawn(self._show_order(table, seat))

    async def _show_order(self, table: str, seat: int) -> None:
        room = self.rooms.get(table)
        if room is None:
            return
        async with room.lock:
            position = room.position
            if position is None or position.row is None:
                return
            position.orders = await self.database.run(play.orders_of, table)
            audiences = {
                audience: sockets
                for audience, sockets in room.audiences(position).items()
                if audience[0] == seat
            }
            for audience, board in render(position, list(audiences)).items():
                changed = difference(room.shown.get(audience), board)
                room.shown[audience] = board
                if changed:
                    await self._send(audiences[audience], changed)

    @staticmethod
    async def _send(sockets: list[TableSocket], text: str) -> None:
        # Handing a message to Daphne doesn't wait for the browser, so no seat waits for the slowest.
        for socket in sockets:
            await socket.tell(text)

    async def enter(self, socket: TableSocket, table: str, seen: int) -> None:
        """Take a socket in and tell it the current board, unless it has just been rendered with it."""
        self.start()
        room = self.rooms.setdefault(table, Room())
        # Before the first wait: a room without sockets is thrown away by the last one that leaves it.
        room.sockets.add(socket)
        async with room.lock:
            if room.position is None:
                room.position = await self.database.run(play.load, table, recent=RECENT)
            position = room.position
            if position.row is not None:
                audience = audience_of(socket, position)
                room.shown[audience] = render(position, [audience])[audience]
            if position.table.version != seen:
                shown = whole(room.shown[audience]) if position.row else RELOAD
                await socket.tell(shown)
            if socket.line is not None:
                race.lines.shown(table, {socket.line.seat}, position.state.flip)
                await socket.ping()
        if position.table.version < seen:
            # The page is ahead of the room: everybody here is to be told what it knows.
            self.spawn(self._reload(table))

    def leave(self, socket: TableSocket, table: str) -> None:
        room = self.rooms.get(table)
        if room is not None:
            room.sockets.discard(socket)
            if not room.sockets:
                del self.rooms[table]

    def _tell_lobby(self) -> None:
        """Soon, and once for all that happens until then."""
        if not self._lobby_told:
            self._lobby_told = True
            self.spawn(self._show_lobby())

    async def _show_lobby(self) -> None:
        await asyncio.sleep(LOBBY_PAUSE)
        self._lobby_told = False
        for socket in list(self.lobby):
            html = await self.database.run(history.lobby_parts, socket.person, socket.language)
            if html != socket.shown:
                socket.shown = html
                await socket.tell(html)

    def close_person(self, person: int) -> None:
        """A socket outlives its sign-in: whoever signs out, or is someone else now, starts anew."""
        for socket in self._sockets():
            if socket.person_id == person:
                self.spawn(socket.close(code=4401))


def waits_for_pages(position: Position) -> bool:
    """Whether a live match would begin sooner if everybody's page were known to be loaded."""
    began, soon = position.table.started_at, timezone.now() + timedelta(milliseconds=settings.COUNTDOWN_MS)
    return position.table.number == 0 and began is not None and began > soon


def _seen(people: set[int]) -> None:
    User.objects.filter(pk__in=people).update(last_seen=timezone.now())


hub = Hub()


def announce(position: Position) -> None:
    """After a commit, from any thread: tell this process's sockets, and the other processes."""
    _on_loop(hub.told, position)
    if settings.CHANNEL_URL:
        people = [seat.user_id for seat in position.seats if seat.user_id is not None]
        wire.publish({"type": "table", "table": position.table.pk, "people": people}, hub.loop)


def announce_order(table: str, seat: int) -> None:
    """After a commit, from any thread: a seat's standing order is another one now, for its owner to see."""
    _on_loop(hub.order_told, table, seat)
    if settings.CHANNEL_URL:
        wire.publish({"type": "order", "table": table, "seat": seat}, hub.loop)


def _on_loop(work: Any, *arguments: Any) -> None:
    # In a context of its own: the caller's belongs to its request, and to its request's thread.
    if hub.loop is not None and not hub.loop.is_closed():
        hub.loop.call_soon_threadsafe(work, *arguments, context=Context())


def sign_off(person: int) -> None:
    """Close every socket of that person, in every process."""
    _on_loop(hub.close_person, person)
    if settings.CHANNEL_URL:
        wire.publish({"type": "sign.off", "person": person}, hub.loop)
