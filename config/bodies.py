"""Daphne's requests with an end: a body that is longer than anything the site takes is cut off as it comes, and none is read
on the event loop, where Twisted would look for form fields that nobody asks it for."""

from __future__ import annotations

from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest

# Bytes, as the reverse proxies of deploy/ have it; a match record is the longest that anybody sends.
LONGEST = 3_000_000
REFUSAL = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class BoundedRequest(WebRequest):  # type: ignore[misc]  # Daphne brings no types.
    _parsePOSTFormSubmission = False
    is_refused = False

    def gotLength(self, length: int | None) -> None:
        """None of a body that doesn't say how long it is."""
        super().gotLength(0 if length and length > LONGEST else length)
        if length and length > LONGEST:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:
        if not self.is_refused and self.content.tell() + len(data) > LONGEST:
            self._refuse()
        if not self.is_refused:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        if not self.is_refused:
            super().requestReceived(command, path, version)

    def _refuse(self) -> None:
        self.is_refused = True
        self.channel.transport.write(REFUSAL)
        self.channel.loseConnection()


class BoundedFactory(HTTPFactory):  # type: ignore[misc]
    def buildProtocol(self, addr: Any) -> Any:
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol
