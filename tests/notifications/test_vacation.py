"""Members on vacation aren't notified of turns, and then of each that still waits when they are back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail

from games.models import Delivery
from games.play import departure, vacations
from games.play.snapshot import Snapshot
from tests.helpers import given
from tests.notifications.members import (
    NOON,
    Clock,
    at_table,
    browser_of,
    deliveries,
    looks,
    member,
    post,
    whose_turn,
)

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def away(clock: Clock, days: int = 3, **preferences: Any) -> tuple[Snapshot, str]:
    """Return a match whose turn has come to a member on vacation, and the member's address. The first day has begun."""
    for name in ("Ada", "Ben"):
        member(name, **preferences)
    snapshot = at_table(2, seed="vacation")
    first = whose_turn(snapshot)
    other = next(seat.user_id for seat in snapshot.seats if seat.user_id != first.pk)
    assert other is not None
    vacations.go_on_vacation(other, (NOON + (days - 1) * DAY).date())
    given.step(snapshot)
    return snapshot, f"{whose_turn(snapshot).username.lower()}@example.org"


def mails_to(address: str) -> list[str]:
    return [str(message.subject) for message in mail.outbox if message.to == [address]]


def days_of_post(clock: Clock, days: int) -> None:
    for _ in range(days * 4):
        post()
        clock.shift(DAY / 4)
    post()


def test_a_turn_on_vacation_is_told_once_when_it_is_over(clock: Clock) -> None:
    _position, address = away(clock)
    clock.move_to(datetime(2026, 3, 2, 13, tzinfo=UTC))
    days_of_post(clock, 2)
    assert mails_to(address) == []
    clock.move_to(datetime(2026, 3, 5, 0, 1, tzinfo=UTC))
    for _ in range(3):
        post()
        clock.shift(timedelta(hours=1))
    assert [text.partition(": ")[2].partition(":")[0] for text in mails_to(address)] == ["Your turn"]


def test_a_vacation_that_ends_early_brings_the_turn_forward(clock: Clock) -> None:
    snapshot, address = away(clock, days=20)
    days_of_post(clock, 1)
    vacations.come_back(whose_turn(snapshot).pk)
    post()
    assert mails_to(address) == []
    clock.move_to(datetime(2026, 3, 4, 0, 1, tzinfo=UTC))
    post()
    assert len(mails_to(address)) == 1


def test_a_turn_that_was_made_on_vacation_is_not_told_afterwards(clock: Clock) -> None:
    snapshot, address = away(clock)
    days_of_post(clock, 1)
    given.step(snapshot)
    clock.shift(3 * DAY)
    post()
    assert mails_to(address) == []


def test_a_look_from_the_beach_does_not_lose_the_turn(clock: Clock) -> None:
    snapshot, address = away(clock)
    looks(whose_turn(snapshot), snapshot)
    clock.shift(timedelta(hours=1))
    days_of_post(clock, 2)
    assert mails_to(address) == []
    clock.move_to(datetime(2026, 3, 5, 0, 1, tzinfo=UTC))
    post()
    assert len(mails_to(address)) == 1


def test_a_turn_that_was_to_wait_for_the_daily_letter_waits_for_the_vacations_end(clock: Clock) -> None:
    snapshot = at_table(2, seed="vacation")
    user = member(whose_turn(snapshot).username, rhythm="daily", daily_at=18)
    post()
    assert [delivery.status for delivery in deliveries(user)] == [Delivery.Status.WAITING]
    vacations.go_on_vacation(user.pk, (NOON + DAY).date())
    days_of_post(clock, 1)
    address = f"{user.username.lower()}@example.org"
    assert mails_to(address) == []
    clock.move_to(datetime(2026, 3, 4, 18, 1, tzinfo=UTC))
    post()
    assert len(mails_to(address)) == 1


def test_a_push_message_is_held_too_and_what_is_no_turn_is_told_at_once(clock: Clock) -> None:
    snapshot, address = away(clock)
    user = whose_turn(snapshot)
    browser_of(user)
    post()
    assert deliveries(user, channel="push", notification__kind="your_turn") == []
    other = next(seat.user_id for seat in snapshot.seats if seat.user_id != user.pk)
    departure.resign(snapshot.table.pk, other)
    post()
    assert [text.partition(": ")[2].partition(":")[0] for text in mails_to(address)] == ["The match is over"]


def test_a_daily_letter_on_vacation_lists_no_turns(clock: Clock) -> None:
    snapshot, address = away(clock, rhythm="daily", daily_at=18)
    over = at_table(2, seed="vacation")
    user = whose_turn(snapshot)
    other = next(seat.user_id for seat in snapshot.seats if seat.user_id != user.pk)
    departure.resign(over.table.pk, other)
    post()
    clock.move_to(datetime(2026, 3, 2, 18, 1, tzinfo=UTC))
    post()
    assert [text.partition(": ")[2].partition(":")[0] for text in mails_to(address)] == ["The match is over"]
