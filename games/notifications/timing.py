"""Times of messages: a member's rhythm and quiet hours, in their own time zone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.models import NotificationPreferences

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# A warning comes too late if it leaves less time than this.
USEFUL = HOUR
Rhythm = NotificationPreferences.Rhythm


def earliest(
    preferences: NotificationPreferences, zone: ZoneInfo, now: datetime, last: datetime | None
) -> datetime:
    """Return the time at which a new notification may be sent.

    `last` is the time at which the channel last sent something to the member.
    """
    at = now
    if preferences.rhythm == Rhythm.DAILY:
        at = _next(now, preferences.daily_at, zone)
    elif preferences.rhythm == Rhythm.HOURLY and last is not None:
        at = max(now, last + HOUR)
    return after_quiet(preferences, zone, at)


def still_early(
    preferences: NotificationPreferences, zone: ZoneInfo, now: datetime, last: datetime | None
) -> datetime | None:
    """Return the time until which a due delivery must still wait: quiet hours have begun, or the hour is not over."""
    if preferences.rhythm == Rhythm.HOURLY and last is not None and last + HOUR > now:
        return after_quiet(preferences, zone, last + HOUR)
    at = after_quiet(preferences, zone, now)
    return at if at > now else None


def after_quiet(preferences: NotificationPreferences, zone: ZoneInfo, at: datetime) -> datetime:
    """Return `at`, or the end of quiet hours around it. Quiet hours may span midnight."""
    begin, end = preferences.quiet_from, preferences.quiet_to
    if begin is None or end is None or begin == end:
        return at
    hour = at.astimezone(zone).hour
    quiet = begin <= hour < end if begin < end else hour >= begin or hour < end
    return _next(at, end, zone) if quiet else at


def too_late(at: datetime, deadline: datetime | None) -> bool:
    """Return True if a message at `at` comes too late for a turn that ends at `deadline`."""
    return deadline is not None and at > deadline - USEFUL


def in_time(
    preferences: NotificationPreferences, zone: ZoneInfo, short: datetime, deadline: datetime
) -> datetime:
    """Return the time to warn of a deadline: `short`, or before quiet hours around it that would make it too late."""
    begin, after = preferences.quiet_from, after_quiet(preferences, zone, short)
    if begin is None or after == short or not too_late(after, deadline):
        return short
    return _last(short, begin, zone) - USEFUL


def _next(now: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """Return the next time at which the zone's clocks show that hour; for a skipped hour, the time just after it."""
    return next(at for at in _times(now, hour, zone, DAY) if at >= now)


def _last(now: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """Return the last time at which they showed it."""
    return next(at for at in _times(now, hour, zone, -DAY) if at <= now)


def _times(now: datetime, hour: int, zone: ZoneInfo, step: timedelta) -> Iterator[datetime]:
    """Yield the times at which they show it, from the present day on."""
    day = now.astimezone(zone).date()
    while True:
        yield datetime.combine(day, time(hour), zone).astimezone(UTC)
        day += step
