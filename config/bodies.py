"""Daphne's connections with a bound, and its requests with an end and with a price: who says nothing is cut off, a body
that is longer than anything the site takes is cut off as it comes, none is read on the event loop, where Twisted would look
for form fields that nobody asks it for, and an address that has used up its share of this process's time
(config/shares.py) waits before anything is done for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest, http
from django.conf import settings

from config.addresses import address_of
from config.shares import BYTE, PATIENCE, REQUEST, SOCKET, shares

# Bytes, as the reverse proxies of deploy/ have it; a match record is the longest that anybody sends.
LONGEST = 3_000_000
END = b"Connection: close\r\nContent-Length: 0\r\n\r\n"
TOO_LONG = b"HTTP/1.1 413 Content Too Large\r\n" + END
# Daphne believes the first, where a site begins, of anybody, and stumbles over odd letters in both.
UNHEARD = (b"daphne-root-path", b"sec-websocket-protocol")
TOO_OFTEN = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 30\r\n" + END


# How many requests of each address wait. More than HELD are refused: each keeps a connection.
held: Counter[str] = Counter()
HELD = 50


# How many connections each address has; and how many seconds one may have for the head of a request, and for its body.
connections: Counter[str] = Counter()
HEAD, BODY = 30.0, 300.0


class BoundedRequest(WebRequest):  # type: ignore[misc]  # Daphne brings no types.
    _parsePOSTFormSubmission = False
    is_refused = False
    address = ""
    # What is to happen when the address may have something done again.
    waiting: Any = None

    def gotLength(self, length: int | None) -> None:
        """None of a body that doesn't say how long it is."""
        is_too_long = bool(length and length > LONGEST)
        super().gotLength(0 if is_too_long else length)
        for name in UNHEARD:
            self.requestHeaders.removeHeader(name)
        self.address = self._address()
        wait = shares.spend(self.address, SOCKET if self.requestHeaders.hasHeader(b"Upgrade") else REQUEST)
        if is_too_long:
            self._refuse(TOO_LONG)
        elif wait >= PATIENCE or (wait and held[self.address] >= HELD):
            self._refuse(TOO_OFTEN)
        elif wait and length != 0:
            self._read_later(wait)

    @property
    def is_socket(self) -> bool:
        """As Daphne decides it."""
        wanted = self.requestHeaders.getRawHeaders(b"Upgrade") or [b""]
        return bool(wanted[0].lower() == b"websocket")

    def handleContentChunk(self, data: bytes) -> None:
        if not self.is_refused and self.content.tell() + len(data) > LONGEST:
            self._refuse(TOO_LONG)
        if self.is_refused:
            return
        super().handleContentChunk(data)
        if wait := shares.spend(self.address, BYTE * len(data)):
            self._read_later(min(wait, PATIENCE))

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        if self.is_refused:
            return
        if wait := shares.spend(self.address, 0):
            self._later(wait, super().requestReceived, command, path, version)
        else:
            super().requestReceived(command, path, version)

    def connectionLost(self, reason: Any) -> None:
        self._wait_no_more()
        super().connectionLost(reason)

    def _address(self) -> str:
        forwarded = self.requestHeaders.getRawHeaders(b"x-forwarded-for") or []
        peer = self.channel.getPeer()
        return address_of([each.decode("latin1") for each in forwarded], str(getattr(peer, "host", "")))

    def _read_later(self, wait: float) -> None:
        transport = self.channel.transport
        transport.pauseProducing()
        self._later(wait, transport.resumeProducing)

    def _later(self, wait: float, work: Any, *given: Any) -> None:
        self._wait_no_more()
        held[self.address] += 1
        self.waiting = self.channel.callLater(wait, self._go_on, partial(work, *given))

    def _go_on(self, work: Callable[[], None]) -> None:
        self._wait_no_more()
        work()

    def _wait_no_more(self) -> None:
        if self.waiting is None:
            return
        if self.waiting.active():
            self.waiting.cancel()
        self.waiting = None
        held[self.address] -= 1
        if not held[self.address]:
            del held[self.address]

    def _refuse(self, answer: bytes) -> None:
        self.is_refused = True
        self.channel.transport.write(answer)
        self.channel.loseConnection()


class BoundedChannel(http.HTTPChannel):  # type: ignore[misc]
    """A connection counts for its address until it ends, or becomes a socket, which is counted elsewhere; and one on which no
    whole head of a request has come in time, or not all of its body, is cut off, however slowly it goes on coming."""

    # As long as it counts.
    peer: str | None = None
    deadline: Any = None

    def connectionMade(self) -> None:
        super().connectionMade()
        # All that come by a proxy come from its address; there the proxy is the one to count them.
        most = 0 if settings.ALLAUTH_TRUSTED_PROXY_COUNT else settings.SOCKETS_PER_ADDRESS
        peer = address_of([], str(getattr(self.transport.getPeer(), "host", "")))
        if most and connections[peer] >= most:
            self.transport.abortConnection()
            return
        self.peer = peer
        connections[peer] += 1
        self._wait(HEAD)

    def dataReceived(self, data: bytes) -> None:
        # Between two requests nothing is to come; how long that may last Twisted knows.
        if self.deadline is None and not self.requests:
            self._wait(HEAD)
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:
        self._wait_no_more()
        request = self.requests[-1]
        super().allHeadersReceived()
        if request.is_socket:
            self._leave()
        elif self.length != 0:
            self._wait(BODY)

    def allContentReceived(self) -> None:
        self._wait_no_more()
        super().allContentReceived()

    def connectionLost(self, reason: Any) -> None:
        self._wait_no_more()
        self._leave()
        super().connectionLost(reason)

    def _wait(self, seconds: float) -> None:
        self.deadline = self.callLater(seconds, self.transport.abortConnection)

    def _wait_no_more(self) -> None:
        if self.deadline is not None and self.deadline.active():
            self.deadline.cancel()
        self.deadline = None

    def _leave(self) -> None:
        if self.peer is None:
            return
        connections[self.peer] -= 1
        if not connections[self.peer]:
            del connections[self.peer]
        self.peer = None


class BoundedFactory(HTTPFactory):  # type: ignore[misc]
    # Daphne's could also speak HTTP/2, over TLS alone, which is the proxy's part.
    protocol = BoundedChannel

    def buildProtocol(self, addr: Any) -> Any:
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol
