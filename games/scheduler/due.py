"""Queries for what is due now at tables of turn games, and for the time until something is.

They use the index of deadlines. Real-time games have timers of their own (games.realtime).
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat
from django.utils import timezone

from games.models import Seat, Table
from games.scheduler.seats import Key

# The number of bots in one round.
BATCH = 50
# The number of overdue people in one round. It is small, so that no bot waits for a thousand of them.
OVERDUE = 20
# A round begins after this time at the latest, since changes by other processes are not reported here.
LONGEST_SLEEP = timedelta(seconds=2)
# The tolerated difference between the clocks of processes.
SET_BACK = timedelta(seconds=5)
# Seats that a bot plays: its own, or a person's.
BOTS = ~Q(level="") | Q(stand_in=True) | Q(resigned__isnull=False)


def seats(busy: int = 0) -> tuple[list[Seat], list[Seat]]:
    """Return seats of people who have run out of time, and seats for which a bot must act, with their tables.

    Live tables come first, then the longest overdue. `busy` seats are in progress, so that many more are returned. One
    query answers both unless very many are due.
    """
    seats_due = _first(_waiting(), BATCH + busy)
    if len(seats_due) == BATCH + busy:
        return overdue(OVERDUE + busy), bots(BATCH + busy)
    late = [seat for seat in seats_due if not seat.played_by_bot]
    return late[: OVERDUE + busy], [seat for seat in seats_due if seat.played_by_bot]


def bots(limit: int = BATCH) -> list[Seat]:
    """Return the seats for which a bot must act now."""
    return _first(_waiting().filter(BOTS), limit)


def overdue(limit: int = OVERDUE) -> list[Seat]:
    """Return the seats whose people have run out of time."""
    return _first(_waiting().exclude(BOTS), limit)


def _first(waiting: QuerySet[Seat], limit: int) -> list[Seat]:
    return list(waiting.select_related("table").order_by("-table__pace", "deadline")[:limit])


def put_forward() -> int:
    """Make bots due whose turn seems to have begun in the future. Return how many.

    The clock was set back since then; otherwise they would wait for that time.
    """
    now = timezone.now()
    late = Seat.objects.filter(BOTS, deadline__isnull=False, awaited_since__gt=now + SET_BACK)
    return late.update(deadline=now)


def give_back(lost: timedelta) -> int:
    """Move the waits of people that began before the last `lost` by that time. Return how many.

    Otherwise everybody whose time ran out while the site was down would lose the seat as soon as it is up. Their
    tables get a new version, so that open pages and other processes read the new deadlines.
    """
    waits = Seat.objects.exclude(BOTS).filter(
        deadline__isnull=False,
        awaited_since__lt=timezone.now() - lost,
        table__status=Table.Status.RUNNING,
        table__due_at__isnull=True,
    )
    tables = Table.objects.filter(Exists(waits.filter(table=OuterRef("pk"))))
    tables.update(version=F("version") + 1)
    return waits.update(awaited_since=F("awaited_since") + lost, deadline=F("deadline") + lost)


class WallClock:
    """The clock by which deadlines are stored, as a scheduler sees it from round to round."""

    def __init__(self) -> None:
        self._before: datetime | None = None

    def was_set_back(self, now: datetime) -> bool:
        """Return True if the clock was set back since the last call. At the first call it may have been."""
        before, self._before = self._before, now
        return before is None or now < before - SET_BACK


def _waiting() -> QuerySet[Seat]:
    """Return overdue seats of running turn games.

    The concatenation makes SQLite use the index of deadlines; otherwise it would walk through all running tables.
    """
    seats = Seat.objects.alias(status=Concat("table__status", Value("")))
    return seats.filter(deadline__lte=timezone.now(), status=Table.Status.RUNNING, table__due_at__isnull=True)


def seconds_to_next(busy: Collection[Key] = ()) -> float:
    """Return the seconds until something is due at other seats than `busy`, as far as is known now."""
    waiting = Seat.objects.filter(deadline__isnull=False, table__due_at__isnull=True).order_by("deadline")
    # Only the first rows: somebody is awaited at each of thousands of tables.
    first = waiting.values_list("table_id", "index", "deadline")[: len(busy) + 1]
    soonest = next((deadline for *key, deadline in first if tuple(key) not in busy), None)
    wait = soonest - timezone.now() if soonest else LONGEST_SLEEP
    return max(0.0, min(wait, LONGEST_SLEEP).total_seconds())
