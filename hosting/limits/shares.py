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
# Pages for one address at a time: each works on a thread of its own, and the more of them, the longer moves wait for the
# interpreter.
AT_ONCE = 2
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
    """An application of ASGI around another one: an address's requests wait for each other."""

    def __init__(self, application: Any) -> None:
        self.application = application
        # Each for as long as somebody has it.
        self._places: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not settings.TIME_PER_ADDRESS:
            await self.application(scope, receive, send)
            return
        async with AsyncExitStack() as places:
            # The narrowest first: whoever waits for their own line's keeps none of their network's.
            for network, times in networks_of(address_of_scope(scope)):
                few = self._places.setdefault(network, asyncio.Semaphore(AT_ONCE * times))
                await places.enter_async_context(few)
            await self.application(scope, receive, send)
