"""Daphne with a short way for what sockets mostly carry: a client's whole small text frame goes straight to whoever
listens, and a text that goes to many sockets is made a frame once. Other frames are read by autobahn, and go there,
too.

The application finds it in its scope as the extension `websocket.direct` (`Direct`). It can do without: on another ASGI
server the same messages come and go by ASGI's own events.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any, NamedTuple

import structlog
from daphne.server import Server, reactor
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from twisted.internet.defer import Deferred

from hosting.limits.addresses import address_of_scope
from hosting.limits.buckets import limiter
from hosting.limits.table import COSTS, LIMITS
from hosting.server.bodies import BoundedFactory
from hosting.server.frames import (
    NUMBERED_LENGTH,
    NUMBERED_PING,
    PING,
    PONG,
    PONG_LENGTH,
    frame_of,
    is_begun,
    number_at_start,
    text_at_start,
)

log = structlog.get_logger("unbirthday.sockets")
# Seconds that requests may still take once the process has been told to end.
PATIENCE = 10.0
# Bytes of a request's body that are handed over at once.
BODY_PIECE = 262_144
# Seconds that a socket isn't read at most.
LONGEST_WAIT = LIMITS["time"]["address"].patience
# With so many connections Daphne's looks at all of them come half as often as its own, with twice as many a third.
MANY = 2_000
# Numbered pings whose answers are awaited.
AWAITED = 10


# Of connections, by which the limiter counts each.
NUMBERS = count()
# Called with seconds since 1970.
Answered = Callable[[float], None]


class Direct(NamedTuple):
    """`listen(receiver)`: `receiver(text)` is called for each text from now on, in order, on the loop.
    `send(text)` sends one without waiting, and drops the connection if too much waits for it already.
    `ping(number, answered)` pings the client below its page; `answered(at)` is called once the answer has come.
    `deafen()`: nothing more is read, to the end of the connection; it is to be closed next."""

    listen: Callable[[Callable[[str], None]], None]
    send: Callable[[str], None]
    ping: Callable[[int, Answered], None]
    deafen: Callable[[], None]


class DirectProtocol(WebSocketProtocol):  # type: ignore[misc]  # Daphne brings no types.
    receiver: Callable[[str], None] | None = None
    is_deaf = False
    # Whose share of this process's time is used up by what comes.
    address = ""

    def __init__(self) -> None:
        super().__init__()
        self.number = next(NUMBERS)
        # Frames to go out together, at the end of this turn of the loop.
        self.frames: list[bytes] = []
        self.frames_length = 0
        # The beginning of a frame whose rest has not come yet.
        self.begun = b""
        self.is_pinged = False
        # By their numbers, what is called once they are answered.
        self.numbered: dict[bytes, Answered] = {}

    def listen(self, receiver: Callable[[str], None]) -> None:
        self.receiver = receiver

    def dataReceived(self, data: bytes) -> None:
        if self.receiver is not None:
            self._pay(COSTS["message"] + COSTS["byte"] * len(data))
            if self._is_between_messages():
                data = self._take(self.begun + data)
        if data and not self.is_deaf:
            super().dataReceived(data)

    def _pay(self, cost: float) -> None:
        """Whose address has used up its share is read more slowly."""
        if wait := limiter.spend("time", cost, address=self.address):
            self.transport.pauseProducing()
            asyncio.get_running_loop().call_later(min(wait, LONGEST_WAIT), self._hear_again)

    def _hear_again(self) -> None:
        if not self.is_deaf:
            self.transport.resumeProducing()

    def _is_between_messages(self) -> bool:
        return not self.data and self.current_frame is None and not self.inside_message

    def _take(self, data: bytes) -> bytes:
        """Hand over the frames at the beginning that may take the short way, and keep half a one; the rest."""
        self.begun = b""
        while self.receiver is not None and self.state == self.STATE_OPEN and not self.muted:
            if self.is_pinged and data.startswith(PONG) and len(data) >= PONG_LENGTH:
                data = data[PONG_LENGTH:]
                self.is_pinged = False
                continue
            if self._is_answered(number_at_start(data)):
                data = data[NUMBERED_LENGTH:]
                continue
            found = text_at_start(data)
            if found is None:
                if is_begun(data):
                    self.begun, data = data, b""
                break
            text, data = found
            self._is_heard()
            self.receiver(text)
        return data

    def _is_heard(self) -> None:
        self.is_pinged, self.last_ping = False, time.time()

    def ping(self, number: int, answered: Answered) -> None:
        """The browser itself answers such a ping, and no script of a page hears of it."""
        if self.state != self.STATE_OPEN:
            return
        payload = (number % (1 << 32)).to_bytes(4)
        self.numbered[payload] = answered
        if len(self.numbered) > AWAITED:
            del self.numbered[next(iter(self.numbered))]
        self._send(NUMBERED_PING + payload)

    def _is_answered(self, payload: bytes) -> bool:
        """Whether that ping was awaited; an answer that comes twice is none."""
        answered = self.numbered.pop(payload, None)
        if answered is not None:
            self._is_heard()
            answered(time.time())
        return answered is not None

    def onFrameBegin(self) -> None:
        """Of autobahn, which takes as long for an empty frame as for a full one: pings, pongs and pieces of a message
        cost a client two bytes each, so that there is a bound on their number."""
        if limiter.spend("frame", socket=self.number):
            log.info("socket_dropped", why="too many frames")
            self.dropConnection(abort=True)
        super().onFrameBegin()

    def onPong(self, payload: bytes) -> None:
        """Of autobahn: one that came in pieces, or with a payload."""
        self.is_pinged = False
        self._is_answered(payload)

    def deafen(self) -> None:
        """Whoever floods would else go on for as long as the closing of the connection takes."""
        self.receiver, self.is_deaf = None, True
        self.transport.pauseProducing()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Of autobahn: a message that came in pieces, or is long. It waits in no queue of Daphne's, which has no
        end."""
        if self.receiver is not None:
            self._is_heard()
            self.receiver("" if isBinary else payload.decode())
        elif not self.is_deaf:
            super().onMessage(payload, isBinary)

    def onClose(self, wasClean: bool, code: int, reason: str) -> None:
        self.receiver = None
        self.numbered.clear()
        self._forget_frames()
        super().onClose(wasClean, code, reason)

    # --- What goes out

    def send_text(self, text: str) -> None:
        if self.state == self.STATE_OPEN:
            self._send(frame_of(text))

    def _send(self, frame: bytes) -> None:
        if not self.frames:
            asyncio.get_running_loop().call_soon(self._flush)
        self.frames.append(frame)
        self.frames_length += len(frame)
        self._drop_if_too_much_waits()

    def check_timeouts(self) -> None:
        """Of Daphne: a ping after some silence, and the end of a connection that doesn't answer it or has lasted a day.
        Autobahn takes ten times as long for a ping."""
        if self.receiver is None or self.state != self.STATE_OPEN:
            super().check_timeouts()
            return
        silence = time.time() - self.last_ping
        if self.duration() > self.server.websocket_timeout:
            self.serverClose()
        elif self.is_pinged and silence > self.server.ping_timeout:
            self.dropConnection(abort=True)
        elif not self.is_pinged and silence > self.server.ping_interval:
            self.is_pinged, self.last_ping = True, time.time()
            self._send(PING)

    def _flush(self) -> None:
        data = b"".join(self.frames)
        self._forget_frames()
        if self.state == self.STATE_OPEN and data and (rest := self._after_what_goes_at_once(data)):
            super().sendData(rest)

    def _after_what_goes_at_once(self, data: bytes) -> bytes:
        """Most often the network takes all of it: that saves waiting for a sign that it would."""
        if self._waiting_in_transport():
            return data
        sent = self.transport.writeSomeData(data)
        # An error shows again when the rest is written.
        return data[sent:] if isinstance(sent, int) and sent > 0 else data

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        """Of autobahn: all that takes the ordinary way, answers to pings and the end of a connection as well."""
        self._flush()
        super().sendData(data, sync, chopsize)
        self._drop_if_too_much_waits()

    def _drop_if_too_much_waits(self) -> None:
        waits = self.frames_length + self._waiting_in_transport()
        if waits > settings.SOCKET_BYTES_WAITING and self.state == self.STATE_OPEN:
            log.info("socket_dropped", why="does not read", bytes=waits)
            self._forget_frames()
            self.dropConnection(abort=True)

    def _forget_frames(self) -> None:
        self.frames, self.frames_length = [], 0

    def _waiting_in_transport(self) -> int:
        transport = self.transport
        return int(len(transport.dataBuffer) - transport.offset + transport._tempDataLen)


class DirectServer(Server):  # type: ignore[misc]
    """`ending` is awaited when the process is told to end, before what still runs is cancelled."""

    def __init__(self, *, ending: Callable[[], Awaitable[None]] | None = None, **options: Any) -> None:
        more = {"request_buffer_size": BODY_PIECE, "application_close_timeout": PATIENCE}
        super().__init__(**more | options)
        self._ending = ending
        self._ws_factory: WebSocketFactory | None = None
        self._looks: Counter[str] = Counter()

    @property
    def http_factory(self) -> BoundedFactory:
        return self._http_factory

    @http_factory.setter
    def http_factory(self, _factory: Any) -> None:
        """`run` makes one of its own."""
        self._http_factory = BoundedFactory(self)

    @property
    def ws_factory(self) -> WebSocketFactory | None:
        return self._ws_factory

    @ws_factory.setter
    def ws_factory(self, factory: WebSocketFactory) -> None:
        """`run` makes one."""
        factory.protocol = DirectProtocol
        self._ws_factory = factory

    def application_checker(self) -> None:
        """Of Daphne: each second through all, for those that have ended."""
        if self._is_left_out("ended"):
            reactor.callLater(1, self.application_checker)
        else:
            super().application_checker()

    def timeout_checker(self) -> None:
        """Of Daphne: every other second through all, for their pings."""
        if self._is_left_out("timeouts"):
            reactor.callLater(2, self.timeout_checker)
        else:
            super().timeout_checker()

    def _is_left_out(self, look: str) -> bool:
        self._looks[look] += 1
        return self._looks[look] % (1 + len(self.connections) // MANY) != 0

    def kill_all_applications(self) -> Deferred[None]:
        """Twisted ends when this has happened."""
        return Deferred.fromFuture(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        if self._ending is not None:
            try:
                await self._ending()
            except Exception:
                log.exception("ending_failed")
        running = [each["application_instance"] for each in self.connections.values()]
        if waiting := [each for each in running if each is not None and not each.done()]:
            await asyncio.wait(waiting, timeout=PATIENCE)
        await super().kill_all_applications().asFuture(asyncio.get_running_loop())

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        if scope["type"] == "websocket":
            protocol.address = address_of_scope(scope)
            direct = Direct(protocol.listen, protocol.send_text, protocol.ping, protocol.deafen)
            scope.setdefault("extensions", {})["websocket.direct"] = direct
        return super().create_application(protocol, scope)
