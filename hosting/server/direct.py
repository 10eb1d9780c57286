"""A socket's protocol, with a short way for most frames.

A client's whole small text frame goes straight to the receiver, and a text for many sockets is framed once. Autobahn
reads other frames, and passes them to the same receiver. A plain ASGI path costs 0.5 ms more a move.

The application finds the short way in its scope as the extension `websocket.direct` (`Direct`). On another ASGI server
the same messages come and go by ASGI's own events.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from itertools import count
from typing import NamedTuple

import structlog
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings

from hosting.limits.all_limits import COSTS, LIMITS
from hosting.limits.buckets import limiter
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
# The most seconds for which a socket isn't read.
LONGEST_WAIT = LIMITS["time"]["address"].patience
# The most numbered pings without an answer.
AWAITED = 10
# Numbers of connections, for the limiter.
NUMBERS = count()
# Called with seconds since 1970.
Answered = Callable[[float], None]


class Direct(NamedTuple):
    """The short way of a socket.

    - `listen(receiver)`: call `receiver(text)` for each text from now on, in order, on the loop.
    - `send(text)`: send a text without waiting. Drops the connection if too much waits to be sent.
    - `ping(number, answered)`: ping the client below its page, and call `answered(at)` after the answer.
    - `deafen()`: read nothing more. The connection is to be closed next.
    """

    listen: Callable[[Callable[[str], None]], None]
    send: Callable[[str], None]
    ping: Callable[[int, Answered], None]
    deafen: Callable[[], None]


class DirectProtocol(WebSocketProtocol):  # type: ignore[misc]  # Daphne brings no types.
    receiver: Callable[[str], None] | None = None
    is_deaf = False
    # The address that pays for incoming data.
    address = ""

    def __init__(self) -> None:
        super().__init__()
        self.number = next(NUMBERS)
        # Frames that are sent together at the end of this turn of the loop.
        self.frames: list[bytes] = []
        # The beginning of an incomplete frame.
        self.begun = b""
        self.is_pinged = False
        # By number of the ping: the call after its answer.
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
        """Pay for data. A socket is read more slowly when its address has used up its share."""
        if wait := limiter.spend("time", cost, address=self.address):
            self.transport.pauseProducing()
            asyncio.get_running_loop().call_later(min(wait, LONGEST_WAIT), self._hear_again)

    def _hear_again(self) -> None:
        if not self.is_deaf:
            self.transport.resumeProducing()

    def _is_between_messages(self) -> bool:
        return not self.data and self.current_frame is None and not self.inside_message

    def _take(self, data: bytes) -> bytes:
        """Pass on the first frames that may take the short way, keep an incomplete one, and return the rest."""
        self.begun = b""
        while self.receiver is not None and self.state == self.STATE_OPEN and not self.muted:
            if self.is_pinged and data.startswith(PONG) and len(data) >= PONG_LENGTH:
                data = data[PONG_LENGTH:]
                self.is_pinged = False
                continue
            if self._is_answered(number_at_start(data)):
                data = data[NUMBERED_LENGTH:]
                continue
            first_text = text_at_start(data)
            if first_text is None:
                if is_begun(data):
                    self.begun, data = data, b""
                break
            text, data = first_text
            self._is_heard()
            self.receiver(text)
        return data

    def _is_heard(self) -> None:
        self.is_pinged, self.last_ping = False, time.time()

    def ping(self, number: int, answered: Answered) -> None:
        """Ping the browser, which answers by itself, without any script."""
        if self.state != self.STATE_OPEN:
            return
        payload = (number % (1 << 32)).to_bytes(4)
        self.numbered[payload] = answered
        if len(self.numbered) > AWAITED:
            del self.numbered[next(iter(self.numbered))]
        self._send(NUMBERED_PING + payload)

    def _is_answered(self, payload: bytes) -> bool:
        """Return True if the answer was awaited. A second answer is not."""
        answered = self.numbered.pop(payload, None)
        if answered is not None:
            self._is_heard()
            answered(time.time())
        return answered is not None

    def onFrameBegin(self) -> None:
        """Limit the number of frames. Called by autobahn.

        Autobahn takes as long for an empty frame as for a full one, and a ping, pong or fragment costs a client only
        two bytes.
        """
        if limiter.spend("frame", socket=self.number):
            log.info("socket_dropped", why="too many frames")
            self.dropConnection(abort=True)
        super().onFrameBegin()

    def onPong(self, payload: bytes) -> None:
        """Handle a pong that came in pieces, or with a payload. Called by autobahn."""
        self.is_pinged = False
        self._is_answered(payload)

    def deafen(self) -> None:
        """Stop reading, because a client that floods would go on until the connection is closed."""
        self.receiver, self.is_deaf = None, True
        self.transport.pauseProducing()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Handle a long or fragmented message without Daphne's queue, which is unbounded. Called by autobahn."""
        if self.receiver is not None:
            self._is_heard()
            self.receiver("" if isBinary else payload.decode())
        elif not self.is_deaf:
            super().onMessage(payload, isBinary)

    def onClose(self, wasClean: bool, code: int, reason: str) -> None:
        self.receiver = None
        self.numbered.clear()
        self.frames.clear()
        super().onClose(wasClean, code, reason)

    # --- Outgoing frames

    def send_text(self, text: str) -> None:
        if self.state == self.STATE_OPEN:
            self._send(frame_of(text))

    def _send(self, frame: bytes) -> None:
        if not self.frames:
            asyncio.get_running_loop().call_soon(self._flush)
        self.frames.append(frame)

    def check_timeouts(self) -> None:
        """Ping after some silence, and end a connection that doesn't answer or has lasted a day. Called by Daphne."""
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
            # Autobahn takes ten times as long for a ping.
            self._send(PING)

    def _flush(self) -> None:
        data = b"".join(self.frames)
        self.frames.clear()
        if self.state == self.STATE_OPEN and data and (rest := self._after_what_goes_at_once(data)):
            super().sendData(rest)
            self._drop_if_too_much_waits()

    def _after_what_goes_at_once(self, data: bytes) -> bytes:
        """Write directly and return the unsent rest, mostly none. That saves waiting until the socket is writable."""
        if self._waiting_in_transport():
            return data
        sent = self.transport.writeSomeData(data)
        # An error occurs again when the rest is written.
        return data[sent:] if isinstance(sent, int) and sent > 0 else data

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        """Send other frames, such as pongs and closing frames. Called by autobahn."""
        self._flush()
        super().sendData(data, sync, chopsize)
        self._drop_if_too_much_waits()

    def _drop_if_too_much_waits(self) -> None:
        waits = self._waiting_in_transport()
        if waits > settings.SOCKET_BYTES_WAITING and self.state == self.STATE_OPEN:
            log.info("socket_dropped", why="does not read", bytes=waits)
            self.frames.clear()
            self.dropConnection(abort=True)

    def _waiting_in_transport(self) -> int:
        transport = self.transport
        return int(len(transport.dataBuffer) - transport.offset + transport._tempDataLen)
