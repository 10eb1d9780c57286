"""The links to the seats: how long the way there and back takes, and when each was sent which contest.

A socket is sent a numbered ping every two seconds; its round trip is the smallest of the last few. All times are
seconds since 1970 by this process's clock, round trips ms. Filled on the event loop only; a request's thread reads
it where no loop runs.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from dataclasses import dataclass, field
from threading import Lock

from cachetools import LRUCache

from games.rules import core
from games.tables.snapshot import Snapshot

PING_EVERY = 2.0
RECENT = 5
WAITING = 10
CONTESTS = 4
REMEMBERED = 2000


class Link:
    """One socket of a seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.connected_at = time.time()
        self.ready = False
        self._last = 0
        self._sent: dict[int, float] = {}
        self._trips: deque[float] = deque(maxlen=RECENT)

    def ping(self, now: float) -> int:
        """The number to send, which is to come back."""
        self._last += 1
        self._sent[self._last] = now
        self._sent.pop(self._last - WAITING, None)
        return self._last

    def pong(self, number: object, now: float) -> bool:
        """Whether a ping with that number was on its way; the same answer counts once."""
        sent = self._sent.pop(number, None) if isinstance(number, int) else None
        if sent is None:
            return False
        self._trips.append(1000 * max(0.0, now - sent))
        return True

    @property
    def round_trip(self) -> float | None:
        return min(self._trips, default=None)


@dataclass
class Seats:
    """The links of one table, and when its seats were first sent the newest contests."""

    links: set[Link] = field(default_factory=set)
    sent: defaultdict[int, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))

    def had(self, seat: int, moment: float) -> bool:
        """Whether a page of that seat that is there now was there then."""
        return any(link.seat == seat and link.connected_at <= moment for link in self.links)


class Latency:
    """All links of this process, by table."""

    def __init__(self) -> None:
        self.tables: dict[str, Seats] = {}
        self._opened: LRUCache[str, dict[int, float]] = LRUCache(REMEMBERED)
        self._lock = Lock()

    def committed(self, snapshot: Snapshot) -> None:
        """Remember when the newest contest was opened, by whatever row opened it."""
        row, began, rules = snapshot.row, snapshot.table.started_at, snapshot.rules
        if row is None or began is None or not isinstance(rules, core.RealTimeGame):
            return
        for event in row.events:
            contest = rules.opened(event)
            if contest is not None:
                self.opened(snapshot.table.pk, contest, began.timestamp() + row.at / 1000)

    def opened(self, table: str, contest: int, moment: float) -> None:
        with self._lock:
            known = self._opened.setdefault(table, {})
            known[contest] = moment
            known.pop(contest - CONTESTS, None)

    def opened_at(self, table: str, contest: int) -> float | None:
        with self._lock:
            return self._opened.get(table, {}).get(contest)

    def enter(self, table: str, seat: int) -> Link:
        link = Link(seat)
        self.tables.setdefault(table, Seats()).links.add(link)
        return link

    def leave(self, table: str, link: Link) -> None:
        seats = self.tables.get(table)
        if seats is not None:
            seats.links.discard(link)
            if not seats.links:
                del self.tables[table]

    def shown(self, table: str, seats: set[int], contest: int) -> None:
        """Those seats have just been sent a board with that contest. A seat whose page came only after it was opened
        counts from then on: it could have seen it elsewhere, and connect when it has thought."""
        known, opened = self.tables.get(table), self.opened_at(table, contest)
        if known is None:
            return
        for seat in seats:
            sent = known.sent[seat]
            if contest not in sent:
                sent[contest] = time.time() if opened is None or known.had(seat, opened) else opened
                sent.pop(contest - CONTESTS, None)

    def sent(self, table: str, seat: int, contest: int) -> float | None:
        """When the seat was first sent that contest; when it was opened, if it wasn't sent to it from here."""
        known = self.tables.get(table)
        sent = known.sent.get(seat, {}).get(contest) if known else None
        return self.opened_at(table, contest) if sent is None else sent

    def round_trip(self, table: str, seat: int) -> float:
        """The seat's round trip: of several sockets the quickest one's; 0 where none is known."""
        trips = (link.round_trip for link in self._links(table) if link.seat == seat)
        return min((trip for trip in trips if trip is not None), default=0.0)

    def round_trips(self, table: str) -> list[float]:
        """Every connected seat's round trip."""
        return [self.round_trip(table, seat) for seat in {link.seat for link in self._links(table)}]

    def all_ready(self, table: str, seats: set[int]) -> bool:
        """Whether every one of those seats has a page that has loaded everything."""
        return seats <= {link.seat for link in self._links(table) if link.ready}

    def _links(self, table: str) -> set[Link]:
        known = self.tables.get(table)
        return known.links if known else set()


latency = Latency()
