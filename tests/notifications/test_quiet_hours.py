"""If time gets short in quiet hours and the message would come too late, it is sent before them, else at once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from games.models import NotificationPreferences, Seat
from games.notifications.timing import in_time
from games.play.snapshot import Snapshot
from tests.helpers import given
from tests.helpers.given import browser
from tests.notifications.members import NOON, Clock, at_table, member, post, whose_turn

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
PARIS = ZoneInfo("Europe/Paris")


def table(**preferences: Any) -> Snapshot:
    """Return a match whose first turn has 24 hours. Time is short after 18."""
    for name in ("Ada", "Ben"):
        member(name, **preferences)
    return at_table(2)


def carried(clock: Clock, begin: datetime, end: datetime) -> list[tuple[datetime, mail.EmailMessage]]:
    """Run the sending of that time, every half an hour. Returns the messages about short time, and when they were
    sent."""
    warnings = []
    clock.move_to(begin)
    while datetime.now(UTC) <= end:
        mail.outbox.clear()
        post()
        warnings += [(datetime.now(UTC), message) for message in mail.outbox if "short" in message.subject]
        clock.shift(30 * MINUTE)
    return warnings


def moments(clock: Clock, begin: datetime = NOON) -> list[datetime]:
    """Return the moments within a day from then."""
    return [at for at, _mail in carried(clock, begin, begin + timedelta(days=1))]


def hours(count: float) -> datetime:
    return NOON + count * timedelta(hours=1)


def test_without_quiet_hours_it_is_told_when_time_gets_short(clock: Clock) -> None:
    table()
    assert moments(clock) == [hours(18)]


def test_a_message_due_after_the_deadline_is_sent_before_the_quiet_hours(clock: Clock) -> None:
    table(quiet_from=22, quiet_to=14)
    [(at, message)] = carried(clock, NOON, hours(24))
    assert at == hours(9)
    assert message.subject.startswith("Unbirthday: Your time is short: Parade with ")
    assert "You have 15 hours left" in message.body


def test_quiet_hours_that_leave_an_hour_of_the_time_are_kept(clock: Clock) -> None:
    table(quiet_from=22, quiet_to=11)
    assert moments(clock) == [hours(23)]


def test_quiet_hours_that_leave_less_of_it_come_too_late(clock: Clock) -> None:
    clock.move_to(NOON - 30 * MINUTE)
    table(quiet_from=22, quiet_to=11)
    assert moments(clock) == [hours(9)]


def test_a_message_raised_in_quiet_hours_that_outlast_the_deadline_is_sent_at_once(clock: Clock) -> None:
    late = NOON + timedelta(hours=10, minutes=30)
    clock.move_to(late - timedelta(hours=20))
    snapshot = table(quiet_from=22, quiet_to=16)
    user = whose_turn(snapshot)
    # Eight hours of the bank are used then, so the next turn has sixteen.
    clock.move_to(late)
    given.step(snapshot)
    given.step(snapshot)
    assert whose_turn(snapshot) == user
    [(at, message)] = carried(clock, late, late + timedelta(hours=16))
    assert (at, message.to) == (late, [f"{user.username.lower()}@example.org"])


def test_an_hourly_member_is_told_in_time_too(clock: Clock) -> None:
    table(quiet_from=22, quiet_to=14, rhythm="hourly")
    assert moments(clock) == [hours(9)]


def test_a_daily_member_is_told_in_time_too(clock: Clock) -> None:
    table(quiet_from=22, quiet_to=14, rhythm="daily", daily_at=15)
    assert moments(clock) == [hours(9)]


def test_quiet_hours_chosen_later_bring_the_warning_forward(clock: Clock) -> None:
    snapshot = table()
    post()
    user = whose_turn(snapshot)
    chosen = {
        "mail_time_short": "on",
        f"table_{snapshot.table.pk}": "on",
        "rhythm": "instant",
        "daily_at": "8",
    }
    browser(user).post("/preferences/notifications/", chosen | {"quiet_from": "22", "quiet_to": "14"})
    assert moments(clock) == [hours(9)]


def test_a_turn_that_was_made_is_warned_of_no_more(clock: Clock) -> None:
    snapshot = table(quiet_from=22, quiet_to=14)
    given.step(snapshot)
    [(_at, message)] = carried(clock, NOON, hours(24))
    assert message.to == [f"{whose_turn(snapshot).username.lower()}@example.org"]


@pytest.mark.parametrize(
    ("short", "deadline", "warned_at"),
    [
        ("2026-03-02 23:30", "2026-03-03 06:00", "2026-03-02 21:00"),
        ("2026-03-03 01:00", "2026-03-03 07:30", "2026-03-02 21:00"),
        ("2026-03-03 01:00", "2026-03-03 08:00", "2026-03-03 01:00"),
        ("2026-03-02 21:30", "2026-03-03 06:00", "2026-03-02 21:30"),
        # The night in which the clocks go forward.
        ("2026-03-29 04:00", "2026-03-29 06:00", "2026-03-28 21:00"),
    ],
)
def test_a_warning_comes_an_hour_before_a_night_that_would_swallow_it(
    short: str, deadline: str, warned_at: str
) -> None:
    night = NotificationPreferences(quiet_from=22, quiet_to=7)
    begin, end, warned = (
        datetime.fromisoformat(text).replace(tzinfo=PARIS) for text in (short, deadline, warned_at)
    )
    assert in_time(night, PARIS, begin, end) == warned


def test_a_way_to_be_told_that_is_opened_before_time_gets_short_is_in_time(clock: Clock) -> None:
    snapshot = table()
    user = whose_turn(snapshot)
    addresses = EmailAddress.objects.filter(user=user)
    addresses.update(verified=False)
    post()
    clock.move_to(hours(2))
    addresses.update(verified=True)
    assert moments(clock, hours(2)) == [hours(18)]


def test_a_table_of_which_somebody_wants_to_hear_again_warns_in_time(clock: Clock) -> None:
    snapshot = table()
    seat = Seat.objects.filter(table=snapshot.table, user=whose_turn(snapshot))
    seat.update(notifications_off=True)
    post()
    clock.move_to(hours(2))
    seat.update(notifications_off=False)
    assert moments(clock, hours(2)) == [hours(18)]
