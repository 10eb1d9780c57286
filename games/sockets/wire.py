"""A socket's messages, in and out, by whichever way the server has: the short one of hosting.server.direct, or else
ASGI's events. Both lead to `handle`, one message after the other, and `tell` never waits."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context

import structlog
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from games.sockets.hub import hub
from games.sockets.message_limits import Answer, Gate, punish
from hosting.limits.addresses import address_of_scope
from hosting.observability import logs

# Close codes: like HTTP's 429, and like 1012 (the service restarts), which autobahn doesn't let us send.
FLOODED, COME_BACK = 4429, 4012
log = structlog.get_logger("unbirthday.sockets")


class Wire(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels brings no types.
    # There is no such layer. The hub pushes to sockets directly, so consumers must not subscribe to one.
    channel_layer_alias = "none"

    def __init__(self) -> None:
        super().__init__()
        self._inbox: deque[tuple[str, float]] = deque()

    async def open(self, person: int | None) -> None:
        """Accept, and queue messages until `begin` is called."""
        self._outbox: deque[str] = deque()
        self._handling = self._sending = True
        self._given_up = False
        self._waiting = 0
        self.gate = Gate(person, address_of_scope(self.scope))
        await self.accept()
        logs.begin(socket=logs.new_id(), **self.scope.get("url_route", {}).get("kwargs", {}))
        self._context: Context = copy_context()
        self._direct = self.scope.get("extensions", {}).get("websocket.direct")
        if self._direct is not None:
            self._direct.listen(self.receive_text)
        self._sending = False

    def begin(self) -> None:
        self._handling = False
        self._handle_soon()

    # --- In

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.receive_text(text_data or "")

    def receive_text(self, text: str) -> None:
        received = time.time()
        if self._given_up:
            return
        match self.gate.enter(received):
            case Answer.LET_IN:
                self._inbox.append((text, received))
                self._handle_soon()
            case Answer.REFUSED:
                self.refuse_flood(text)
            case Answer.DROPPED:
                punish(address_of_scope(self.scope), received)
                self._give_up("floods")

    def _handle_soon(self) -> None:
        if self._inbox and not self._handling:
            self._handling = True
            # Log lines carry this socket's ids, whoever called.
            self._context.run(hub.spawn, self._handle_all())

    async def _handle_all(self) -> None:
        try:
            while self._inbox:
                text, received = self._inbox.popleft()
                try:
                    await self.handle(text, received)
                finally:
                    self.gate.leave()
        finally:
            self._handling = False

    async def handle(self, text: str, received: float) -> None:
        """Handle a message, `received` in seconds since 1970. Must not raise."""

    def refuse_flood(self, text: str) -> None:
        """Answer a message that exceeds the limit."""

    def forget(self) -> None:
        """Drop all queued messages."""
        while self._inbox:
            self._inbox.popleft()
            self.gate.leave()

    # --- Out

    def tell(self, text: str) -> None:
        if self._direct is not None:
            self._direct.send(text)
            return
        self._outbox.append(text)
        self._waiting += len(text)
        if self._waiting > settings.SOCKET_BYTES_WAITING:
            self._give_up("does not read")
        elif not self._sending:
            self._sending = True
            hub.spawn(self._send_all())

    def ping(self, number: int, answered: Callable[[float], None]) -> bool:
        if self._direct is None:
            return False
        self._direct.ping(number, answered)
        return True

    async def _send_all(self) -> None:
        """Send until nothing is left or the visitor has disconnected."""
        try:
            await self._send_what_waits()
        except Exception as error:
            log.info("send_failed", why=repr(error))
            self._outbox.clear()
            self._waiting = 0
        finally:
            self._sending = False

    async def _send_what_waits(self) -> None:
        while self._outbox:
            text = self._outbox.popleft()
            self._waiting -= len(text)
            await self.send(text_data=text)

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close after sending everything that was told before."""
        await self._send_what_waits()
        await super().close(code, reason)

    def _give_up(self, why: str) -> None:
        """Drop the socket without sending anything more."""
        if self._given_up:
            return
        self._given_up = True
        log.info("socket_dropped", why=why, bytes=self._waiting)
        if self._direct is not None:
            self._direct.deafen()
        self._outbox.clear()
        self._waiting = 0
        hub.leave(self)
        hub.spawn(self.close(code=FLOODED))
