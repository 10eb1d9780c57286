"""Frequency and quiet hours on the member's own clock, across midnight and daylight saving time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from accounts.time_zones import zone_of
from games.models import NotificationPreferences
from games.notifications.timing import after_quiet, earliest, still_early
from tests.helpers.given import browser, person

PARIS = ZoneInfo("Europe/Paris")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
look = settings(derandomize=True, deadline=None, max_examples=300, database=None)


def wishes(**chosen: object) -> NotificationPreferences:
    return NotificationPreferences(**chosen)


def at(text: str, zone: ZoneInfo = PARIS) -> datetime:
    """Return that moment on Paris's clocks."""
    return datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(UTC)


NIGHT = wishes(quiet_from=22, quiet_to=7)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-03-02 21:59", "2026-03-02 21:59"),
        ("2026-03-02 22:00", "2026-03-03 07:00"),
        ("2026-03-03 00:30", "2026-03-03 07:00"),
        ("2026-03-03 06:59", "2026-03-03 07:00"),
        ("2026-03-03 07:00", "2026-03-03 07:00"),
    ],
)
def test_quiet_hours_pass_midnight(now: str, expected: str) -> None:
    assert after_quiet(NIGHT, PARIS, at(now)) == at(expected)


def test_quiet_hours_within_a_day_are_quiet_by_day_only() -> None:
    siesta = wishes(quiet_from=13, quiet_to=15)
    assert after_quiet(siesta, PARIS, at("2026-03-02 14:10")) == at("2026-03-02 15:00")
    assert after_quiet(siesta, PARIS, at("2026-03-02 23:10")) == at("2026-03-02 23:10")


@pytest.mark.parametrize("same", [None, 5])
def test_without_quiet_hours_nothing_waits(same: int | None) -> None:
    assert after_quiet(wishes(quiet_from=same, quiet_to=same), PARIS, NOON) == NOON


def test_the_night_in_which_the_clocks_go_forward_is_an_hour_shorter() -> None:
    # On 29 March 2026, 2:00 becomes 3:00.
    eve = at("2026-03-28 23:00")
    assert after_quiet(NIGHT, PARIS, eve) - eve == timedelta(hours=7)


def test_the_night_in_which_they_go_back_is_an_hour_longer() -> None:
    eve = at("2026-10-24 23:00")
    assert after_quiet(NIGHT, PARIS, eve) - eve == timedelta(hours=9)


def test_quiet_hours_that_end_in_the_hour_that_is_left_out_end_with_it() -> None:
    early = wishes(quiet_from=22, quiet_to=2)
    moment = after_quiet(early, PARIS, at("2026-03-29 01:30"))
    assert moment == datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert moment.astimezone(PARIS).hour == 3


def test_once_a_day_is_at_the_members_own_hour() -> None:
    daily = wishes(rhythm="daily", daily_at=8)
    assert earliest(daily, PARIS, at("2026-03-02 07:00"), None) == at("2026-03-02 08:00")
    assert earliest(daily, PARIS, at("2026-03-02 08:01"), None) == at("2026-03-03 08:00")
    assert earliest(daily, ZoneInfo("Pacific/Auckland"), NOON, None) == datetime(2026, 3, 2, 19, tzinfo=UTC)


def test_once_a_day_within_quiet_hours_is_after_them() -> None:
    daily = wishes(rhythm="daily", daily_at=6, quiet_from=22, quiet_to=9)
    assert earliest(daily, PARIS, at("2026-03-02 12:00"), None) == at("2026-03-03 09:00")


def test_at_most_once_an_hour_counts_from_the_last_message() -> None:
    hourly = wishes(rhythm="hourly")
    assert earliest(hourly, PARIS, NOON, None) == NOON
    assert earliest(hourly, PARIS, NOON, NOON - timedelta(minutes=20)) == NOON + timedelta(minutes=40)
    assert earliest(hourly, PARIS, NOON, NOON - timedelta(hours=3)) == NOON


def test_a_message_that_becomes_due_in_new_quiet_hours_waits() -> None:
    assert still_early(NIGHT, PARIS, at("2026-03-02 22:30"), None) == at("2026-03-03 07:00")
    assert still_early(NIGHT, PARIS, at("2026-03-02 12:30"), None) is None


def test_an_unknown_time_zone_is_utc() -> None:
    assert zone_of(User(time_zone="Wonder/Land")) == zone_of(User()) == ZoneInfo("UTC")
    assert zone_of(User(time_zone="../../etc/passwd")) == ZoneInfo("UTC")


@pytest.mark.django_db
def test_the_browsers_time_zone_holds_until_another_is_chosen() -> None:
    ada = person("Ada")
    client = browser(ada)
    for cookie, zone in (
        ("Europe/Paris", "Europe/Paris"),
        ("Wonder/Land", "Europe/Paris"),
        ("Asia/Tokyo", "Asia/Tokyo"),
    ):
        client.cookies["zone"] = cookie
        client.get("/about/")
        ada.refresh_from_db()
        assert zone_of(ada) == ZoneInfo(zone)
    ada.time_zone = "America/Lima"
    assert zone_of(ada) == ZoneInfo("America/Lima")


@look
@given(
    st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1)),
    st.sampled_from(
        ["Europe/Paris", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu"]
    ),
    st.integers(0, 23),
    st.integers(0, 23),
    st.sampled_from(["instant", "hourly", "daily"]),
    st.integers(0, 23),
)
def test_nothing_is_told_in_quiet_hours_nor_before_it_is_known(
    now: datetime, zone: str, begin: int, end: int, rhythm: str, daily: int
) -> None:
    here, moment = ZoneInfo(zone), now.replace(tzinfo=UTC)
    chosen = wishes(quiet_from=begin, quiet_to=end, rhythm=rhythm, daily_at=daily)
    earliest_moment = earliest(chosen, here, moment, None)
    assert moment <= earliest_moment <= moment + timedelta(days=3)
    assert after_quiet(chosen, here, earliest_moment) == earliest_moment
