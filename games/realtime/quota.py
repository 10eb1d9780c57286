"""How many claims a seat may send while one contest is the newest, whatever their keys.

Rules take any number of late claims, and each is stored: without an end a script could fill the disk with them. One
that is sent again is not stored again, but to find its answer is work, too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from threading import Lock

from cachetools import LRUCache

from games.rules import core

# Nobody who looks before claiming needs as many.
MOST = 8
REMEMBERED = 2000


@dataclass
class Sent:
    """The keys of the claims that each seat has sent while `contest` was the newest, and how many it sent again."""

    contest: int
    keys: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    again: Counter[int] = field(default_factory=Counter)


class Quota:
    """Of all tables of this process. Requests' threads ask it too where no loop runs."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._sent: LRUCache[str, Sent] = LRUCache(REMEMBERED)

    def take(self, table: str, contest: int, seat: int, key: str) -> None:
        """Count a claim; Refused `too_many_claims` beyond the seat's quota: so many claims, and as many sent again."""
        with self._lock:
            sent = self._newest(table, contest)
            keys, repeated = sent.keys[seat], key in sent.keys[seat]
            if (sent.again[seat] if repeated else len(keys)) >= MOST:
                raise core.Refused("too_many_claims")
            keys.add(key)
            sent.again[seat] += repeated

    def _newest(self, table: str, contest: int) -> Sent:
        sent = self._sent.get(table)
        if sent is None or sent.contest != contest:
            sent = self._sent[table] = Sent(contest)
        return sent
