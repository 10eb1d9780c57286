"""Limits on pages: an address pays for the processor time of its pages, and few of them are made at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from typing import Any
from weakref import WeakValueDictionary

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware

from hosting.limits.addresses import address_of_request, address_of_scope, networks_of
from hosting.limits.all_limits import LIMITS, PLACES
from hosting.limits.buckets import limiter, retry_after
from hosting.observability.health import CAN_STORE, READY

# A reverse proxy's probes never wait: the proxy would take a slow answer for a dead process.
PROBES = (READY, CAN_STORE)


@sync_only_middleware
def charge(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: charge the visitor's address for the page. One thread makes the page from here on."""

    def answer(request: HttpRequest) -> HttpResponse:
        with paid_by(address_of_request(request)):
            return get_response(request)

    return answer


@contextmanager
def paid_by(address: str) -> Iterator[None]:
    """Charge the address for the processor time that this thread uses in the block. An empty address is not charged."""
    began = time.thread_time()
    try:
        yield
    finally:
        if address:
            limiter.spend("time", 100 * (time.thread_time() - began), address=address)


class FewAtOnce:
    """ASGI middleware: only a few requests of an address, and of the whole site, run at once. The others wait.

    The debt of an address is read when a request's turn comes, not when it arrives, because simultaneous requests all
    arrive before the first one has cost anything.
    """

    def __init__(self, application: Any) -> None:
        self.application = application
        # One for each address, as long as it has requests.
        self._places: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not settings.TIME_PER_ADDRESS or scope["path"] in PROBES:
            await self.application(scope, receive, send)
            return
        address = address_of_scope(scope)
        by_address, of_all = PLACES["page"]["address"], PLACES["page"]["site"]
        async with AsyncExitStack() as entered:
            # The narrowest network is first, so that a request that waits there takes no place of a wider one.
            for network, times in networks_of(address):
                await entered.enter_async_context(self._of(network, by_address.scaled(times)))
            if wait := limiter.wait("time", address=address):
                patience = LIMITS["time"]["address"].patience
                if wait >= patience:
                    # It is accepted as soon as little enough is owed.
                    await _refuse(send, wait - patience)
                    return
                await asyncio.sleep(wait)
            await entered.enter_async_context(self._of("site", of_all.scaled()))
            await self.application(scope, receive, send)

    def _of(self, whose: str, most: float) -> asyncio.Semaphore:
        return self._places.setdefault(whose, asyncio.Semaphore(int(most)))


async def _refuse(send: Any, wait: float) -> None:
    headers = [(b"retry-after", b"%d" % retry_after(wait)), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
