"""Visitors who send more than is allowed: `python -m scripts.soak.floods KIND PORT SECONDS TABLE RACE COOKIE`.

TABLE and RACE are ids of tables. COOKIE is the session of a person at RACE, or at TABLE for `refused`. A client that
is dropped reconnects at once. Ten times a second the program prints what it sent, what was worked on, and refused.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

# The number of concurrent clients of each kind, and of frames that are sent at once.
TOGETHER, BATCH = 8, 50
# Sockets of one person, and seconds between two messages on each: the most that is allowed.
MANY, PACE = 40, 0.055
# In bytes.
NONSENSE, ECHO = 2_000_000, 3_500
# More than a process's default limit of descriptors; and 1 MB in chunks of one byte.
UNFINISHED, CHUNKS = 600, b"1\r\nx\r\n" * 1_000_000 + b"0\r\n\r\n"
# The address that a proxy would report: each kind comes from its own.
FROM = "X-Forwarded-For: 192.0.2.{}\r\n"
LOST = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)
CLAIM = "type=claim"
# First bytes of frames (RFC 6455, 5.2); the last two belong to unfinished messages.
PING, PONG, BEGIN, PIECE = 0x89, 0x8A, 0x01, 0x00
# Parts of the answers to a client without a seat, and to one that sends too much.
LOOKED_AT, TOO_MUCH = b'"status": 403', b'"status": 429'


@dataclass
class Target:
    """Where a flood goes, and until when (by time.monotonic)."""

    port: int
    until: float
    table: str
    race: str
    cookie: str
    address: int
    sent: int = 0
    # The part of it that the site worked on before it answered.
    served: int = 0
    refused: int = 0

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.until


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def opened(target: Target, path: str, cookie: str = "") -> Streams:
    """Open a socket and finish its handshake."""
    reader, writer = await asyncio.open_connection("127.0.0.1", target.port)
    host = f"127.0.0.1:{target.port}"
    with_cookie = f"Cookie: sessionid={cookie}\r\n" if cookie else ""
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{FROM.format(target.address)}"
        f"{with_cookie}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def frame(message: object) -> bytes:
    """Return a client's text frame with a mask of zeros."""
    text = json.dumps(message).encode()
    length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2)
    return b"\x81" + length + bytes(4) + text


def empty(first: int) -> bytes:
    """Return a client's frame without a payload; `first` is its first byte."""
    return bytes([first, 0x80]) + bytes(4)


async def frames(
    target: Target,
    path: str,
    make: Callable[[int], bytes],
    *,
    begin: bytes = b"",
    cookie: str = "",
    reads: bool = True,
) -> None:
    """Send frame after frame as fast as they are accepted. `begin` is sent first on each socket."""
    numbers = count()
    while not target.is_over:
        with suppress(*LOST):
            reader, writer = await opened(target, path, cookie)
            reading = asyncio.ensure_future(_read_all(target, reader)) if reads else None
            try:
                writer.write(begin)
                while not target.is_over and not reader.at_eof():
                    writer.write(b"".join(make(next(numbers)) for _ in range(BATCH)))
                    target.sent += BATCH
                    await asyncio.wait_for(writer.drain(), max(0.1, target.until - time.monotonic()))
                    await asyncio.sleep(0)
            except TimeoutError:
                pass
            finally:
                writer.close()
                if reading is not None:
                    reading.cancel()


async def _read_all(target: Target, reader: asyncio.StreamReader) -> None:
    with suppress(*LOST):
        while data := await reader.read(65_536):
            target.served += data.count(LOOKED_AT)
            target.refused += data.count(TOO_MUCH)


def move(number: int) -> bytes:
    return frame({"n": number, "form": f"card=red-3&type=play&seen=0&key=k{number}"})


def claim(number: int) -> bytes:
    return frame({"n": number, "form": f"{CLAIM}&seen=0&key=k{number}"})


def echo(_number: int) -> bytes:
    return frame({"n": "y" * ECHO, "form": "x=1"})


def ping(number: int) -> bytes:
    """Return a ping or an unsolicited pong, in turn."""
    return empty((PING, PONG)[number % 2])


def piece(_number: int) -> bytes:
    return empty(PIECE)


async def looks_on(target: Target) -> None:
    """A spectator without a cookie at a turn game's table."""
    await frames(target, f"/ws/t/{target.table}/?v=0&l=en", move)


async def looks_on_at_a_race(target: Target) -> None:
    await frames(target, f"/ws/t/{target.race}/?v=0&l=en", claim)


async def echoes(target: Target) -> None:
    """Long message numbers, which come back in answers, from a client that doesn't read."""
    await frames(target, f"/ws/t/{target.table}/?v=0&l=en", echo, reads=False)


async def claims(target: Target) -> None:
    """A person at a race."""
    await frames(target, f"/ws/t/{target.race}/?v=0&l=en", claim, cookie=target.cookie)


async def refused(target: Target) -> None:
    """A person at a turn game's table who sends impossible moves, each within the limits."""
    numbers = count()
    while not target.is_over:
        with suppress(*LOST):
            reader, writer = await opened(target, f"/ws/t/{target.table}/?v=0&l=en", target.cookie)
            reading = asyncio.ensure_future(_read_all(target, reader))
            while not target.is_over and not reader.at_eof() and not writer.is_closing():
                writer.write(move(next(numbers)))
                target.sent += 1
                await asyncio.sleep(PACE)
            writer.close()
            reading.cancel()


async def pings(target: Target) -> None:
    """Pings, of which the site's own sockets need few."""
    await frames(target, f"/ws/t/{target.table}/?v=0&l=en", ping)


async def fragments(target: Target) -> None:
    """Empty fragments of a message that never ends."""
    await frames(target, f"/ws/t/{target.table}/?v=0&l=en", piece, begin=empty(BEGIN))


async def sockets(target: Target) -> None:
    """Sockets that are closed as soon as they are open."""
    while not target.is_over:
        with suppress(*LOST):
            _reader, writer = await opened(target, f"/ws/t/{target.table}/?v=0&l=en")
            writer.close()
            target.sent += 1


async def crowd(target: Target) -> None:
    """As many open sockets as are allowed."""
    await _hold(target, lambda: opened(target, "/ws/lobby/?l=en"), most=500, pause=0.005)


async def _hold(target: Target, begin: Callable[[], Awaitable[Streams]], most: int, pause: float) -> None:
    """Begin connections and keep as many of them as the server does, `most` at the most."""
    held: list[Streams] = []
    while not target.is_over:
        with suppress(*LOST):
            held.append(await begin())
            target.sent += 1
        held = [streams for streams in held if not streams[0].at_eof()]
        target.served = len(held)
        await asyncio.sleep(pause if len(held) < most else 0.1)
    for _reader, writer in held:
        writer.close()


async def imports(target: Target) -> None:
    """Malformed records of the greatest size."""
    token = "t" * 32
    body = f'csrfmiddlewaretoken={token}&text={{"moves":[{"{}," * (NONSENSE // 3)}1]}}'.encode()
    while not target.is_over:
        with suppress(*LOST):
            await posted(target, "/import/", body, f"csrftoken={token}")
            target.sent += 1


async def posted(target: Target, path: str, body: bytes, cookies: str) -> bytes:
    form = f"Cookie: {cookies}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    reader, writer = await begun(target, path, f"{form}Content-Length: {len(body)}", body)
    try:
        return await reader.read()
    finally:
        writer.close()


async def begun(target: Target, path: str, headers: str, body: bytes) -> Streams:
    """Send a POST request, or its beginning, and return the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", target.port)
    host = f"127.0.0.1:{target.port}"
    head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n"
    writer.write(f"{head}{FROM.format(target.address)}{headers}\r\n\r\n".encode() + body)
    return reader, writer


async def unfinished(target: Target) -> None:
    """Long bodies of which only one byte comes, as many as the server keeps."""
    length = f"Content-Length: {NONSENSE}"
    await _hold(target, lambda: begun(target, "/import/", length, b"x"), most=UNFINISHED, pause=0.001)


async def chunks(target: Target) -> None:
    """A body in chunks of one byte each."""
    while not target.is_over:
        with suppress(*LOST):
            reader, writer = await begun(target, "/healthz", "Transfer-Encoding: chunked", CHUNKS)
            await reader.read()
            writer.close()
            target.sent += 1


async def bodies(target: Target) -> None:
    """Bodies far longer than any form, to a URL that accepts none."""
    while not target.is_over:
        with suppress(*LOST):
            await posted(target, "/healthz", b"a=b&" * (NONSENSE * 4), "")
            target.sent += 1


async def pages(target: Target) -> None:
    """The lobby's page, again and again."""
    while not target.is_over:
        with suppress(*LOST):
            reader, writer = await asyncio.open_connection("127.0.0.1", target.port)
            headers = f"Host: 127.0.0.1\r\n{FROM.format(target.address)}Connection: close"
            writer.write(f"GET /lobby/ HTTP/1.1\r\n{headers}\r\n\r\n".encode())
            answer = await reader.read()
            writer.close()
            target.sent += 1
            target.served += answer.startswith(b"HTTP/1.1 200 ")


KINDS: dict[str, tuple[Callable[[Target], Awaitable[None]], int]] = {
    "looks-on": (looks_on, TOGETHER),
    "looks-on-at-a-race": (looks_on_at_a_race, TOGETHER),
    "echoes": (echoes, TOGETHER),
    "claims": (claims, 2),
    "refused": (refused, MANY),
    "pings": (pings, TOGETHER),
    "fragments": (fragments, TOGETHER),
    "sockets": (sockets, TOGETHER),
    "crowd": (crowd, 2),
    "imports": (imports, TOGETHER),
    "bodies": (bodies, TOGETHER),
    "unfinished": (unfinished, 1),
    "chunks": (chunks, TOGETHER),
    "pages": (pages, TOGETHER),
}


async def flood(kind: str, target: Target) -> None:
    one, together = KINDS[kind]
    printing = asyncio.create_task(_tell(target))
    await asyncio.gather(*(one(target) for _ in range(together)))
    printing.cancel()
    print(target.sent, target.served, target.refused, flush=True)


async def _tell(target: Target) -> None:
    while True:
        print(target.sent, target.served, target.refused, flush=True)
        await asyncio.sleep(0.1)


def main(kind: str, port: str, seconds: str, table: str, race: str, cookie: str) -> None:
    until = time.monotonic() + float(seconds)
    target = Target(int(port), until, table=table, race=race, cookie=cookie, address=list(KINDS).index(kind))
    asyncio.run(flood(kind, target))


if __name__ == "__main__":
    main(*sys.argv[1:])
