"""The short way of sockets through Daphne: what takes it, what takes the ordinary way, and that answers are the same.
The client is a separate library, or sends raw bytes."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader
from websockets.sync.client import ClientConnection, connect

from hosting.server.bodies import LONGEST
from hosting.server.frames import NUMBERED_PING, PING, PONG, SMALL, is_begun, made_frame, text_at_start
from scripts.cluster.process import PATIENCE, Process, free_port, until

TEXTS = ["", "a", '{"n": 1}', "é€🃏", "x" * 125, "x" * 126, "x" * SMALL]


def sent(opcode: Opcode, text: str, fin: bool = True) -> bytes:
    """Return a frame as a client sends it, masked."""
    return Frame(opcode, text.encode(), fin=fin).serialize(mask=True)


@pytest.mark.parametrize("text", TEXTS, ids=len)
def test_a_clients_text_is_read_as_it_was_sent_and_what_follows_is_left(text: str) -> None:
    assert text_at_start(sent(Opcode.TEXT, text) + b"rest") == (text, b"rest")


@pytest.mark.parametrize(
    "data",
    [
        sent(Opcode.TEXT, "half", fin=False),
        sent(Opcode.CONT, "end"),
        sent(Opcode.BINARY, "bytes"),
        sent(Opcode.PING, ""),
        Frame(Opcode.TEXT, b"unmasked").serialize(mask=False),
        b"\xc1" + sent(Opcode.TEXT, "compressed")[1:],
        Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True),
        sent(Opcode.TEXT, "x" * (SMALL + 1)),
        sent(Opcode.TEXT, "x" * 70_000),
    ],
    # Masks are random, but all processes of a run must give the tests the same names.
    ids=["half", "end", "binary", "ping", "unmasked", "compressed", "no utf-8", "long", "longer"],
)
def test_everything_else_takes_the_ordinary_way(data: bytes) -> None:
    assert text_at_start(data) is None


def test_half_a_frame_is_waited_for_wherever_it_is_cut() -> None:
    for text in ("", "short", "x" * 200):
        data = sent(Opcode.TEXT, text)
        assert [cut for cut in range(len(data)) if text_at_start(data[:cut])] == []
        assert [is_begun(data[:cut]) for cut in range(1, len(data))] == [True] * (len(data) - 1)


def test_half_a_frame_of_another_kind_is_not_waited_for() -> None:
    long, half = sent(Opcode.TEXT, "x" * (SMALL + 1)), sent(Opcode.TEXT, "half", fin=False)
    for data in (long[:20], half[:3], sent(Opcode.PING, "ping")[:3], b""):
        assert not is_begun(data)


@pytest.mark.parametrize("text", [*TEXTS, "x" * 65_535, "x" * 65_536, "é" * 100_000], ids=len)
def test_a_frame_of_ours_is_read_as_it_was_meant(text: str) -> None:
    reader = StreamReader()
    reader.feed_data(made_frame(text.encode()))
    steps = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as end:
        next(steps)
    assert (end.value.value.opcode, end.value.value.data.decode()) == (Opcode.TEXT, text)


@dataclass(frozen=True)
class Echo:
    port: int
    log: Path


@pytest.fixture(scope="module")
def echo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Echo]:
    yield from served(tmp_path_factory)


@pytest.fixture(scope="module")
def pinging(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Echo]:
    """A server that pings after a second of silence and waits five seconds for the answer."""
    yield from served(tmp_path_factory, "1", "5")


def served(factory: pytest.TempPathFactory, *pings: str) -> Iterator[Echo]:
    folder, number = factory.mktemp("echo"), free_port()
    settings = os.environ | {"VAR_DIR": str(folder), "SOCKET_BYTES_WAITING": "65536"}
    words = [sys.executable, "-m", "tests.hosting.server.direct_echo", str(number), *pings]
    process = Process("echo", words, settings, folder / "echo.log")
    process.answers(number)
    yield Echo(number, process.log)
    process.stop()


@pytest.fixture
def port(echo: Echo) -> int:
    return echo.port


def opened(port: int, compression: str | None = None) -> ClientConnection:
    return connect(f"ws://127.0.0.1:{port}/", compression=compression, open_timeout=PATIENCE)


def test_whole_texts_take_the_short_way_and_a_browser_that_offers_compression_too(port: int) -> None:
    for compression in (None, "deflate"):
        with opened(port, compression) as client:
            for text in ("one", "two", "é" * 3_000):
                client.send(text)
            assert [client.recv(PATIENCE) for _ in range(3)] == [
                "direct one",
                "direct two",
                "direct " + "é" * 3_000,
            ]


def test_several_texts_in_one_piece_are_each_answered_in_order(port: int) -> None:
    with opened(port) as client:
        client.socket.sendall(b"".join(sent(Opcode.TEXT, str(number)) for number in range(100)))
        assert [client.recv(PATIENCE) for _ in range(100)] == [f"direct {number}" for number in range(100)]


def test_a_message_in_pieces_is_answered_and_nothing_overtakes_it(port: int) -> None:
    with opened(port) as client:
        client.send("before")
        client.send(["in ", "parts"])
        client.send("after")
        assert [client.recv(PATIENCE) for _ in range(3)] == [
            "direct before",
            "direct in parts",
            "direct after",
        ]


def test_texts_that_arrive_in_pieces_are_put_together(port: int) -> None:
    rng, texts = Random(7), [f"text {number}" for number in range(40)]
    data = b"".join(sent(Opcode.TEXT, text) for text in texts)
    with opened(port) as client:
        while data:
            cut = rng.randint(1, 40)
            client.socket.sendall(data[:cut])
            data = data[cut:]
        assert [str(client.recv(PATIENCE)).split(" ", 1)[1] for _ in texts] == texts


def test_nothing_is_read_of_one_who_is_not_listened_to_any_more(port: int) -> None:
    with opened(port) as client, opened(port) as other:
        client.send("deaf")
        assert client.recv(PATIENCE) == "direct deaf"
        client.send("anybody?")
        # By then the server has seen what came before.
        for _ in range(3):
            other.send("one")
            assert other.recv(PATIENCE) == "direct one"
        with pytest.raises(TimeoutError):
            client.recv(0)


def test_pings_are_answered_beside_texts(port: int) -> None:
    with opened(port) as client:
        client.send("one")
        assert client.ping().wait(PATIENCE)
        client.send("two")
        assert [client.recv(PATIENCE) for _ in range(2)] == ["direct one", "direct two"]


def test_a_numbered_ping_is_answered_by_the_client_itself(port: int) -> None:
    with opened(port) as client:
        for number in ("7", "4294967297"):
            client.send(f"ping {number}")
            assert [client.recv(PATIENCE) for _ in range(2)] == [
                f"direct ping {number}",
                f"answered {number}",
            ]


def test_an_answer_to_a_numbered_ping_counts_once_wherever_it_is_cut_and_none_that_was_not_asked(
    port: int,
) -> None:
    with joined(port) as client:
        for number in (1, 2):
            client.sendall(sent(Opcode.TEXT, f"ping {number}"))
            ping = NUMBERED_PING + number.to_bytes(4)
            assert heard(client, ping + made_frame(f"direct ping {number}".encode()))
        whole, other = (Frame(Opcode.PONG, number.to_bytes(4)).serialize(mask=True) for number in (1, 2))
        never = Frame(Opcode.PONG, (3).to_bytes(4)).serialize(mask=True)
        client.sendall(never + whole + whole + other[:8])
        assert heard(client, made_frame(b"answered 1"))
        client.sendall(other[8:] + sent(Opcode.TEXT, "after"))
        assert heard(client, made_frame(b"answered 2") + made_frame(b"direct after"))


def test_sockets_that_answer_pings_stay_and_others_are_dropped(pinging: Echo) -> None:
    gone = pinging.log.read_text().count("gone")
    with opened(pinging.port) as client, joined(pinging.port) as deaf:
        client.send("one")
        assert client.recv(PATIENCE) == "direct one"
        deaf.sendall(sent(Opcode.TEXT, "deaf ear"))
        assert heard(deaf, made_frame(b"direct deaf ear") + PING)
        with pytest.raises(ConnectionResetError):
            deaf.recv(1)
        until("the application hears", lambda: pinging.log.read_text().count("gone") > gone)
        # It has been pinged as often.
        client.send("two")
        assert client.recv(PATIENCE) == "direct two"


def test_an_answer_to_a_ping_is_taken_wherever_it_is_cut(pinging: Echo) -> None:
    answers = [[PONG + b"mask"], [PONG, b"mask"], [sent(Opcode.PONG, "why")]]
    with joined(pinging.port) as first, joined(pinging.port) as second, joined(pinging.port) as third:
        clients = first, second, third
        for client in clients:
            client.sendall(sent(Opcode.TEXT, "one"))
        for client, pieces in zip(clients, answers, strict=True):
            assert heard(client, made_frame(b"direct one") + PING)
            for piece in pieces:
                client.sendall(piece)
        # A client that hasn't answered isn't pinged again.
        for client in clients:
            assert heard(client, PING)


def heard(client: socket.socket, expected: bytes) -> bool:
    """Return True if exactly this comes, in any number of pieces."""
    received = b""
    while len(received) < len(expected) and (data := client.recv(len(expected) - len(received))):
        received += data
        if not expected.startswith(PING):
            # A client that is slow to send is pinged first.
            received = received.removeprefix(PING)
    return received == expected


@contextmanager
def joined(port: int) -> Iterator[socket.socket]:
    """Return a socket on which the test itself reads and answers."""
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.settimeout(PATIENCE)
        lines = ["GET / HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "", ""]
        client.sendall("\r\n".join(lines).encode())
        assert b" 101 " in client.recv(4096)
        yield client


@pytest.mark.parametrize(
    "frame",
    [sent(Opcode.PING, ""), sent(Opcode.PONG, ""), sent(Opcode.CONT, "", fin=False)],
    ids=["ping", "pong", "piece"],
)
def test_a_flood_of_useless_frames_is_dropped_within_one_read(echo: Echo, frame: bytes) -> None:
    dropped = echo.log.read_text().count("too many frames")
    with joined(echo.port) as client:
        begin = sent(Opcode.TEXT, "in pieces", fin=False) if frame[0] == 0 else b""
        with suppress(ConnectionError):
            client.sendall(begin + frame * 5_000)
            while client.recv(65_536):
                pass
    until("it is dropped", lambda: echo.log.read_text().count("too many frames") > dropped)


def test_a_client_that_does_not_read_is_dropped_and_the_application_hears_of_it(echo: Echo) -> None:
    """Send far more than the kernel accepts. The limit holds for the rest."""
    gone = echo.log.read_text().count("gone")
    with joined(echo.port) as client:
        client.sendall(sent(Opcode.TEXT, "much 30000"))
        received = 0
        # It begins to read when it is too late.
        until("it is dropped", lambda: "dropped" in echo.log.read_text())
        with suppress(ConnectionResetError):
            while data := client.recv(65_536):
                received += len(data)
    assert received < 30_000_000
    until("the application hears", lambda: echo.log.read_text().count("gone") > gone)


def answered(port: int, body: bytes) -> bytes:
    """Return the answer to a form's body, up to the end of the connection."""
    head = ["POST / HTTP/1.1", f"Host: 127.0.0.1:{port}", "Content-Type: application/x-www-form-urlencoded"]
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        client.sendall(
            "\r\n".join([*head, f"Content-Length: {len(body)}", "Connection: close", "", ""]).encode()
        )
        # A client that is cut off may not get to the end, nor read the reason.
        with suppress(ConnectionError):
            client.sendall(body)
        answer = b""
        with suppress(ConnectionError):
            while more := client.recv(65_536):
                answer += more
    return answer


def test_a_body_as_long_as_a_record_reaches_the_application_and_a_longer_one_does_not(port: int) -> None:
    assert b"\r\n%d\r\n" % LONGEST in answered(port, b"a=b&" * (LONGEST // 4))
    assert b" 200 " not in answered(port, b"x" * (LONGEST + 1))


def test_a_body_that_is_announced_too_long_is_refused_before_it_comes(port: int) -> None:
    head = f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {LONGEST + 1}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        client.sendall(head.encode())
        assert client.recv(4096).startswith(b"HTTP/1.1 413 ")
        assert client.recv(4096) == b""
