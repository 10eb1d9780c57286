"""Latency of seats: their round trips, and when each seat was sent which contest.

Every two seconds each socket gets a numbered ping, sent to the page and to its browser at the same moment. A seat's
round trip is the shortest time of any answer within the last minute, on any socket, so lengthening it means holding
back all answers. Times are seconds since 1970 by this process's clock, round trips are ms. Written on the event loop
only; a request's thread reads it where no loop runs.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from dataclasses import dataclass, field
from threading import Lock

from cachetools import LRUCache

from games.play.snapshot import Snapshot
from games.rules import core, reactions

PING_EVERY = 2.0
RECENT = 60.0
WAITING = 10
COMPARED = 150
CONTESTS = 4
REMEMBERED = 2000


class SeatMeasurements:
    """The measurements of one seat over all its sockets."""

    def __init__(self) -> None:
        self.marked = False
        self._trips: deque[tuple[float, float]] = deque()
        # The time from the browser's answer to the page's, in ms.
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
    """A ping sent at `sent`, and the ms until the page and the browser answered."""

    sent: float
    page: float | None = None
    browser: float | None = None


class Link:
    """One socket of a seat. `asks_browser` is True if the browser is pinged as well as the page."""

    def __init__(self, seat: int, measurements: SeatMeasurements | None = None) -> None:
        self.seat = seat
        self.measurements = measurements or SeatMeasurements()
        self.connected_at = time.time()
        self.ready = self.measured = self.asks_browser = False
        self._last = 0
        self._pings: dict[int, Ping] = {}

    def ping(self, now: float) -> int:
        """Return the number of a new ping."""
        self._last += 1
        self._pings[self._last] = Ping(now)
        self._pings.pop(self._last - WAITING, None)
        return self._last

    def pong(self, number: object, now: float) -> bool:
        """Record the page's answer. Return False if no ping with that number is unanswered."""
        ping = self._pings.get(number) if isinstance(number, int) else None
        if ping is None or ping.page is not None:
            return False
        ping.page = self._took(ping, now)
        self.measured = self.measured or not self.asks_browser
        self._compare(ping)
        return True

    def browser_pong(self, number: int, now: float) -> None:
        """Record the browser's own answer."""
        ping = self._pings.get(number)
        if ping is not None and ping.browser is None:
            ping.browser = self._took(ping, now)
            self.measured = True
            self._compare(ping)

    def _took(self, ping: Ping, now: float) -> float:
        trip = 1000 * max(0.0, now - ping.sent)
        self.measurements.took(trip, now)
        return trip

    def _compare(self, ping: Ping) -> None:
        # A page that is still loading answers late.
        if self.ready and ping.page is not None and ping.browser is not None:
            self.measurements.compare(ping.page, ping.browser)

    @property
    def round_trip(self) -> float | None:
        """The seat's round trip; None until this socket has been measured.

        Where the browser is pinged, the page's script cannot lengthen it.
        """
        return self.measurements.round_trip if self.measured else None


@dataclass
class TableLinks:
    """The links of one table, and the times at which its seats were first sent the newest contests."""

    links: set[Link] = field(default_factory=set)
    by_seat: defaultdict[int, SeatMeasurements] = field(default_factory=lambda: defaultdict(SeatMeasurements))
    sent: defaultdict[int, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))

    def had(self, seat: int, moment: float) -> bool:
        """Return True if a socket of the seat has been connected since `moment`."""
        return any(link.seat == seat and link.connected_at <= moment for link in self.links)


class Latency:
    """All links of this process by table."""

    def __init__(self) -> None:
        self.tables: dict[str, TableLinks] = {}
        self._opened: LRUCache[str, dict[int, float]] = LRUCache(REMEMBERED)
        self._lock = Lock()

    def on_commit(self, snapshot: Snapshot) -> None:
        """Note when a contest was opened by this snapshot's move."""
        row, began, rules = snapshot.row, snapshot.table.started_at, snapshot.rules
        if row is None or began is None or not isinstance(rules, core.RealTimeGame):
            return
        for event in row.events:
            contest = rules.opened(event)
            if contest is not None:
                self.opened(snapshot.table.pk, contest, began.timestamp() + row.at / 1000)

    def opened(self, table: str, contest: int, moment: float) -> None:
        with self._lock:
            moments = self._opened.setdefault(table, {})
            moments[contest] = moment
            moments.pop(contest - CONTESTS, None)

    def opened_at(self, table: str, contest: int) -> float | None:
        with self._lock:
            return self._opened.get(table, {}).get(contest)

    def enter(self, table: str, seat: int) -> Link:
        at_table = self.tables.setdefault(table, TableLinks())
        link = Link(seat, at_table.by_seat[seat])
        at_table.links.add(link)
        return link

    def leave(self, table: str, link: Link) -> None:
        at_table = self.tables.get(table)
        if at_table is not None:
            at_table.links.discard(link)
            if not at_table.links:
                del self.tables[table]

    def shown(self, table: str, seats: set[int], contest: int) -> None:
        """Note that seats have just been sent a board with a contest.

        For a page that connected after the contest was opened, its opening counts: the person could have seen it
        elsewhere, and connect after thinking.
        """
        at_table, opened = self.tables.get(table), self.opened_at(table, contest)
        if at_table is None:
            return
        for seat in seats:
            sent = at_table.sent[seat]
            if contest not in sent:
                sent[contest] = time.time() if opened is None or at_table.had(seat, opened) else opened
                sent.pop(contest - CONTESTS, None)

    def sent(self, table: str, seat: int, contest: int) -> float | None:
        """Return when the seat was first sent the contest, or when the contest was opened if it wasn't sent from
        here."""
        at_table = self.tables.get(table)
        sent = at_table.sent.get(seat, {}).get(contest) if at_table else None
        return self.opened_at(table, contest) if sent is None else sent

    def round_trips(self, table: str) -> list[float]:
        """Return the round trips of all connected seats."""
        measured = {link.seat: link.measurements for link in self._links(table) if link.measured}
        return [measurements.round_trip for measurements in measured.values()]

    def held_back(self, table: str) -> dict[int, SeatMeasurements]:
        """Return by seat the unmarked measurements whose pages answer too late for their browsers."""
        at_table = self.tables.get(table)
        by_seat = at_table.by_seat if at_table else {}
        return {seat: found for seat, found in by_seat.items() if not found.marked and found.held_back()}

    def _links(self, table: str) -> set[Link]:
        at_table = self.tables.get(table)
        return at_table.links if at_table else set()


latency = Latency()
