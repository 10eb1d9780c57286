"""The people at a table and their time, as boards show them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from django.utils import timezone

from accounts.names import shown
from games.boards.language import by_language
from games.models import Seat
from games.play.bot_names import panel_name
from games.play.clocks import Pauses, stops_before
from games.play.snapshot import Snapshot
from games.play.timeouts import ran_out


class Time(NamedTuple):
    """The time left to a person's seat, in ms: `budget` for a decision that begins now.

    While the seat is awaited, its time ends at `deadline` and stands still during `stops`, in ms since 1970.
    """

    budget: int
    deadline: int | None = None
    stops: tuple[tuple[int, int], ...] = ()


class Nameplate(NamedTuple):
    """The part of a seat's panel that seldom changes. `badge` is "resigned", "out" (of time), "stand_in" or "";
    `timed` is True if its moves have a time; `away` is the last day of its vacation."""

    seat: int
    named: str
    level: str
    badge: str
    timed: bool
    away: date | None

    @property
    def name(self) -> str:
        return panel_name(self.named)


@by_language
def names_of(named: tuple[str, ...]) -> tuple[str, ...]:
    """Return stored names as they are shown in the active language."""
    return tuple([shown(name) for name in named])


class Person(NamedTuple):
    """A person or bot on a seat.

    `deadline` is in ms since 1970, and set only while a person is awaited. `time` is set for seats that a person
    plays, where moves have a time. `vacation_until` is the last day of a current vacation. `named` is the stored name,
    `name` the translated one.
    """

    seat: int
    named: str
    level: str = ""
    stand_in: bool = False
    resigned: bool = False
    awaited: bool = False
    deadline: int | None = None
    time: Time | None = None
    vacation_until: date | None = None
    # The person says that a real-time match may begin.
    ready: bool = False
    # The person resigned by running out of time too often.
    ran_out: bool = False
    # A bot has played for the person at least once, or does now.
    helped: bool = False
    # Finished real-time matches: the usual and the best reaction in ms, and the mark for a suspected program.
    usual_ms: int | None = None
    best_ms: int | None = None
    mark: str = ""
    # Finished real-time matches: each claim's reaction in ms, and the verdict (1 first, -1 wrong).
    claims: tuple[tuple[int, int], ...] | None = None

    @property
    def name(self) -> str:
        return shown(self.named)

    @property
    def nameplate(self) -> Nameplate:
        if self.resigned:
            badge = "out" if self.ran_out else "resigned"
        else:
            badge = "stand_in" if self.stand_in else ""
        timed = self.time is not None
        return Nameplate(
            seat=self.seat,
            named=self.named,
            level=self.level,
            badge=badge,
            timed=timed,
            away=self.vacation_until,
        )


def ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def milliseconds(moment: datetime | None) -> int | None:
    return None if moment is None else ms(moment)


def person_of(snapshot: Snapshot, seat: Seat) -> Person:
    return Person(
        seat=seat.index,
        named=seat.name,
        level=seat.level,
        stand_in=seat.stand_in,
        resigned=seat.resigned is not None,
        awaited=seat.is_awaited,
        deadline=None if seat.played_by_bot else milliseconds(seat.deadline),
        time=_time(snapshot, seat),
        vacation_until=vacation_until(snapshot, seat),
        ready=seat.ready_at is not None,
        ran_out=ran_out(snapshot.table, seat),
        helped=seat.lapses > 0,
        usual_ms=seat.usual_ms,
        best_ms=seat.best_ms,
        mark=seat.mark,
        claims=None if seat.claims is None else tuple([(ms, verdict) for ms, verdict in seat.claims]),
    )


def _time(snapshot: Snapshot, seat: Seat) -> Time | None:
    table = snapshot.table
    if not table.has_clock or seat.played_by_bot:
        return None
    budget = table.increment_ms + seat.bank_ms
    if seat.deadline is None or seat.awaited_since is None:
        return Time(budget)
    return _time_left(budget, seat.awaited_since, seat.deadline, snapshot.pauses(seat))


@lru_cache(maxsize=1000)
def _time_left(budget: int, since: datetime, end: datetime, pauses: Pauses) -> Time:
    spans = stops_before(since, end, pauses)
    return Time(budget, ms(end), tuple((ms(begin), ms(over)) for begin, over in spans))


def vacation_until(snapshot: Snapshot, seat: Seat) -> date | None:
    """Return the last day of the vacation of the seat's member, at a day-paced table."""
    spans = snapshot.vacations.get(seat.user_id or 0)
    if not spans:
        return None
    now = timezone.now()
    ends = [end for begin, end in spans if begin <= now < end]
    return (ends[0].astimezone(UTC) - timedelta(days=1)).date() if ends else None
