"""Vacations: whole days (UTC) on which a member's day-paced clocks stand still.

This module stores the rows and counts the days that are left. games.play changes the tables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Vacation
from games.rules.core import Refused

DAYS_A_YEAR = 30
DAY = timedelta(days=1)
# Longer than anybody is awaited for one decision, so that older vacations concern no clock.
REMEMBERED = timedelta(days=400)

Span = tuple[datetime, datetime]


def today() -> date:
    return timezone.now().astimezone(UTC).date()


def pauses(user_ids: Collection[int]) -> dict[int, list[Span]]:
    """Return the spans of the users' vacations, by user and in order. Users without one are absent."""
    since = today() - REMEMBERED
    spans: dict[int, list[Span]] = defaultdict(list)
    for row in Vacation.objects.filter(user_id__in=user_ids, last__gte=since):
        spans[row.user_id].append((row.begun_at or _midnight(row.first), _midnight(row.last + DAY)))
    return dict(spans)


def current(user_id: int) -> Vacation | None:
    """Return the vacation that this member is on today, or None."""
    now = today()
    return Vacation.objects.filter(user_id=user_id, first__lte=now, last__gte=now).first()


def left(user_id: int, year: int, but: Vacation | None = None) -> int:
    """Return how many of a member's days in that calendar year are left, without counting vacation `but`."""
    rows = Vacation.objects.filter(user_id=user_id, first__year__lte=year, last__year__gte=year)
    spent = sum(_of_year(row.first, row.last, year) for row in rows if but is None or row.pk != but.pk)
    return max(0, DAYS_A_YEAR - spent)


def longest(user_id: int) -> date | None:
    """Return the latest last day of a vacation that begins today; None if no day of this year is left."""
    now, on = today(), current(user_id)
    first = on.first if on else now
    end = first + DAY * (left(user_id, first.year, on) - 1)
    if end.year > first.year or end == date(first.year, 12, 31):
        # It goes on into the new year, which has its own days.
        end = date(first.year, 12, 31) + DAY * left(user_id, first.year + 1, on)
    return None if end < now else end


def start(user_id: int, last: date) -> Vacation:
    """Go on vacation now, until `last` inclusive. Today counts as a whole day. A running vacation gets a new end.

    Refused `no_vacation_left`, `vacation_past` or `vacation_too_long`.
    """
    with transaction.atomic():
        # Lock the user: two requests at once must not use the same days.
        User.objects.select_for_update().get(pk=user_id, is_guest=False)
        end = longest(user_id)
        if end is None:
            raise Refused("no_vacation_left")
        if last < today():
            raise Refused("vacation_past")
        if last > end:
            raise Refused("vacation_too_long", last=end)
        row = current(user_id) or Vacation(user_id=user_id, first=today(), begun_at=timezone.now())
        row.last = last
        row.save()
        return row


def end(user_id: int) -> Vacation:
    """End the vacation. Today is its last day, since days count whole. Refused `not_on_vacation`."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user_id)
        row = current(user_id)
        if row is None:
            raise Refused("not_on_vacation")
        row.last = today()
        row.save(update_fields=["last"])
        return row


def recent() -> QuerySet[Vacation, int]:
    """Return the users whose clocks a vacation may still concern, for a query of their seats."""
    since = today() - 3 * DAYS_A_YEAR * DAY
    return Vacation.objects.filter(last__gte=since).values_list("user_id", flat=True)


def _of_year(first: date, last: date, year: int) -> int:
    days = min(last, date(year, 12, 31)) - max(first, date(year, 1, 1))
    return max(0, days.days + 1)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
