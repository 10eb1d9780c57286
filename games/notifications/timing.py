"""When a member may be told: rhythm and quiet hours, on the clocks of the member's own time zone."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.models import User
from games.models import NotificationPreferences

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# A warning that leaves less time than this comes too late.
USEFUL = HOUR
Rhythm = NotificationPreferences.Rhythm


def zone_of(user: User) -> ZoneInfo:
    """The member's time zone; UTC if none is known, or none of that name any more."""
    try:
        return ZoneInfo(user.time_zone or "UTC")
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


def earliest(
    preferences: NotificationPreferences, zone: ZoneInfo, now: datetime, last: datetime | None
) -> datetime:
    """When what is noticed now may be told; `last` is when the member was last told by this channel."""
    at = now
    if preferences.rhythm == Rhythm.DAILY:
        at = _next(now, preferences.daily_at, zone)
    elif preferences.rhythm == Rhythm.HOURLY and last is not None:
        at = max(now, last + HOUR)
    return after_quiet(preferences, zone, at)


def still_early(
    preferences: NotificationPreferences, zone: ZoneInfo, now: datetime, last: datetime | None
) -> datetime | None:
    """Until when something that is due now must wait after all: quiet hours have begun, or an hour isn't over."""
    if preferences.rhythm == Rhythm.HOURLY and last is not None and last + HOUR > now:
        return after_quiet(preferences, zone, last + HOUR)
    at = after_quiet(preferences, zone, now)
    return at if at > now else None


def after_quiet(preferences: NotificationPreferences, zone: ZoneInfo, at: datetime) -> datetime:
    """`at`, or the end of the quiet hours that it lies in. They may pass midnight."""
    begin, end = preferences.quiet_from, preferences.quiet_to
    if begin is None or end is None or begin == end:
        return at
    hour = at.astimezone(zone).hour
    quiet = begin <= hour < end if begin < end else hour >= begin or hour < end
    return _next(at, end, zone) if quiet else at


def too_late(at: datetime, deadline: datetime | None) -> bool:
    """Whether what is told then comes too late for a turn whose time is over at `deadline`."""
    return deadline is not None and at > deadline - USEFUL


def in_time(
    preferences: NotificationPreferences, zone: ZoneInfo, short: datetime, deadline: datetime
) -> datetime:
    """When to warn of a time that is short from `short` on: then, or before the quiet hours that it lies in, if after
    them it were too late."""
    begin, after = preferences.quiet_from, after_quiet(preferences, zone, short)
    if begin is None or after == short or not too_late(after, deadline):
        return short
    return _last(short, begin, zone) - USEFUL


def _last(now: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """The last moment at which the zone's clocks showed that hour; as `_next`."""
    day = now.astimezone(zone).date()
    while True:
        at = datetime.combine(day, time(hour), zone).astimezone(UTC)
        if at <= now:
            return at
        day -= DAY


def _next(now: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """The next moment at which the zone's clocks show that hour; one that a change of the clocks leaves out is
    taken as the moment after it."""
    day = now.astimezone(zone).date()
    while True:
        at = datetime.combine(day, time(hour), zone).astimezone(UTC)
        if at >= now:
            return at
        day += DAY
