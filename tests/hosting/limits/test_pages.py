"""Visitors pay for pages, and few pages for one address are made at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import pytest
import time_machine
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from hosting.limits.all_limits import LIMITS, PLACES
from hosting.limits.buckets import limiter
from hosting.limits.pages import FewAtOnce, charge

HERE = "192.0.2.7"
# Concurrent pages for one address and for all.
AT_ONCE, BY_ALL = (int(PLACES["page"][by].number) for by in ("address", "site"))


@pytest.fixture(autouse=True)
def half(settings: Any) -> Iterator[None]:
    settings.TIME_PER_ADDRESS = 50
    limiter.clear()
    yield
    limiter.clear()


def test_a_page_is_paid_for_by_what_it_takes_of_the_processor(rf: RequestFactory, settings: Any) -> None:
    # A busy machine gives time back before the test looks.
    settings.TIME_PER_ADDRESS = 1

    def busy(_: HttpRequest) -> HttpResponse:
        sum(range(4_000_000))
        return HttpResponse()

    limiter.spend("time", 5, address=HERE)
    charge(busy)(rf.get("/", REMOTE_ADDR=HERE))
    assert limiter.wait("time", address=HERE) > 0


def test_an_address_has_few_pages_made_at_a_time_and_another_need_not_wait_for_them() -> None:
    addresses = [HERE] * 5 + ["192.0.2.8"]
    begun, ended = asyncio.run(run_pages(addresses))
    assert begun == [HERE] * AT_ONCE + ["192.0.2.8"]
    assert len(ended) == 6


def test_pages_leave_connections_to_the_database_for_moves_and_probes_need_not_wait_for_pages() -> None:
    many = [f"192.0.2.{number}" for number in range(20)]
    begun, ended = asyncio.run(run_pages(many))
    assert begun == many[:BY_ALL]
    assert sorted(ended) == sorted(many)
    begun, _ended = asyncio.run(run_pages([*many, "127.0.0.1"], {"127.0.0.1": "/readyz/store"}))
    assert begun == [*many[:BY_ALL], "127.0.0.1"]


def test_only_the_probes_need_not_wait_and_no_page_whose_address_begins_like_theirs() -> None:
    for like in ("/readyzX", "/readyz/anything"):
        begun, _ended = asyncio.run(run_pages([HERE] * 5, {HERE: like}))
        assert begun == [HERE] * AT_ONCE


async def run_pages(
    addresses: list[str], paths: Mapping[str, str] = MappingProxyType({})
) -> tuple[list[str], list[str]]:
    """Return whose pages are begun of those requested together, and whose are made when these end."""
    begun: list[str] = []
    end = asyncio.Event()

    async def page(scope: Any, _receive: Any, _send: Any) -> None:
        begun.append(scope["client"][0])
        await end.wait()

    site = FewAtOnce(page)
    scopes = [
        {"path": paths.get(address, "/"), "headers": [], "client": [address, 1]} for address in addresses
    ]
    tasks = [asyncio.create_task(site(scope, None, None)) for scope in scopes]
    for _ in range(10):
        await asyncio.sleep(0)
    first = list(begun)
    end.set()
    await asyncio.gather(*tasks)
    return first, begun


def test_pages_that_were_asked_for_together_are_paid_for_one_by_one() -> None:
    """Each is admitted before the first has cost anything."""
    answers: list[int] = []
    told: list[bytes] = []

    async def page(_scope: Any, _receive: Any, send: Any) -> None:
        limiter.spend("time", 500 * LIMITS["time"]["address"].patience, address=HERE)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            answers.append(message["status"])
            told.extend(value for name, value in message["headers"] if name == b"retry-after")

    async def run() -> None:
        site = FewAtOnce(page)
        scope = {"path": "/", "headers": [], "client": [HERE, 1]}
        await asyncio.gather(*(site(scope, None, send) for _ in range(5)))

    with time_machine.travel(0, tick=False):
        asyncio.run(run())
    assert answers == [200, *[429] * 4]
    # A hundred seconds' worth without the five that were there; ten may be owed.
    assert told == [b"85"] * 4
