"""HTTP requests to URLs that members give, for webhooks and push messages. All such requests go through this module.

It connects to the IP address that `addresses` has checked, without another look-up. It follows no redirect, uses no
proxy and no stored password, reads little, and has one deadline for everything.
"""

from __future__ import annotations

import io
import socket
import ssl
from collections.abc import Mapping
from http.client import HTTPException, HTTPResponse
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _

from games.notifications.channels.addresses import Address, Deadline, Place, look_up
from games.notifications.channels.errors import SendError

TIMEOUT = 10.0  # seconds, from the look-up of the name to the last byte read
PAGE_TIMEOUT = 5.0  # the same, while a page loads
LONGEST_ANSWER = 8192  # bytes of its head; nothing else is read


class Answer(NamedTuple):
    status: int
    retry_after: int | None = None


def post(url: str, body: bytes, headers: Mapping[str, str], timeout: float = TIMEOUT) -> Answer:
    """POST `body` to a URL within `timeout` seconds and return the answer with any status.

    Raises SendError if the URL isn't allowed or no answer comes in time; doubtful if everything had been sent.
    """
    deadline = Deadline(timeout)
    place = look_up(url, deadline)
    sent = False
    try:
        with _connect(place, deadline) as connection:
            stream = BoundedStream(connection, deadline)
            stream.send(_request(place, body, headers))
            sent = True
            return _answer(stream)
    except ssl.SSLCertVerificationError as error:
        raise SendError(_("The certificate of this address is not valid for it.")) from error
    except TimeoutError as error:
        raise SendError(_("This address took too long to answer."), doubtful=sent) from error
    except (OSError, HTTPException) as error:
        raise SendError(_("This address did not answer."), doubtful=sent) from error


def deliver(url: str, body: bytes, headers: Mapping[str, str], timeout: float = TIMEOUT) -> None:
    """POST `body` like `post`. Raises SendError unless the receiver accepts it (2xx)."""
    status, retry_after = post(url, body, headers, timeout)
    if 200 <= status < 300:
        return
    if status in (404, 410):
        raise SendError(
            _("Nobody is at this address any more (status %(status)d).") % {"status": status}, gone=True
        )
    if status >= 500 or status in (408, 425, 429):
        raise SendError(
            _("This address has trouble (status %(status)d).") % {"status": status}, retry_after=retry_after
        )
    if 300 <= status < 400:
        raise SendError(
            _("This address leads to another one (status %(status)d). Give that one.") % {"status": status},
            permanent=True,
        )
    raise SendError(
        _("This address did not take the message (status %(status)d).") % {"status": status}, permanent=True
    )


def check(url: str, timeout: float = TIMEOUT) -> None:
    """Raise SendError if the URL isn't allowed or its name isn't found."""
    look_up(url, Deadline(timeout))


def _connect(place: Place, deadline: Deadline) -> socket.socket:
    """Connect to the first of the checked addresses that answers."""
    for index, address in enumerate(place.addresses):
        rest = len(place.addresses) - index
        try:
            plain = _reach(address, place.port, deadline.left() / rest)
        except OSError:
            if rest == 1:
                raise
            continue
        return _encrypted(plain, place, deadline) if place.scheme == "https" else plain
    raise ConnectionError("no address")


def _reach(address: Address, port: int, seconds: float) -> socket.socket:
    """Connect to an IP address, without a look-up."""
    plain = socket.socket(socket.AF_INET if address.version == 4 else socket.AF_INET6, socket.SOCK_STREAM)
    try:
        plain.settimeout(seconds)
        plain.connect((str(address), port))
    except BaseException:
        plain.close()
        raise
    return plain


def _encrypted(plain: socket.socket, place: Place, deadline: Deadline) -> socket.socket:
    try:
        plain.settimeout(deadline.left())
        return ssl.create_default_context().wrap_socket(plain, server_hostname=place.host)
    except BaseException:
        plain.close()
        raise


def _request(place: Place, body: bytes, headers: Mapping[str, str]) -> bytes:
    host = f"[{place.host}]" if ":" in place.host else place.host
    usual = {"http": 80, "https": 443}[place.scheme]
    fields = {
        "Host": host if place.port == usual else f"{host}:{place.port}",
        "User-Agent": settings.SITE_NAME,
        "Content-Length": str(len(body)),
        "Connection": "close",
    } | dict(headers)
    lines = [f"POST {place.path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    if any(letter < " " for line in lines for letter in line):
        raise ValueError("a line of the request holds a control character")
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


class BoundedStream(io.RawIOBase):
    """A connection with one deadline for reading and writing, and a limit of bytes to read."""

    def __init__(self, connection: socket.socket, deadline: Deadline) -> None:
        self.connection = connection
        self.deadline = deadline
        self.room = LONGEST_ANSWER

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if not self.room:
            raise ConnectionError("the answer is too long")
        self.connection.settimeout(self.deadline.left())
        count = self.connection.recv_into(buffer, min(len(buffer), self.room))
        self.room -= count
        return count

    def send(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            self.connection.settimeout(self.deadline.left())
            rest = rest[self.connection.send(rest) :]

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)


def _answer(stream: BoundedStream) -> Answer:
    """Read the head of the answer only. The body is not needed, and must not reach people who may not see it."""
    response = HTTPResponse(stream, method="POST")  # type: ignore[arg-type]
    response.begin()
    after = (response.getheader("Retry-After") or "").strip()
    return Answer(response.status, int(after[:9]) if after.isascii() and after.isdigit() else None)
