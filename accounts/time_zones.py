"""The time zones that this machine knows."""

from __future__ import annotations

from zoneinfo import available_timezones

# Read once, because it takes 8 ms of processor time, and each page of a signed-in person looks one up.
TIME_ZONES = frozenset(available_timezones())
