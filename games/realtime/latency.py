"""The links to the seats: how long the way there and back takes, and when each was sent which contest.

A socket is sent a numbered ping every two seconds, at the same moment to the page and to the browser below it. The round
trip is the smallest time that any answer of the seat took within a minute, whatever socket it came on: whoever wants it
longer would have to hold back all of them for as long. All times are seconds since 1970 by this process's clock, round
trips ms. Filled on the event loop only; a request's thread reads it where no loop runs.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from dataclasses import dataclass, field
from threading import Lock

from cachetools import LRUCache

from games.rules import core, reactions
from games.tables.snapshot import Snapshot

PING_EVERY = 2.0
RECENT = 60.0
WAITING = 10
COMPARED = 150
CONTESTS = 4
REMEMBERED = 2000


class Line:
    """The way to one seat, by all of its sockets."""

    def __init__(self) -> None:
        self.marked = False
        self._trips: deque[tuple[float, float]] = deque()
        # By how much later a page answered than its browser, in ms.
        self._differences: deque[float] = deque(maxlen=COMPARED)

    def took(self, trip: float, now: float) -> None:
        self._trips.append((now, trip))
        while self._trips[0][0] < now - RECENT:
            self._trips.popleft()

    def compare(self, page: float, browser: float) -> None:
        self._differences.append(page - browser)

    @property
    def round_trip(self) -> float:
        return min((trip for _, trip in self._trips), default=0.0)

    def held_back(self) -> bool:
        return reactions.held_back(self._differences)


@dataclass
class Ping:
    """One that was sent then, and how long each answer to it took."""

    sent: float
    page: float | None = None
    browser: float | None = None


class Link:
    """One socket of a seat. `asks_browser`: its browser is pinged as well as its page."""

    def __init__(self, seat: int, line: Line | None = None) -> None:
        self.seat = seat
        self.line = line or Line()
        self.connected_at = time.time()
        self.ready = self.measured = self.asks_browser = False
        self._last = 0
        self._pings: dict[int, Ping] = {}

    def ping(self, now: float) -> int:
        """The number to send, which is to come back."""
        self._last += 1
        self._pings[self._last] = Ping(now)
        self._pings.pop(self._last - WAITING, None)
        return self._last

    def pong(self, number: object, now: float) -> bool:
        """The page's answer: whether a ping with that number was on its way. The same answer counts once."""
        ping = self._pings.get(number) if isinstance(number, int) else None
        if ping is None or ping.page is not None:
            return False
        ping.page = self._took(ping, now)
        self.measured = self.measured or not self.asks_browser
        self._compare(ping)
        return True

    def browser_pong(self, number: int, now: float) -> None:
        """The browser's, by itself."""
        ping = self._pings.get(number)
        if ping is not None and ping.browser is None:
            ping.browser = self._took(ping, now)
            self.measured = True
            self._compare(ping)

    def _took(self, ping: Ping, now: float) -> float:
        trip = 1000 * max(0.0, now - ping.sent)
        self.line.took(trip, now)
        return trip

    def _compare(self, ping: Ping) -> None:
        # Whoever still loads the page's parts has other things to do.
        if self.ready and ping.page is not None and ping.browser is not None:
            self.line.compare(ping.page, ping.browser)

    @property
    def round_trip(self) -> float | None:
        """The seat's; None until this very socket has been measured. What a page's script does can't lengthen it where
        the browser is asked."""
        return self.line.round_trip if self.measured else None


@dataclass
class Seats:
    """The links of one table, and when its seats were first sent the newest contests."""

    links: set[Link] = field(default_factory=set)
    lines: defaultdict[int, Line] = field(default_factory=lambda: defaultdict(Line))
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
        known = self.tables.setdefault(table, Seats())
        link = Link(seat, known.lines[seat])
        known.links.add(link)
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

    def round_trips(self, table: str) -> list[float]:
        """Every connected seat's round trip."""
        measured = {link.seat: link.line for link in self._links(table) if link.measured}
        return [line.round_trip for line in measured.values()]

    def held_back(self, table: str) -> dict[int, Line]:
        """By seat, those whose pages' answers don't fit their browsers', and that aren't marked yet."""
        known = self.tables.get(table)
        lines = known.lines.items() if known else ()
        return {seat: line for seat, line in lines if not line.marked and line.held_back()}

    def all_ready(self, table: str, seats: set[int]) -> bool:
        """Whether every one of those seats has a page that has loaded everything."""
        return seats <= {link.seat for link in self._links(table) if link.ready}

    def _links(self, table: str) -> set[Link]:
        known = self.tables.get(table)
        return known.links if known else set()


latency = Latency()
