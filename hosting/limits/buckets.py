"""Token buckets: limits on how often something may be done."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, MutableMapping
from hashlib import sha256
from math import ceil, inf
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache
from django.core.cache import cache

from hosting.limits.addresses import networks_of
from hosting.limits.all_limits import LIMITS, Limit

# The longest wait that anybody is told.
LONGEST = 24 * 60 * 60
# Buckets of one limit that a process remembers.
REMEMBERED = 10_000
# The contents of a bucket, and their time (seconds since 1970). A negative amount is owed.
Level = tuple[float, float]


class Bucket(NamedTuple):
    """One bucket of a limit."""

    key: str
    limit: Limit
    # The refill per second, and the most that the bucket can hold.
    rate: float
    most: float

    def held(self, level: Level | None, now: float) -> float:
        """Return what the bucket holds now; a clock that is set back gives nothing."""
        if level is None:
            return self.most
        return min(self.most, level[0] + max(0.0, now - level[1]) * self.rate)

    def wait(self, held: float, cost: float) -> float:
        """Return the seconds until the cost is there, or until nothing is owed any more if something may be owed."""
        missing = -held if self.limit.patience else cost - held
        return 0.0 if missing <= 0 else missing / self.rate if self.rate else inf


class Limiter:
    """All buckets of this process.

    The event loop and the threads of pages use it. Shared limits read Django's cache, so only threads may use them.

    `whose` names whom to count, by the keys in LIMITS: `address="192.0.2.7"`, `person=4`. None counts nobody.
    """

    def __init__(self) -> None:
        # By name of the limit, then by key of the bucket.
        self._levels: defaultdict[str, LRUCache[str, Level]] = defaultdict(lambda: LRUCache(REMEMBERED))
        self._lock = Lock()

    def clear(self, *names: str) -> None:
        """Forget what was spent of those limits, or of all."""
        with self._lock:
            for name in names or list(self._levels):
                self._levels.pop(name, None)

    def spend(self, name: str, cost: float = 1.0, *, now: float | None = None, **whose: Any) -> float:
        """Take the cost from every bucket, and return the seconds to wait as they were before.

        Nothing is taken if a bucket holds too little or owes the most that it may, so a visitor who keeps asking waits
        no longer.
        """
        return self._ask(name, cost, time.time() if now is None else now, whose, spends=True)

    def wait(self, name: str, cost: float = 1.0, *, now: float | None = None, **whose: Any) -> float:
        """Return what `spend` would return, and take nothing."""
        return self._ask(name, cost, time.time() if now is None else now, whose, spends=False)

    def add(self, name: str, more: float, *, now: float | None = None, **whose: Any) -> None:
        """Add to the buckets, or take out if negative, within their limits."""
        now = time.time() if now is None else now
        with self._lock:
            levels = self._levels[name]
            for bucket in buckets(name, whose):
                held = bucket.held(levels.get(bucket.key), now)
                levels[bucket.key] = min(bucket.most, max(held + more, min(held, 0.0))), now

    def _ask(self, name: str, cost: float, now: float, whose: Mapping[str, Any], spends: bool) -> float:
        counted = buckets(name, whose)
        if any(bucket.limit.is_shared for bucket in counted):
            return _spend(SharedLevels(counted), counted, cost=cost, now=now, spends=spends)
        with self._lock:
            return _spend(self._levels[name], counted, cost=cost, now=now, spends=spends)


class SharedLevels(dict[str, Level]):
    """Levels in Django's cache, which all processes read.

    They are read and written without a lock, so requests at the same moment may count as one.
    """

    def __init__(self, all_buckets: list[Bucket]) -> None:
        super().__init__(cache.get_many([bucket.key for bucket in all_buckets]))

    def keep(self, all_buckets: list[Bucket]) -> None:
        """Store them until every bucket is full again."""
        cache.set_many(self, timeout=1 + max(bucket.most / bucket.rate for bucket in all_buckets))


def _spend(
    levels: MutableMapping[str, Level], all_buckets: list[Bucket], cost: float, now: float, spends: bool
) -> float:
    longest, is_refused, left = 0.0, False, []
    for bucket in all_buckets:
        held = bucket.held(levels.get(bucket.key), now)
        if wait := bucket.wait(held, cost):
            longest = max(longest, wait)
            is_refused = is_refused or wait >= bucket.limit.patience
        left.append((bucket.key, (held - cost, now)))
    if spends and not is_refused:
        levels.update(left)
        if isinstance(levels, SharedLevels):
            levels.keep(all_buckets)
    return longest


def buckets(name: str, whose: Mapping[str, Any]) -> list[Bucket]:
    """Return the buckets that count something by those who are named."""
    counted = []
    for by, limit in LIMITS[name].items():
        value, number = whose.get(by), limit.value
        if value is not None and number:
            for key, times in networks_of(value) if by == "address" else ((str(value), 1),):
                bucket_key = _digest(f"{name}:{by}:{key}") if limit.is_shared else by + key
                counted.append(Bucket(bucket_key, limit, *limit.scaled(number, times)))
    return counted


def retry_after(wait: float) -> int:
    """Return the seconds for the header `Retry-After`, in whole seconds. A day stands for ever."""
    return max(1, ceil(min(wait, LONGEST)))


def _digest(key: str) -> str:
    """Return a key that is valid in every cache: an address may contain anything that a proxy was sent."""
    return f"limit:{sha256(key.encode()).hexdigest()}"


limiter = Limiter()
