"""Daphne's HTTP connections, limited.

- A silent connection is cut off.
- A request is refused before its body if the body has no length or is too long, or if its address has too many
  requests under way.
- Bodies are not parsed on the event loop. Twisted would look for form fields there.
- An address that has used up its share of this process's time waits before anything is done for it.
"""

from __future__ import annotations

from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest, http
from django.conf import settings

from hosting.limits.addresses import address_of
from hosting.limits.all_limits import BYTES_A_PLACE, COSTS, LIMITS
from hosting.limits.buckets import limiter, retry_after
from hosting.limits.places import Taken, places

# In bytes, as in the reverse proxies of deploy/. The longest valid body is a match record.
LONGEST = 3_000_000
END = b"Connection: close\r\nContent-Length: 0\r\n\r\n"
# The browser shows this sentence as a page.
LONGEST_FILE = b"A file may have at most 3 MB.\n"
TOO_LONG = (
    b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Type: text/plain\r\n"
    b"Content-Length: %d\r\n\r\n%b" % (len(LONGEST_FILE), LONGEST_FILE)
)
# Assembling chunks costs more than their contents, and neither browsers nor proxies need them here.
NO_LENGTH = b"HTTP/1.1 411 Length Required\r\n" + END
NO_BODY_HERE = b"HTTP/1.1 400 Bad Request\r\n" + END
# The seconds after which a visitor should try again for whom there was no place. Nobody knows when one becomes free.
FREE_AGAIN = 30
TOO_OFTEN = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: %d\r\n" + END
TOO_MANY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: %d\r\n" % FREE_AGAIN + END
# Headers to remove. Daphne accepts the first from anybody, and fails at odd characters in both.
UNHEARD = (b"daphne-root-path", b"sec-websocket-protocol")

# The longest wait of a request, in seconds.
PATIENCE = LIMITS["time"]["address"].patience
# A request must be complete after this many seconds, plus one second for each RATE bytes received.
WHOLE, RATE = 30.0, 10_000


class BoundedRequest(WebRequest):  # type: ignore[misc]  # Daphne brings no types.
    is_refused = False
    address = ""
    # From its headers to its response, if it has a body or has to wait.
    place: Taken
    # The delayed call that lets the request go on.
    waiting: Any = None

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords, parsePOSTFormSubmission=False)

    def gotLength(self, length: int | None) -> None:
        """Called by Twisted after the headers. `length` is None for a chunked body."""
        # Keep bodies in memory. For a long one Twisted would open a file before a byte has come.
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
        """Return the response that refuses the body; b"" if the body may come."""
        if length is None:
            return NO_LENGTH
        if length > LONGEST:
            return TOO_LONG
        if length and self.is_socket:
            return NO_BODY_HERE
        if wait >= PATIENCE:
            # It is accepted as soon as little enough is owed.
            return TOO_OFTEN % retry_after(wait - PATIENCE)
        return self._take_place(length) if length or wait else b""

    def _take_place(self, length: int) -> bytes:
        """Return the refusal if there is no place for a body of this length."""
        number = 1 + length // BYTES_A_PLACE
        for whose in ({"address": self.address}, {"site": "all"} if number > 1 else {}):
            taken = places.take("body", number, **whose)
            if taken is None:
                return TOO_MANY if "site" in whose else TOO_OFTEN % FREE_AGAIN
            self.place |= taken
        return b""

    @property
    def is_socket(self) -> bool:
        """True for a WebSocket handshake, by Daphne's own rule."""
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
        # A socket's connection ends elsewhere.
        if self.is_socket:
            self._leave()
        return super().process()

    def connectionLost(self, reason: Any) -> None:
        self._wait_no_more()
        super().connectionLost(reason)

    def _address(self) -> str:
        forwarded = self.requestHeaders.getRawHeaders(b"x-forwarded-for") or []
        peer = self.channel.getPeer()
        return address_of([header.decode("latin1") for header in forwarded], str(getattr(peer, "host", "")))

    def _read_later(self, wait: float) -> None:
        transport = self.channel.transport
        transport.pauseProducing()
        self.channel.allow(wait)
        self._later(wait, transport.resumeProducing)

    def _later(self, wait: float, work: Any, *arguments: Any) -> None:
        self._wait_no_more()
        self.waiting = self.channel.callLater(wait, work, *arguments)

    def _wait_no_more(self) -> None:
        if self.waiting is not None and self.waiting.active():
            self.waiting.cancel()

    def _leave(self, _reason: Any = None) -> None:
        places.leave(self.place)
        self.place = {}


class BoundedChannel(http.HTTPChannel):  # type: ignore[misc]
    """A connection, which counts for its address until it ends or becomes a socket.

    It is cut off if a request is late.
    """

    # The place of its address, as long as it counts.
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
            # All connections come from the proxy's address; the proxy limits them.
            return {}
        peer = address_of([], str(getattr(self.transport.getPeer(), "host", "")))
        return places.take("connection", address=peer)

    def dataReceived(self, data: bytes) -> None:
        # Nothing is expected between two requests. Twisted limits that time.
        if self.deadline is None and not self.requests:
            self._wait()
        self.allow(len(data) / RATE)
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:
        request = self.requests[-1]
        super().allHeadersReceived()
        if request.is_refused:
            # Don't read the body, which may come nevertheless.
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
        """Allow the current request this many more seconds."""
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
    # Daphne's protocol can also speak HTTP/2 over TLS, which is the proxy's task.
    protocol = BoundedChannel

    def buildProtocol(self, addr: Any) -> Any:
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol
