"""How much one socket, one person and one address may have at once: whoever floods the site waits, and nobody else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum, auto
from typing import Any

from cachetools import LRUCache
from django.conf import settings

from hosting.limits.networks import networks_of

# Messages: so many times as many as in a second may come in one go, and are refused before the connection is dropped.
BURST = 3
# Sockets: an address may open as many at once as it may have, each second this part of that many again; who was dropped
# for a flood has opened this part of them at once.
EACH_SECOND, DROPPED = 1 / 30, 1 / 10
REMEMBERED = 10_000
# What something is counted by, and how much of it there may be; 0: any number.
Bounds = Mapping[tuple[str, Any], int]


class Count:
    """What is there now, by whose it is."""

    def __init__(self) -> None:
        self._now: Counter[tuple[str, Any]] = Counter()

    def __len__(self) -> int:
        return len(self._now)

    def clear(self) -> None:
        self._now.clear()

    def take(self, bounds: Bounds) -> bool:
        """One more for each, unless there are too many of one already."""
        if any(most and self._now[whose] >= most for whose, most in bounds.items()):
            return False
        self.add(bounds)
        return True

    def add(self, whose: Iterable[tuple[str, Any]]) -> None:
        for each in whose:
            self._now[each] += 1

    def give_back(self, whose: Iterable[tuple[str, Any]]) -> None:
        for each in whose:
            self._now[each] -= 1
            if self._now[each] <= 0:
                del self._now[each]


# Of this process.
open_sockets, waiting_messages = Count(), Count()


def socket_bounds(person: int | None, address: str) -> Bounds:
    return _bounds(person, address, settings.SOCKETS_PER_PERSON, settings.SOCKETS_PER_ADDRESS)


class Arrivals:
    """Sockets that each address may still open: what is held in the end is not all that a visitor costs."""

    def __init__(self) -> None:
        # By network: how many are left, and as of when (seconds since 1970).
        self._left: LRUCache[str, tuple[float, float]] = LRUCache(REMEMBERED)

    def clear(self) -> None:
        self._left.clear()

    def enter(self, address: str, now: float) -> bool:
        """Whether one more may come. Whoever goes on all the same is let in no later."""
        if not settings.SOCKETS_PER_ADDRESS:
            return True
        left = {network: self._at(network, times, now) for network, times in networks_of(address)}
        if min(left.values()) < 1:
            return False
        self._left.update((network, (number - 1, now)) for network, number in left.items())
        return True

    def punish(self, address: str, now: float) -> None:
        """A socket from there was dropped for a flood."""
        for network, times in networks_of(address):
            left = self._at(network, times, now) - settings.SOCKETS_PER_ADDRESS * DROPPED
            self._left[network] = max(0.0, left), now

    def _at(self, network: str, times: int, now: float) -> float:
        most = settings.SOCKETS_PER_ADDRESS * times
        left, before = self._left.get(network, (float(most), now))
        return min(most, left + max(0.0, now - before) * most * EACH_SECOND)


arrivals = Arrivals()


class Answer(Enum):
    LET_IN, REFUSED, DROPPED = auto(), auto(), auto()


class Gate:
    """What one socket may still send. A message is let in, is done, and counts as waiting until then."""

    def __init__(self, person: int | None, address: str) -> None:
        most = settings.MESSAGES_PER_PERSON, settings.MESSAGES_PER_ADDRESS
        self._bounds = {("socket", self): settings.MESSAGES_PER_SOCKET, **_bounds(person, address, *most)}
        self._rate = settings.MESSAGES_PER_SECOND
        self._left, self._at = float(BURST * self._rate), 0.0

    def enter(self, now: float) -> Answer:
        """`now` is in seconds since 1970."""
        gained = max(0.0, now - self._at) * self._rate
        self._left, self._at = min(BURST * self._rate, self._left + gained) - 1, now
        if self._left < -BURST * self._rate:
            return Answer.DROPPED
        if self._left < 0 or not waiting_messages.take(self._bounds):
            return Answer.REFUSED
        return Answer.LET_IN

    def stay(self) -> None:
        """Something of a message that was let in goes on when it is done: it waits twice."""
        waiting_messages.add(self._bounds)

    def leave(self) -> None:
        waiting_messages.give_back(self._bounds)

    def deserve(self) -> None:
        """The message was a move that is stored now: however quick somebody plays, that is no flood."""
        self._left = min(BURST * self._rate, self._left + 1)


def _bounds(
    person: int | None, address: str, for_person: int, for_address: int
) -> dict[tuple[str, Any], int]:
    of_person = {} if person is None else {("person", person): for_person}
    return {("address", network): for_address * times for network, times in networks_of(address)} | of_person
