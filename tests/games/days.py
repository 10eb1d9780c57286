"""Tables over days and their clocks, set by hand."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import time_machine

from games import play
from games.models import Seat
from games.play import Position
from tests.games import tables
from tests.games.tables import awaited, person, running

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# A Wednesday.
NOON = datetime(2026, 6, 3, 12, tzinfo=UTC)
BANK, INCREMENT = 2 * DAY, DAY


def at(moment: datetime) -> time_machine.travel:
    return time_machine.travel(moment, tick=False)


def dealt(count: int = 2, **plan: Any) -> Position:
    times = {"bank_ms": BANK // HOUR * 3_600_000, "increment_ms": INCREMENT // HOUR * 3_600_000}
    with at(NOON):
        return running(count, seed="days", live=False, **times | plan)


def stored(position: Position, seat: int) -> Seat:
    return Seat.objects.get(table=position.table, index=seat)


def bank(position: Position, seat: int) -> timedelta:
    return timedelta(milliseconds=stored(position, seat).bank_ms)


def go(name: str, moment: datetime, days: int) -> date:
    """On vacation for so many days; the last one."""
    last = moment.date() + (days - 1) * DAY
    with at(moment):
        play.go_on_vacation(person(name).pk, last)
    return last


def late(position: Position) -> int:
    """Let the awaited person's time run out; the seat."""
    here = tables.now(position)
    seat = awaited(here)
    with at(here.seats[seat].deadline):
        play.time_out(here.table.pk, seat)
    return seat
