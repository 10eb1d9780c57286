"""How a process accepts requests with a body: which wait, which are refused by their headers, and which are cut off."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from types import SimpleNamespace
from typing import Any, cast

import pytest
import time_machine
from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from hosting.limits import buckets
from hosting.limits.all_limits import BYTES_A_PLACE, LIMITS, PLACES, Capacity
from hosting.limits.buckets import limiter
from hosting.limits.places import places
from hosting.server.bodies import LONGEST, PATIENCE, RATE, WHOLE, BoundedFactory, BoundedRequest

HERE = "192.0.2.7"
# Places for an address and for all.
HELD, HELD_BY_ALL = (int(PLACES["body"][by].number) for by in ("address", "site"))
# In seconds, far from no wait and from a refusal, because real time reduces them.
SOME, TOO_MANY = PATIENCE - 2, PATIENCE + 60
GET = b"GET /lobby/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /import/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n"
UPGRADE = GET.removesuffix(b"\r\n") + b"Upgrade: WebSocket\r\n\r\n"


@pytest.fixture(autouse=True)
def half(settings: Any) -> Iterator[None]:
    settings.TIME_PER_ADDRESS = 50
    limiter.clear()
    places.clear()
    yield
    limiter.clear()
    places.clear()


class Connection:
    """A connection from `address`. `asked` has the requests that reach the site, `names` the names of their headers."""

    def __init__(self, address: str = HERE) -> None:
        self.asked: list[bytes] = []
        self.names: list[bytes] = []
        self.clock = Clock()
        # Twisted brings no types for it.
        self.transport: Any = cast(Any, StringTransport)(peerAddress=IPv4Address("TCP", address, 4711))
        self.channel = BoundedFactory(
            SimpleNamespace(protocol_connected=_nothing, protocol_disconnected=_nothing)
        ).buildProtocol(None)
        self.channel.requestFactory = self._noted()
        self.channel.callLater = self.clock.callLater
        self.channel.makeConnection(self.transport)

    @property
    def answer(self) -> bytes:
        """Return the status of the answer, empty while there is none."""
        return bytes(self.transport.value()[9:12])

    def lose(self) -> None:
        self.channel.connectionLost(cast(Any, Failure)(ConnectionDone()))

    def _noted(self) -> type[BoundedRequest]:
        requests, names = self.asked, self.names

        class Noted(BoundedRequest):
            def process(self) -> None:
                requests.append(self.content.read())
                names.extend(name for name, _values in self.requestHeaders.getAllRawHeaders())

        return Noted


def _nothing(*_: Any) -> None:
    pass


def answered(data: bytes, address: str = HERE) -> bytes:
    """Return the status that a new connection gets at once."""
    connection = Connection(address)
    connection.channel.dataReceived(data)
    return connection.answer


def disconnecting(*connections: Connection) -> list[bool]:
    return [connection.transport.disconnecting for connection in connections]


def owe(seconds: float) -> None:
    """Spend so much that the next has to wait that long."""
    rate, most = LIMITS["time"]["address"].scaled(50)
    limiter.spend("time", most + seconds * rate, address=HERE)


def test_an_address_without_debt_does_not_wait() -> None:
    connection = Connection()
    connection.channel.dataReceived(GET)
    assert connection.asked == [b""]


def test_an_address_without_time_left_waits_and_is_then_answered() -> None:
    owe(SOME)
    here, elsewhere = Connection(), Connection()
    here.channel.dataReceived(GET)
    elsewhere.channel.dataReceived(POST)
    assert here.asked == elsewhere.asked == []
    # No body is read either.
    assert elsewhere.transport.producerState == "paused"
    for connection in (here, elsewhere):
        connection.clock.advance(PATIENCE)
    assert here.asked == [b""]
    assert elsewhere.transport.producerState == "producing"
    limiter.clear()
    elsewhere.channel.dataReceived(b"text")
    assert elsewhere.asked == [b"text"]


def test_a_request_that_hangs_up_is_not_answered() -> None:
    owe(SOME)
    connection = Connection()
    connection.channel.dataReceived(GET)
    connection.lose()
    connection.clock.advance(PATIENCE)
    assert connection.asked == []


def test_a_connection_without_a_whole_head_in_time_is_cut_off_however_it_goes_on() -> None:
    silent, slow, served = Connection(), Connection(), Connection()
    served.channel.dataReceived(GET)
    for _ in range(9):
        slow.channel.dataReceived(b"G")
        for connection in (silent, slow, served):
            connection.clock.advance(WHOLE / 10)
    assert not any(disconnecting(silent, slow, served))
    for connection in (silent, slow, served):
        connection.clock.advance(WHOLE / 9)
    assert disconnecting(silent, slow, served) == [True, True, False]


def test_a_body_has_as_long_as_its_bytes_earn_and_the_head_of_a_later_request_has_its_time_too() -> None:
    slow, steady, again = Connection(), Connection(), Connection()
    for connection in (slow, steady):
        connection.channel.dataReceived(POST.replace(b"4", b"1000000"))
    again.channel.dataReceived(GET)
    again.channel.requests[0].finish()
    for _ in range(9):
        slow.channel.dataReceived(b"x")
        for connection in (slow, steady, again):
            connection.clock.advance(WHOLE / 10)
    # Between two requests Twisted's own timeout counts.
    again.clock.advance(WHOLE)
    again.channel.dataReceived(b"G")
    assert not any(disconnecting(slow, steady, again))
    for connection in (slow, again):
        connection.clock.advance(WHOLE + 1)
    assert disconnecting(slow, again) == [True, True]
    for _ in range(10):
        steady.channel.dataReceived(b"x" * 100_000)
        steady.clock.advance(0.99 * 100_000 / RATE)
    assert len(steady.asked[0]) == 1_000_000


def test_a_delayed_request_is_not_cut_off() -> None:
    owe(SOME)
    connection = Connection()
    connection.channel.dataReceived(POST)
    connection.clock.advance(WHOLE + SOME - 2)
    assert not connection.transport.disconnecting
    connection.clock.advance(PATIENCE)
    assert connection.transport.disconnecting


def test_an_address_has_so_many_bodies_under_way_until_they_are_answered() -> None:
    whole, gone, *others = [Connection() for _ in range(HELD)]
    for connection in (whole, gone, *others):
        connection.channel.dataReceived(POST + b"x")
    refused, elsewhere, without = Connection(), Connection("192.0.2.8"), Connection()
    for connection, data in ((refused, POST), (elsewhere, POST), (without, GET)):
        connection.channel.dataReceived(data)
    assert [connection.answer for connection in (refused, elsewhere, without)] == [b"429", b"", b""]
    assert refused.transport.disconnecting
    whole.channel.dataReceived(b"123")
    assert whole.asked == [b"x123"]
    # The site is working on it.
    assert answered(POST) == b"429"
    whole.channel.requests[0].finish()
    gone.lose()
    assert [answered(POST) for _ in range(3)] == [b"", b"", b"429"]


def test_a_long_body_takes_the_place_of_many_and_all_of_them_have_an_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    long = POST.replace(b"4", b"%d" % LONGEST)
    most = HELD // (1 + LONGEST // BYTES_A_PLACE)
    assert [answered(long) for _ in range(most + 1)] == [b""] * most + [b"429"]
    taken = places.taken("body", "site", "all")
    assert taken == most * (1 + LONGEST // BYTES_A_PLACE)
    monkeypatch.setitem(PLACES, "body", PLACES["body"] | {"site": Capacity(taken)})
    assert [answered(body, "192.0.2.8") for body in (long, POST)] == [b"503", b""]
    assert HELD_BY_ALL * BYTES_A_PLACE < 200_000_000


def test_no_file_is_opened_for_a_body() -> None:
    connection = Connection()
    connection.channel.dataReceived(POST.replace(b"4", b"%d" % LONGEST))
    assert isinstance(connection.channel.requests[0].content, BytesIO)


def test_the_fields_of_a_body_are_not_read_on_the_event_loop() -> None:
    body = b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--'
    head = POST.replace(b"4\r\n", b"%d\r\nContent-Type: multipart/form-data; boundary=b\r\n" % len(body))
    connection = Connection()
    connection.channel.dataReceived(head + body)
    assert (connection.asked, connection.channel.requests[0].args) == ([body], {})


@pytest.mark.parametrize(
    "head, status",
    [
        (POST.replace(b"4", b"%d" % (LONGEST + 1)), b"413"),
        (POST.replace(b"Content-Length: 4", b"Transfer-Encoding: chunked"), b"411"),
        (UPGRADE.removesuffix(b"\r\n") + b"Content-Length: 4\r\n\r\n", b"400"),
        (UPGRADE.removesuffix(b"\r\n") + b"Transfer-Encoding: chunked\r\n\r\n", b"411"),
    ],
    ids=["too long", "chunks", "upgrade", "upgrade and chunks"],
)
def test_a_body_that_nobody_needs_is_refused_by_its_head_and_nothing_of_it_is_read(
    head: bytes, status: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[bytes] = []
    monkeypatch.setattr(BoundedRequest, "handleContentChunk", lambda _, data: read.append(data))
    connection = Connection()
    connection.channel.dataReceived(head + b"1\r\nx\r\n" * 10)
    connection.channel.dataReceived(b"1\r\nx\r\n" * 10)
    assert (connection.answer, connection.transport.disconnecting, connection.asked, read) == (
        status,
        True,
        [],
        [],
    )
    assert not places.count("body")


def test_a_body_is_paid_for_by_its_pieces_too(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.TIME_PER_ADDRESS = 1
    # On a busy machine so much would be refilled meanwhile that nothing is owed.
    monkeypatch.setattr(buckets, "time", SimpleNamespace(time=lambda: 1e9))
    connection = Connection()
    connection.channel.dataReceived(POST.replace(b"4", b"10000"))
    for _ in range(9_999):
        connection.channel.dataReceived(b"x")
        if connection.transport.producerState == "paused":
            break
    assert connection.transport.producerState == "paused"


def test_an_address_has_so_many_connections_until_they_end_or_become_sockets(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 3
    first, second, third, refused = (Connection() for _ in range(4))
    assert disconnecting(first, second, third, refused) == [False] * 3 + [True]
    refused.lose()
    assert Connection().transport.disconnecting
    second.channel.dataReceived(UPGRADE)
    third.lose()
    later = [Connection() for _ in range(3)]
    assert disconnecting(*later) == [False, False, True]
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert not Connection().transport.disconnecting


def test_a_request_that_would_wait_too_long_is_refused() -> None:
    with time_machine.travel(0, tick=False):
        owe(TOO_MANY)
        connection = Connection()
        connection.channel.dataReceived(GET)
    assert connection.transport.value().startswith(b"HTTP/1.1 429 ")
    assert b"\r\nRetry-After: 60\r\n" in connection.transport.value()
    assert connection.transport.disconnecting
    assert connection.asked == []


def test_no_more_than_so_many_are_kept_waiting_and_whoever_went_made_room() -> None:
    owe(SOME)
    waiting = [Connection() for _ in range(HELD + 1)]
    for connection in waiting:
        connection.channel.dataReceived(GET)
    assert [connection.answer for connection in waiting] == [b""] * HELD + [b"429"]
    waiting[0].lose()
    later = Connection()
    later.channel.dataReceived(GET)
    assert later.answer == b""
    for connection in [*waiting[1:-1], later]:
        connection.clock.advance(PATIENCE)
        connection.channel.requests[0].finish()
    assert not places.count("body")


def test_a_socket_that_had_to_wait_is_counted_no_more_once_it_is_open() -> None:
    owe(SOME)
    connection = Connection()
    connection.channel.requestFactory = BoundedRequest
    connection.channel.factory.server.ws_factory = SimpleNamespace(buildProtocol=lambda _: None)
    connection.channel.dataReceived(UPGRADE)
    assert places.taken("body", "address", HERE) == 1
    connection.clock.advance(PATIENCE)
    assert not places.count("body")


@pytest.mark.parametrize("name", ["Daphne-Root-Path", "Sec-WebSocket-Protocol"])
def test_headers_that_daphne_would_trust_do_not_reach_it(name: str) -> None:
    connection = Connection()
    connection.channel.dataReceived(GET.removesuffix(b"\r\n") + name.encode() + b": //elsewhere\xff\r\n\r\n")
    assert connection.names == [b"Host"]
