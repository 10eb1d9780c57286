"""The clocks of seats. A person has the increment for each decision and then the bank; a bot has a short pause.

Against bots alone no clock runs. At a day-paced table time stands still at weekends, if the table says so, and while
the seat's member is on vacation. Only `reach` and `counted` deal with these pauses; the rest sets the seats' clocks by
them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from heapq import merge
from itertools import takewhile

from django.conf import settings

from games.models import Move, Seat, Table
from games.people.vacation import Span
from games.rules import core

# The longest part of a vacation that counts in a single wait, so that nobody waits for longer, even across New Year.
MOST_VACATION = timedelta(days=30)
WEEK, SATURDAY, WEEKEND = timedelta(days=7), timedelta(days=5), timedelta(days=2)


@dataclass(frozen=True)
class Pauses:
    """The spans in which a seat's time stands still. `vacations` may come in any order and overlap."""

    weekends: bool = False
    vacations: tuple[Span, ...] = ()


NEVER = Pauses()


def pauses_of(table: Table, vacations: Iterable[Span]) -> Pauses:
    """Return when the time of a person with these vacations stands still at the table."""
    return NEVER if table.is_live else Pauses(table.weekends_off, tuple(vacations))


def reach(start: datetime, budget: timedelta, pauses: Pauses = NEVER) -> datetime:
    """Return the moment when a budget of time that runs from `start` is used up."""
    at, left = start, budget
    for begin, end in stops(start, pauses):
        if begin - at >= left:
            break
        left -= begin - at
        at = end
    return at + left


def counted(start: datetime, end: datetime, pauses: Pauses = NEVER) -> timedelta:
    """Return the time that a wait from `start` to `end` has used."""
    used = max(timedelta(), end - start)
    for begin, over in stops(start, pauses):
        if begin >= end:
            break
        used -= min(over, end) - begin
    return used


def stops(start: datetime, pauses: Pauses) -> Iterator[Span]:
    """Yield the spans in which the time of a wait from `start` stands still.

    They are in order and don't overlap. With weekends they never end.
    """
    current: Span | None = None
    weekends = _weekends(start) if pauses.weekends else iter(())
    for begin, end in merge(weekends, _vacations(start, pauses.vacations)):
        if current is not None and begin <= current[1]:
            current = (current[0], max(current[1], end))
            continue
        if current is not None:
            yield current
        current = (begin, end)
    if current is not None:
        yield current


def stops_before(start: datetime, end: datetime, pauses: Pauses) -> list[Span]:
    """Return the spans of `stops` that begin before `end`: a page needs them to run a clock down by itself."""
    return list(takewhile(lambda span: span[0] < end, stops(start, pauses)))


def _weekends(start: datetime) -> Iterator[Span]:
    """Yield Saturdays and Sundays (UTC) from `start` on."""
    day = start.astimezone(UTC).date()
    saturday = datetime.combine(day, time(), UTC) - timedelta(days=day.weekday()) + SATURDAY
    while True:
        if start < saturday + WEEKEND:
            yield max(start, saturday), saturday + WEEKEND
        saturday += WEEK


def _vacations(start: datetime, spans: Iterable[Span]) -> Iterator[Span]:
    at, rest = start, MOST_VACATION
    for begin, end in sorted(spans):
        begin = max(begin, at)
        end = min(end, begin + rest)
        if begin < end:
            yield begin, end
            at, rest = end, rest - (end - begin)


def budget(table: Table, seat: Seat) -> timedelta:
    """Return the time that a person has for the decision that begins now."""
    return timedelta(milliseconds=table.increment_ms + seat.bank_ms)


def deadline(table: Table, seat: Seat, pauses: Pauses) -> datetime | None:
    """Return the moment when the time of an awaited person is over; None if no person is awaited on that seat."""
    if seat.awaited_since is None or seat.played_by_bot or not table.has_clock:
        return None
    return reach(seat.awaited_since, budget(table, seat), pauses)


def award(
    table: Table,
    seats: Iterable[Seat],
    awaited: Collection[int],
    moved: int | None,
    now: datetime,
    pauses: Callable[[Seat], Pauses],
) -> None:
    """Stop and start the seats' clocks after `moved` has decided.

    A seat that is still awaited keeps its clock. If `moved` is awaited again, it gets a new one.
    """
    for seat in seats:
        waits = seat.index in awaited
        if seat.is_awaited and (not waits or seat.index == moved):
            _stop(table, seat, now, pauses(seat))
        if waits and not seat.is_awaited:
            seat.awaited_since = now
            set_deadline(table, seat, now, pauses(seat))


def set_deadline(table: Table, seat: Seat, now: datetime, pauses: Pauses) -> None:
    """Set the moment when the scheduler must act for an awaited seat."""
    if seat.played_by_bot:
        seat.deadline = now + timedelta(milliseconds=settings.BOT_PAUSE_MS)
    else:
        seat.deadline = reach(now, budget(table, seat), pauses) if table.has_clock else None


def _stop(table: Table, seat: Seat, now: datetime, pauses: Pauses) -> None:
    if seat.awaited_since is not None and not seat.played_by_bot:
        used = counted(seat.awaited_since, now, pauses) // timedelta(milliseconds=1)
        seat.bank_ms = max(0, seat.bank_ms - max(0, used - table.increment_ms))
    seat.awaited_since = seat.deadline = None


def banks_after(
    table: Table, seats: Sequence[Seat], rows: Sequence[Move], pauses: Callable[[Seat], Pauses]
) -> list[int]:
    """Return each seat's bank in ms after the last of `rows`: all rows from the deal on, with their states."""
    rules, began = core.game(table.game), table.started_at
    assert began is not None
    then = [_dealt(table, seat) for seat in seats]
    for row in rows:
        for seat, now in zip(then, seats, strict=True):
            if now.resigned is not None and now.resigned < row.number:
                seat.resigned = now.resigned
        if row.by == Move.By.BOT and row.seat is not None:
            # A bot's seat has no bank. A person whom a bot replaces has run out of time, and a bank is never refilled.
            then[row.seat].bank_ms = 0
        awaited = rules.to_act(rules.load(row.state))
        award(
            table,
            then,
            awaited=awaited,
            moved=row.seat,
            now=began + timedelta(milliseconds=row.at),
            pauses=pauses,
        )
    return [seat.bank_ms for seat in then]


def _dealt(table: Table, seat: Seat) -> Seat:
    dealt = copy(seat)
    dealt.bank_ms, dealt.stand_in, dealt.resigned = table.bank_ms, False, None
    dealt.awaited_since = dealt.deadline = None
    return dealt
