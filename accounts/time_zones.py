"""The time zones that this machine knows, and the reader's."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo, available_timezones

from django.contrib.auth.models import AnonymousUser

from accounts.dates import date_in_words
from accounts.models import User

# Read once, because it takes 8 ms of processor time, and each page of a signed-in person looks one up.
TIME_ZONES = frozenset(available_timezones())


def zone_of(person: User | AnonymousUser, of_browser: str = "") -> ZoneInfo:
    """Return the time zone that a member has chosen, else their browser's; UTC without either.

    `of_browser` is a visitor's, from the cookie of static/js/clock.js. A person's is stored.
    """
    chosen = "" if isinstance(person, AnonymousUser) else person.time_zone or person.browser_zone
    name = chosen or of_browser
    return ZoneInfo(name if name in TIME_ZONES else "UTC")


def local_time(at: datetime, zone: ZoneInfo, pattern: str) -> str:
    """Return the time in Django's date format `pattern`, with the name of the zone: `28 November, 14:00 (CET)`."""
    local = at.astimezone(zone)
    return f"{date_in_words(local, pattern)} ({local.tzname()})"
