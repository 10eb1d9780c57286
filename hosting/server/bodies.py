"""Daphne's HTTP connections under the limiter. A visitor who says nothing is cut off. A request whose body has no
length, or is longer than anything the site takes, is refused before the body comes; so is one of an address that has
too many under way. No body is parsed on the event loop, where Twisted would look for form fields that nobody asks it
for. An address that has used up its share of this process's time waits before anything is done for it."""

from __future__ import annotations

from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest, http
from django.conf import settings

from hosting.limits.addresses import address_of
from hosting.limits.buckets import limiter
from hosting.limits.places import Taken, places
from hosting.limits.table import COSTS, LIMITS, PLACE

# Bytes, as the reverse proxies of deploy/ have it; a match record is the longest that anybody sends.
LONGEST = 3_000_000
END = b"Connection: close\r\nContent-Length: 0\r\n\r\n"
TOO_LONG = b"HTTP/1.1 413 Content Too Large\r\n" + END
# Chunks cost more to put together than what is in them, and neither browsers nor proxies need them for what is sent
# here.
NO_LENGTH = b"HTTP/1.1 411 Length Required\r\n" + END
NO_BODY_HERE = b"HTTP/1.1 400 Bad Request\r\n" + END
TOO_OFTEN = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 30\r\n" + END
TOO_MANY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 30\r\n" + END
# Daphne believes the first, where a site begins, of anybody, and stumbles over odd letters in both.
UNHEARD = (b"daphne-root-path", b"sec-websocket-protocol")

# Seconds that a request may be kept waiting.
PATIENCE = LIMITS["time"]["address"].patience
# A request must be there after so many seconds, and one more for each RATE bytes that have come.
WHOLE, RATE = 30.0, 10_000


class BoundedRequest(WebRequest):  # type: ignore[misc]  # Daphne brings no types.
    _parsePOSTFormSubmission = False
    is_refused = False
    address = ""
    # From its head to its answer, if it has a body or has to wait.
    place: Taken
    # What is to happen when the address may have something done again.
    waiting: Any = None

    def gotLength(self, length: int | None) -> None:
        """Called by Twisted once the head is read; `length` is None for a body in chunks."""
        # In memory: for a long one Twisted opens a file before a byte has come.
        super().gotLength(0)
        for name in UNHEARD:
            self.requestHeaders.removeHeader(name)
        self.address, self.place = self._address(), {}
        cost = COSTS["socket" if self.requestHeaders.hasHeader(b"Upgrade") else "request"]
        wait = limiter.spend("time", cost, address=self.address)
        if refusal := self._refusal(length, wait):
            self._leave()
            self.is_refused = True
            self.channel.transport.write(refusal)
            self.channel.loseConnection()
            return
        if self.place:
            self.notifyFinish().addBoth(self._leave)
        if wait and length:
            self._read_later(wait)

    def _refusal(self, length: int | None, wait: float) -> bytes:
        """Return the answer to a request of which nothing more is read; empty if it may come."""
        if length is None:
            return NO_LENGTH
        if length > LONGEST:
            return TOO_LONG
        if length and self.is_socket:
            return NO_BODY_HERE
        if wait >= PATIENCE:
            return TOO_OFTEN
        return self._take_place(length) if length or wait else b""

    def _take_place(self, length: int) -> bytes:
        """Return the refusal if there is no place for a request with so long a body."""
        number = 1 + length // PLACE
        for whose in ({"address": self.address}, {"site": "all"} if number > 1 else {}):
            taken = places.take("body", number, **whose)
            if taken is None:
                return TOO_MANY if "site" in whose else TOO_OFTEN
            self.place |= taken
        return b""

    @property
    def is_socket(self) -> bool:
        """As Daphne decides it."""
        wanted = self.requestHeaders.getRawHeaders(b"Upgrade") or [b""]
        return bool(wanted[0].lower() == b"websocket")

    def handleContentChunk(self, data: bytes) -> None:
        super().handleContentChunk(data)
        cost = COSTS["piece"] + COSTS["byte"] * len(data)
        if wait := limiter.spend("time", cost, address=self.address):
            self._read_later(min(wait, PATIENCE))

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        if self.is_refused:
            return
        if wait := limiter.wait("time", address=self.address):
            self._later(wait, super().requestReceived, command, path, version)
        else:
            super().requestReceived(command, path, version)

    def process(self) -> Any:
        # The end of a socket is not this request's.
        if self.is_socket:
            self._leave()
        return super().process()

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
        self.channel.allow(wait)
        self._later(wait, transport.resumeProducing)

    def _later(self, wait: float, work: Any, *given: Any) -> None:
        self._wait_no_more()
        self.waiting = self.channel.callLater(wait, work, *given)

    def _wait_no_more(self) -> None:
        if self.waiting is not None and self.waiting.active():
            self.waiting.cancel()

    def _leave(self, _reason: Any = None) -> None:
        places.leave(self.place)
        self.place = {}


class BoundedChannel(http.HTTPChannel):  # type: ignore[misc]
    """A connection counts for its address until it ends, or becomes a socket, which is counted elsewhere. It is cut off
    if a request is not there in time."""

    # Of the address, as long as it counts.
    place: Taken
    deadline: Any = None

    def connectionMade(self) -> None:
        super().connectionMade()
        taken = self._take_place()
        self.place = taken or {}
        if taken is None:
            self.transport.abortConnection()
        else:
            self._wait()

    def _take_place(self) -> Taken | None:
        if settings.ALLAUTH_TRUSTED_PROXY_COUNT:
            # All that come by a proxy come from its address; there the proxy counts them.
            return {}
        peer = address_of([], str(getattr(self.transport.getPeer(), "host", "")))
        return places.take("connection", address=peer)

    def dataReceived(self, data: bytes) -> None:
        # Between two requests nothing is to come; how long that may last Twisted knows.
        if self.deadline is None and not self.requests:
            self._wait()
        self.allow(len(data) / RATE)
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:
        request = self.requests[-1]
        super().allHeadersReceived()
        if request.is_refused:
            # What comes of its body all the same is not read.
            self.length = 0
        elif request.is_socket:
            self._leave()

    def allContentReceived(self) -> None:
        self._wait_no_more()
        super().allContentReceived()

    def connectionLost(self, reason: Any) -> None:
        self._wait_no_more()
        self._leave()
        super().connectionLost(reason)

    def allow(self, seconds: float) -> None:
        """Let the request that is on its way take so much longer."""
        if self.deadline is not None and self.deadline.active():
            self.deadline.delay(seconds)

    def _wait(self) -> None:
        self.deadline = self.callLater(WHOLE, self.transport.abortConnection)

    def _wait_no_more(self) -> None:
        if self.deadline is not None and self.deadline.active():
            self.deadline.cancel()
        self.deadline = None

    def _leave(self) -> None:
        places.leave(self.place)
        self.place = {}


class BoundedFactory(HTTPFactory):  # type: ignore[misc]
    # Daphne's could also speak HTTP/2, over TLS alone, which is the proxy's part.
    protocol = BoundedChannel

    def buildProtocol(self, addr: Any) -> Any:
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol
