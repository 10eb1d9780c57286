"""The number of claims that a seat may send in one contest, and the same number of repeated claims."""

from __future__ import annotations

from cachetools import LRUCache

from games.rules import core
from hosting.limits.buckets import limiter

# Claims that were sent, by table, contest, seat and key.
Claim = tuple[str, int, int, str]
REMEMBERED = 16_000


class Quota:
    """The quotas of all tables of this process."""

    def __init__(self) -> None:
        self._sent: LRUCache[Claim, None] = LRUCache(REMEMBERED)

    def take(self, table: str, contest: int, seat: int, key: str) -> None:
        """Count a claim; Refused `too_many_claims` beyond the seat's quota."""
        claim = (table, contest, seat, key)
        name = "repeated claim" if claim in self._sent else "claim"
        if limiter.spend(name, seat=f"{table}:{contest}:{seat}"):
            raise core.Refused("too_many_claims")
        self._sent[claim] = None
