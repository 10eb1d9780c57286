"""Whoever has used up their share of this process's time waits at the door, before anything is done for them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from twisted.internet.address import IPv4Address
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from config.bodies import BODY, HEAD, HELD, BoundedFactory, BoundedRequest, connections, held
from config.shares import AT_ONCE, BURST, PATIENCE, FewAtOnce, charge, shares

HERE = "192.0.2.7"
# Seconds to wait, far from none and from too many: real time takes some of them away.
SOME, TOO_MANY = PATIENCE - 2, PATIENCE + 60
GET = b"GET /lobby/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /import/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n"


@pytest.fixture(autouse=True)
def half(settings: Any) -> Iterator[None]:
    settings.TIME_PER_ADDRESS = 50
    shares.clear()
    connections.clear()
    yield
    shares.clear()
    connections.clear()


class Connection:
    """One from HERE; `asked` is what the site was asked, and `names` are those of the headers."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []
        self.names: list[bytes] = []
        self.clock, self.transport = Clock(), StringTransport(peerAddress=IPv4Address("TCP", HERE, 4711))
        self.channel = BoundedFactory(
            SimpleNamespace(protocol_connected=_nothing, protocol_disconnected=_nothing)
        ).buildProtocol(None)
        self.channel.requestFactory = self._noted()
        self.channel.callLater = self.clock.callLater
        self.channel.makeConnection(self.transport)

    def _noted(self) -> type[BoundedRequest]:
        asked, names = self.asked, self.names

        class Noted(BoundedRequest):
            def process(self) -> None:
                asked.append(self.content.read())
                names.extend(name for name, _values in self.requestHeaders.getAllRawHeaders())

        return Noted


def _nothing(*_: Any) -> None:
    pass


def owe(seconds: float) -> None:
    """So much that the next has to wait that long."""
    shares.spend(HERE, BURST + seconds / 2)


def test_who_owes_nothing_waits_for_nothing() -> None:
    here = Connection()
    here.channel.dataReceived(GET)
    assert here.asked == [b""]


def test_who_has_used_up_their_share_is_asked_to_wait_and_then_answered() -> None:
    owe(SOME)
    here, elsewhere = Connection(), Connection()
    here.channel.dataReceived(GET)
    elsewhere.channel.dataReceived(POST)
    assert here.asked == elsewhere.asked == []
    # Nor is any of a body read.
    assert elsewhere.transport.producerState == "paused"
    for each in (here, elsewhere):
        each.clock.advance(PATIENCE)
    assert here.asked == [b""]
    assert elsewhere.transport.producerState == "producing"
    shares.clear()
    elsewhere.channel.dataReceived(b"text")
    assert elsewhere.asked == [b"text"]


def test_who_hangs_up_meanwhile_is_not_answered() -> None:
    owe(SOME)
    here = Connection()
    here.channel.dataReceived(GET)
    here.channel.connectionLost(None)
    here.clock.advance(PATIENCE)
    assert here.asked == []


def test_a_connection_without_a_whole_head_in_time_is_cut_off_however_it_goes_on() -> None:
    silent, slow, served = Connection(), Connection(), Connection()
    served.channel.dataReceived(POST)
    for _ in range(9):
        slow.channel.dataReceived(b"G")
        for each in (silent, slow, served):
            each.clock.advance(HEAD / 10)
    assert not any(each.transport.disconnecting for each in (silent, slow, served))
    for each in (silent, slow, served):
        each.clock.advance(HEAD / 10)
    assert [each.transport.disconnecting for each in (silent, slow, served)] == [True, True, False]


def test_a_body_and_the_head_of_a_later_request_have_their_time_too() -> None:
    slow, whole, again = Connection(), Connection(), Connection()
    for each in (slow, whole):
        each.channel.dataReceived(POST.replace(b"4", b"40"))
    again.channel.dataReceived(GET)
    again.channel.requests[0].finish()
    for _ in range(9):
        for each in (slow, whole):
            each.channel.dataReceived(b"text")
            each.clock.advance(BODY / 10)
    whole.channel.dataReceived(b"text")
    # Between two requests: the rest is Twisted's own patience.
    again.clock.advance(HEAD)
    for _ in range(10):
        assert not again.transport.disconnecting
        again.channel.dataReceived(b"G")
        again.clock.advance(HEAD / 10)
    slow.channel.dataReceived(b"t")
    for each in (slow, whole):
        each.clock.advance(BODY / 10)
    assert [each.transport.disconnecting for each in (slow, whole, again)] == [True, False, True]
    assert whole.asked == [b"text" * 10]


def test_an_address_has_so_many_connections_until_they_end_or_become_sockets(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 3
    first, second, third, refused = (Connection() for _ in range(4))
    assert [each.transport.disconnecting for each in (first, second, third, refused)] == [False] * 3 + [True]
    refused.channel.connectionLost(None)
    assert Connection().transport.disconnecting
    second.channel.dataReceived(GET.removesuffix(b"\r\n") + b"Upgrade: WebSocket\r\n\r\n")
    third.channel.connectionLost(None)
    later = [Connection() for _ in range(3)]
    assert [each.transport.disconnecting for each in later] == [False, False, True]
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert not Connection().transport.disconnecting


def test_who_would_have_to_wait_too_long_is_told() -> None:
    owe(TOO_MANY)
    here = Connection()
    here.channel.dataReceived(GET)
    assert here.transport.value().startswith(b"HTTP/1.1 429 ")
    assert here.transport.disconnecting
    assert here.asked == []


def test_no_more_than_so_many_are_kept_waiting_and_whoever_went_made_room() -> None:
    owe(SOME)
    waiting = [Connection() for _ in range(HELD + 1)]
    for each in waiting:
        each.channel.dataReceived(GET)
    assert [each.transport.value()[:12] for each in waiting] == [b""] * HELD + [b"HTTP/1.1 429"]
    waiting[0].channel.connectionLost(None)
    later = Connection()
    later.channel.dataReceived(GET)
    assert later.transport.value() == b""
    for each in [*waiting[1:], later]:
        each.clock.advance(PATIENCE)
    assert not held


@pytest.mark.parametrize("name", ["Daphne-Root-Path", "Sec-WebSocket-Protocol"])
def test_what_daphne_would_believe_of_anybody_does_not_reach_it(name: str) -> None:
    here = Connection()
    here.channel.dataReceived(GET.removesuffix(b"\r\n") + name.encode() + b": //elsewhere\xff\r\n\r\n")
    assert here.names == [b"Host"]


def test_a_page_is_paid_for_by_what_it_takes_of_the_processor(rf: RequestFactory, settings: Any) -> None:
    # A machine with much else to do gives time back before it is looked at.
    settings.TIME_PER_ADDRESS = 1

    def busy(_: HttpRequest) -> HttpResponse:
        sum(range(4_000_000))
        return HttpResponse()

    shares.spend(HERE, BURST)
    charge(busy)(rf.get("/", REMOTE_ADDR=HERE))
    assert shares.spend(HERE, 0) > 0


def test_an_address_has_few_pages_made_at_a_time_and_another_need_not_wait_for_them() -> None:
    begun: list[str] = []

    async def run() -> None:
        end = asyncio.Event()

        async def page(scope: Any, _receive: Any, _send: Any) -> None:
            begun.append(scope["client"][0])
            await end.wait()

        site = FewAtOnce(page)
        addresses = [HERE] * 5 + ["192.0.2.8"]
        asked = [
            asyncio.create_task(site({"headers": [], "client": [each, 1]}, None, None)) for each in addresses
        ]
        for _ in range(5):
            await asyncio.sleep(0)
        assert begun == [HERE] * AT_ONCE + ["192.0.2.8"]
        end.set()
        await asyncio.gather(*asked)

    asyncio.run(run())
    assert begun.count(HERE) == 5
