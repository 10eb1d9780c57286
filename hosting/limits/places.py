"""Limits on how much may be under way at once. Buckets can't count this, because it ends with the work."""

from __future__ import annotations

from collections import Counter
from threading import Lock
from typing import Any

from hosting.limits.addresses import networks_of
from hosting.limits.all_limits import PLACES

Key = tuple[str, str, Any]
# The keys under which running work is counted, with the number of places taken.
Taken = dict[Key, int]
# The greatest number of places for each key; 0 means any number.
Bounds = dict[Key, float]


class Places:
    """All places of this process, for the event loop and the threads of pages. `whose` is as in `buckets.Limiter`."""

    def __init__(self) -> None:
        self._taken: Counter[Key] = Counter()
        self._lock = Lock()

    def count(self, name: str) -> int:
        """Return the number of places of that name that are taken."""
        return sum(key[0] == name for key in self._taken)

    def clear(self, *names: str) -> None:
        """Free all places of those names, or of all names."""
        with self._lock:
            for key in [key for key in self._taken if not names or key[0] in names]:
                del self._taken[key]

    def taken(self, name: str, by: str, value: Any) -> int:
        """Return the number of places that one key has taken."""
        return self._taken[name, by, value]

    def take(self, name: str, number: int = 1, **whose: Any) -> Taken | None:
        """Take that many places for every key in `whose`. Returns None and takes none if one has too few left."""
        return self.take_within(bounds_of(name, **whose), number)

    def take_within(self, bounds: Bounds, number: int = 1) -> Taken | None:
        """Do as `take`, with bounds that `bounds_of` has returned."""
        with self._lock:
            if any(most and self._taken[key] + number > most for key, most in bounds.items()):
                return None
            taken = dict.fromkeys(bounds, number)
            self._change(taken, 1)
            return taken

    def add(self, taken: Taken) -> None:
        """Take the same places once more, even beyond the limit."""
        with self._lock:
            self._change(taken, 1)

    def leave(self, taken: Taken) -> None:
        """Give the places back."""
        with self._lock:
            self._change(taken, -1)

    def _change(self, taken: Taken, sign: int) -> None:
        for key, number in taken.items():
            self._taken[key] += sign * number
            if self._taken[key] <= 0:
                del self._taken[key]


def bounds_of(name: str, **whose: Any) -> Bounds:
    bounds: Bounds = {}
    for by, room in PLACES[name].items():
        if (value := whose.get(by)) is not None:
            for key, times in networks_of(value) if by == "address" else ((value, 1),):
                bounds[name, by, key] = room.scaled(times)
    return bounds


places = Places()
