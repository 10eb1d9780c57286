"""The lines to the seats: how long the way there and back takes, and when each was sent which flip.

A socket is sent a numbered ping every two seconds; its round trip is the smallest of the last few. All times are
seconds since 1970 by this process's clock, round trips ms.
"""

from __future__ import annotations

import time
from collections import OrderedDict, defaultdict, deque
from dataclasses import dataclass, field

from games.play.position import Position

PING_EVERY = 2.0
RECENT = 5
WAITING = 10
FLIPS = 4
REMEMBERED = 2000


class Line:
    """One socket of a seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.since = time.time()
        self.ready = False
        self.heard = 0.0
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
        self.heard = now
        self._trips.append(1000 * max(0.0, now - sent))
        return True

    @property
    def round_trip(self) -> float | None:
        return min(self._trips, default=None)


@dataclass
class Seats:
    """The lines of one table, and when its seats were first sent their newest flips."""

    lines: set[Line] = field(default_factory=set)
    sent: defaultdict[int, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))

    def had(self, seat: int, moment: float) -> bool:
        """Whether a page of that seat that is there now was there then."""
        return any(line.seat == seat and line.since <= moment for line in self.lines)


class Lines:
    """All lines of this process, by table."""

    def __init__(self) -> None:
        self.tables: dict[str, Seats] = {}
        self.flips: OrderedDict[str, dict[int, float]] = OrderedDict()

    def note(self, position: Position) -> None:
        """When the newest flip was made, by whatever row made it."""
        row, began = position.row, position.table.started_at
        if row is None or began is None:
            return
        for event in row.events:
            if event["event"] == "flipped":
                made = self.flips.setdefault(position.table.pk, {})
                made[event["flip"]] = began.timestamp() + row.at / 1000
                made.pop(event["flip"] - FLIPS, None)
                if len(self.flips) > REMEMBERED:
                    self.flips.popitem(last=False)

    def enter(self, table: str, seat: int) -> Line:
        line = Line(seat)
        self.tables.setdefault(table, Seats()).lines.add(line)
        return line

    def leave(self, table: str, line: Line) -> None:
        seats = self.tables.get(table)
        if seats is not None:
            seats.lines.discard(line)
            if not seats.lines:
                del self.tables[table]

    def shown(self, table: str, seats: set[int], flip: int) -> None:
        """Those seats have just been sent a board with that flip. A seat whose page came only after the flip was made
        counts from then on: it could have seen the card elsewhere, and connect when it has thought."""
        known, made = self.tables.get(table), self.flips.get(table, {}).get(flip)
        if known is None:
            return
        for seat in seats:
            sent = known.sent[seat]
            if flip not in sent:
                sent[flip] = time.time() if made is None or known.had(seat, made) else made
                sent.pop(flip - FLIPS, None)

    def sent(self, table: str, seat: int, flip: int) -> float | None:
        """When the seat was first sent that flip; when it was made, if it wasn't sent to it from here."""
        known = self.tables.get(table)
        sent = known.sent.get(seat, {}).get(flip) if known else None
        return self.flips.get(table, {}).get(flip) if sent is None else sent

    def round_trip(self, table: str, seat: int) -> float:
        """The seat's round trip: of several sockets the quickest one's; 0 where none is known."""
        return min(self._trips(table, seat), default=0.0)

    def slowest(self, table: str) -> list[float]:
        """Every connected seat's round trip."""
        known = self.tables.get(table)
        seats = {line.seat for line in known.lines} if known else set()
        return [self.round_trip(table, seat) for seat in seats]

    def _trips(self, table: str, seat: int) -> list[float]:
        known = self.tables.get(table)
        found = known.lines if known else ()
        return [line.round_trip for line in found if line.seat == seat and line.round_trip is not None]

    def all_ready(self, table: str, seats: set[int]) -> bool:
        """Whether every one of those seats has a page that has loaded everything."""
        known = self.tables.get(table)
        return seats <= {line.seat for line in (known.lines if known else ()) if line.ready}


lines = Lines()
