"""Pages are paid for by whoever asks for them, and an address has few made at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from hosting.limits.shares import AT_ONCE, BURST, FewAtOnce, charge, shares

HERE = "192.0.2.7"


@pytest.fixture(autouse=True)
def half(settings: Any) -> Iterator[None]:
    settings.TIME_PER_ADDRESS = 50
    shares.clear()
    yield
    shares.clear()


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
