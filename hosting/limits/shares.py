"""How much of this process's time one address may take, for whatever it asks. Whoever has used up their share is read more
slowly, and nobody else's move waits for them.

An address may spend `BURST` seconds in one go, and TIME_PER_ADDRESS hundredths of each second after that. What is done for
it costs what the processor took, or what is noted here of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from cachetools import LRUCache
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware

from hosting.limits.addresses import address_of, address_of_scope
from hosting.limits.networks import networks_of

# Seconds.
BURST = 1.0
# What the server does for a request, beside the page's own time; for a socket until it is open or turned away; for a
# message on it; for a piece of a body, as it comes from the network, and for a byte of it.
REQUEST, SOCKET, MESSAGE, PIECE, BYTE = 0.001, 0.003, 0.0001, 3e-5, 5e-9
# Pages at a time: each works on a thread of its own, and the more of them, the longer moves wait for the interpreter. For one
# address, for a network of IPv6, and for all: fewer than there are connections to PostgreSQL (config/settings.py), since moves
# need some of them, and a page that gets none says that the database is away.
AT_ONCE, BY_NETWORK, BY_ALL = 2, 4, 12
ALL = "all"
# What a reverse proxy asks waits for no page: it would take the process for ended.
PROBES = "/readyz"
# Whoever would have to wait longer is refused.
PATIENCE = 10.0
REMEMBERED = 10_000
# What part of this process's time a network of IPv6 may take, however many lines of it ask; a line's share if that is more.
WIDEST = 0.5


class Shares:
    """What each address has left. Asked by the loop and by the threads of pages."""

    def __init__(self) -> None:
        # By network: how many seconds, and as of when; less than none is owed.
        self._left: LRUCache[str, tuple[float, float]] = LRUCache(REMEMBERED)
        self._lock = Lock()

    def clear(self) -> None:
        with self._lock:
            self._left.clear()

    def spend(self, address: str, cost: float, now: float | None = None) -> float:
        """How many seconds to wait before something of that cost is done. From PATIENCE on it is not to be done, and costs
        nothing: whoever goes on asking waits no longer than who doesn't."""
        rate = settings.TIME_PER_ADDRESS / 100
        if not rate:
            return 0.0
        now = time.monotonic() if now is None else now
        with self._lock:
            wait, left = 0.0, {}
            for network, times in networks_of(address):
                its_rate = max(rate, min(rate * times, WIDEST))
                left[network] = self._at(network, now, its_rate, BURST * its_rate / rate)
                wait = max(wait, -left[network] / its_rate)
            for network, seconds in left.items():
                self._left[network] = seconds - (cost if wait < PATIENCE else 0), now
        return wait

    def _at(self, network: str, now: float, rate: float, most: float) -> float:
        left, before = self._left.get(network, (most, now))
        return min(most, left + max(0.0, now - before) * rate)


shares = Shares()


@sync_only_middleware
def charge(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """What a page takes of the processor is its visitor's. It is made on one thread from here on."""

    def answer(request: HttpRequest) -> HttpResponse:
        with paid_by(address_of_request(request)):
            return get_response(request)

    return answer


@contextmanager
def paid_by(address: str) -> Iterator[None]:
    """What this thread takes of the processor meanwhile is that address's; nobody's if it is empty."""
    began = time.thread_time()
    try:
        yield
    finally:
        if address:
            shares.spend(address, time.thread_time() - began)


def address_of_request(request: HttpRequest) -> str:
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR")
    return address_of([forwarded] if forwarded else [], request.META.get("REMOTE_ADDR", ""))


class FewAtOnce:
    """An application of ASGI around another one: an address's requests wait for each other. What it owes once it is its turn
    it waits for then: requests that came together were let in before the first of them had cost anything."""

    def __init__(self, application: Any) -> None:
        self.application = application
        # Each for as long as somebody has it.
        self._places: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not settings.TIME_PER_ADDRESS or scope["path"].startswith(PROBES):
            await self.application(scope, receive, send)
            return
        address = address_of_scope(scope)
        async with AsyncExitStack() as places:
            # The narrowest first: whoever waits for their own line's keeps none of their network's.
            for network, times in networks_of(address):
                await places.enter_async_context(self._of(network, min(AT_ONCE * times, BY_NETWORK)))
            if wait := shares.spend(address, 0):
                if wait >= PATIENCE:
                    await _refuse(send)
                    return
                await asyncio.sleep(wait)
            await places.enter_async_context(self._of(ALL, BY_ALL))
            await self.application(scope, receive, send)

    def _of(self, whose: str, most: int) -> asyncio.Semaphore:
        return self._places.setdefault(whose, asyncio.Semaphore(most))


async def _refuse(send: Any) -> None:
    headers = [(b"retry-after", b"30"), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
