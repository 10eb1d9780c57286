"""Tables over days with clocks set by the test."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import time_machine

from games.models import Seat
from games.play import timeouts, vacations
from games.play.snapshot import Snapshot
from tests.helpers import given
from tests.helpers.given import awaited, person, running
from tests.helpers.not_none import not_none

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
# a Wednesday
NOON = datetime(2026, 6, 3, 12, tzinfo=UTC)
BANK, INCREMENT = 2 * DAY, DAY


def at(moment: datetime) -> time_machine.travel:
    return time_machine.travel(moment, tick=False)


def dealt(count: int = 2, **plan: Any) -> Snapshot:
    times = {"bank_ms": BANK // HOUR * 3_600_000, "increment_ms": INCREMENT // HOUR * 3_600_000}
    with at(NOON):
        return running(count, seed="days", pace="days", **times | plan)


def stored(snapshot: Snapshot, seat: int) -> Seat:
    return Seat.objects.get(table=snapshot.table, index=seat)


def bank(snapshot: Snapshot, seat: int) -> timedelta:
    return timedelta(milliseconds=stored(snapshot, seat).bank_ms)


def go(name: str, moment: datetime, days: int) -> date:
    """Go on vacation for that many days and return the last one."""
    last = moment.date() + (days - 1) * DAY
    with at(moment):
        vacations.go_on_vacation(person(name).pk, last)
    return last


def late(snapshot: Snapshot) -> int:
    """Let the awaited person's time run out and return the seat."""
    newest = given.now(snapshot)
    seat = awaited(newest)
    with at(not_none(newest.seats[seat].deadline)):
        timeouts.time_out(newest.table.pk, seat)
    return seat
