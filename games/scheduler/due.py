"""What is due now at tables of turn games, and how long nothing will be: questions to the database, by its index of
deadlines. Real-time games have timers of their own (games.realtime)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Concat
from django.utils import timezone

from games.models import Seat, Table
from games.scheduler.seats import Key

# Bots in one round.
BATCH = 50
# Overdue people in one round: few, so that no bot of a live table waits for a thousand of them.
OVERDUE = 20
# At the latest: another process may have stored what nobody here was told of.
LONGEST_SLEEP = timedelta(seconds=2)
# Processes' clocks are not quite the same.
SET_BACK = timedelta(seconds=5)
# Whom a bot plays: its own seat, or a person's who is away.
BOTS = ~Q(level="") | Q(stand_in=True) | Q(resigned__isnull=False)


def seats(busy: int = 0) -> tuple[list[Seat], list[Seat]]:
    """People who have run out of time, and the seats for which a bot must act, with their tables: live tables first,
    then the longest overdue. `busy` of them more than are begun on at once. One question finds both, but in a crowd."""
    found = _first(_waiting(), BATCH + busy)
    if len(found) == BATCH + busy:
        return overdue(OVERDUE + busy), bots(BATCH + busy)
    late = [seat for seat in found if not seat.played_by_bot]
    return late[: OVERDUE + busy], [seat for seat in found if seat.played_by_bot]


def bots(limit: int = BATCH) -> list[Seat]:
    """The seats for which a bot must act now."""
    return _first(_waiting().filter(BOTS), limit)


def overdue(limit: int = OVERDUE) -> list[Seat]:
    """The seats whose people have run out of time."""
    return _first(_waiting().exclude(BOTS), limit)


def _first(waiting: QuerySet[Seat], limit: int) -> list[Seat]:
    return list(waiting.select_related("table").order_by("-table__pace", "deadline")[:limit])


def put_forward() -> int:
    """Bots whose turn began in what is the future by now, since the clock was set back, would wait for all of that
    time: they are due at once. How many there were."""
    now = timezone.now()
    late = Seat.objects.filter(BOTS, deadline__isnull=False, awaited_since__gt=now + SET_BACK)
    return late.update(deadline=now)


class WallClock:
    """The clock by which deadlines are stored, as a scheduler sees it from round to round."""

    def __init__(self) -> None:
        self._before: datetime | None = None

    def was_set_back(self, now: datetime) -> bool:
        """Since the last question; at the first nobody knows, so it may have been."""
        before, self._before = self._before, now
        return before is None or now < before - SET_BACK


def _waiting() -> QuerySet[Seat]:
    """By the index of deadlines: SQLite would else walk through all tables that run, to find the few that are due."""
    seats = Seat.objects.alias(status=Concat("table__status", Value("")))
    return seats.filter(deadline__lte=timezone.now(), status=Table.Status.RUNNING, table__due_at__isnull=True)


def seconds_to_next(busy: Collection[Key] = ()) -> float:
    """How long nothing will be due but for the seats that are looked after already, as far as is known now."""
    waiting = Seat.objects.filter(deadline__isnull=False, table__due_at__isnull=True).order_by("deadline")
    # The first alone: at thousands of tables somebody is awaited.
    first = waiting.values_list("table_id", "index", "deadline")[: len(busy) + 1]
    soonest = next((deadline for *key, deadline in first if tuple(key) not in busy), None)
    wait = soonest - timezone.now() if soonest else LONGEST_SLEEP
    return max(0.0, min(wait, LONGEST_SLEEP).total_seconds())
