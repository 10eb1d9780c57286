"""Only what is true when it is due is sent: not what has been done, nor what the member is looking at."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Delivery, Notification, Seat
from games.play import closing, invitations, opening, presence, seating, vacations
from games.play.opening import Plan
from tests.helpers import given
from tests.helpers.given import person
from tests.notifications.members import (
    DAYS,
    NOON,
    Clock,
    at_table,
    deliveries,
    gone,
    looks,
    member,
    notifications,
    post,
    subjects,
    whose_turn,
)

pytestmark = pytest.mark.django_db


def test_a_turn_is_told_once_however_often_the_post_is_carried(clock: Clock) -> None:
    snapshot = at_table(2)
    for _ in range(3):
        post()
        clock.shift(timedelta(minutes=10))
    assert len(mail.outbox) == 1
    assert mail.outbox[0].to == [f"{whose_turn(snapshot).username.lower()}@example.org"]


def test_a_turn_that_was_played_before_it_was_due_is_not_told(clock: Clock) -> None:
    member("Ada", rhythm="daily", daily_at=18)
    member("Ben", rhythm="daily", daily_at=18)
    snapshot = at_table(2)
    post()
    first = whose_turn(snapshot)
    given.step(snapshot)
    post()
    clock.shift(timedelta(hours=7))
    post()
    assert [delivery.status for delivery in deliveries(first)] == [Delivery.Status.DROPPED]
    assert len(mail.outbox) == 1
    assert mail.outbox[0].to != [f"{first.username.lower()}@example.org"]


def test_a_turn_that_was_played_before_it_was_sorted_makes_no_delivery(clock: Clock) -> None:
    snapshot = at_table(2)
    first = whose_turn(snapshot)
    given.step(snapshot)
    post()
    assert deliveries(first) == []


def test_nothing_is_sent_while_the_member_looks_and_nothing_afterwards_that_was_seen(clock: Clock) -> None:
    snapshot = at_table(2)
    user = whose_turn(snapshot)
    for _ in range(4):
        looks(user, snapshot)
        post()
        clock.shift(timedelta(seconds=30))
    clock.shift(timedelta(hours=1))
    post()
    assert mail.outbox == []


def test_a_person_who_looked_away_before_their_turn_is_told_a_little_later(clock: Clock) -> None:
    snapshot = at_table(2)
    other = next(seat.user for seat in snapshot.seats if seat.user != whose_turn(snapshot))
    assert other is not None
    looks(other, snapshot)
    clock.shift(timedelta(seconds=10))
    given.step(snapshot)
    assert whose_turn(snapshot) == other
    post()
    assert mail.outbox == []
    clock.shift(timedelta(seconds=70))
    post()
    assert mail.outbox[-1].to == [f"{other.username.lower()}@example.org"]


def test_time_that_is_short_is_told_even_to_who_has_seen_the_turn(clock: Clock) -> None:
    snapshot = at_table(2)
    looks(whose_turn(snapshot), snapshot)
    clock.shift(timedelta(hours=17, minutes=59))
    post()
    assert mail.outbox == []
    clock.shift(timedelta(minutes=2))
    post()
    assert subjects() == [
        f"Your time is short: Parade with {'Ben' if whose_turn(snapshot).username == 'Ada' else 'Ada'}"
    ]
    assert "5 hours left" in mail.outbox[0].body


def test_time_that_is_no_longer_short_because_of_a_vacation_is_told_when_it_is(clock: Clock) -> None:
    snapshot = at_table(2)
    user = whose_turn(snapshot)
    looks(user, snapshot)
    clock.shift(timedelta(hours=11))
    vacations.go_on_vacation(user.pk, (NOON + timedelta(days=3)).date())
    clock.shift(timedelta(hours=8))
    post()
    assert mail.outbox == []
    # From midnight after the vacation eighteen hours of twenty-four run: it began on the day of the turn.
    clock.move_to(datetime(2026, 3, 6, 18, 1, tzinfo=UTC))
    post()
    assert len(mail.outbox) == 1


def test_after_a_vacation_time_gets_short_and_is_told_once_more(clock: Clock) -> None:
    snapshot = at_table(2)
    user = whose_turn(snapshot)
    looks(user, snapshot)
    clock.shift(timedelta(hours=19))
    post()
    assert len(mail.outbox) == 1
    vacations.go_on_vacation(user.pk, (NOON + timedelta(days=3)).date())
    post()
    assert len(mail.outbox) == 1
    clock.move_to(datetime(2026, 3, 6, 4, 50, tzinfo=UTC))
    post()
    post()
    assert len(mail.outbox) == 2


def test_no_time_is_short_once_it_is_over(clock: Clock) -> None:
    snapshot = at_table(2)
    looks(whose_turn(snapshot), snapshot)
    clock.shift(timedelta(hours=25))
    post()
    assert mail.outbox == []
    assert Notification.objects.filter(fanned_out_at=None).count() == 0


def test_the_end_is_told_unless_it_was_seen(clock: Clock) -> None:
    snapshot = given.play_until(at_table(3), "over")
    mover = snapshot.recent[-1].seat
    present, absent = [seat.user for seat in snapshot.seats if seat.index != mover]
    assert present and absent
    gone(absent, snapshot)
    clock.shift(timedelta(seconds=5))
    looks(present, snapshot)
    clock.shift(timedelta(minutes=5))
    post()
    assert [message.to for message in mail.outbox] == [[f"{absent.username.lower()}@example.org"]]
    assert "1. " in mail.outbox[0].body


@pytest.mark.parametrize(
    "undo",
    [
        lambda table: closing.cancel(table, person("Ada").pk),
        lambda table: invitations.withdraw(table, person("Ada").pk, "Ben"),
        lambda table: invitations.decline(table, person("Ben").pk),
        lambda table: seating.join(table, person("Ben")),
    ],
    ids=["closed", "withdrawn", "declined", "accepted"],
)
def test_an_invitation_that_is_no_longer_open_is_not_told(
    clock: Clock, undo: Callable[[str], object]
) -> None:
    member("Ben")
    open_table = opening.open_table(member("Ada", mail=False), Plan("parade", 3, invited=["Ben"], **DAYS))
    undo(open_table.table.pk)
    post()
    assert mail.outbox == []


def test_an_invitation_that_is_open_is_told_with_the_rules_of_the_table(clock: Clock) -> None:
    member("Ben")
    opening.open_table(member("Ada", mail=False), Plan("parade", 3, invited=["Ben"], **DAYS))
    post()
    assert subjects() == ["Ada invites you to play Parade"]
    assert "3 seats, over days, 12 h + 12 h a move" in mail.outbox[0].body


def test_a_person_who_stood_up_again_has_not_sat_down(clock: Clock) -> None:
    everything = {"sat_down": ["mail"]}
    table = opening.open_table(member("Ada", channels=everything), Plan("parade", 3, **DAYS)).table
    seating.join(table.pk, person("Ben"), token=table.invite)
    closing.leave(table.pk, person("Ben").pk)
    seating.join(table.pk, person("Cleo"), token=table.invite)
    post()
    assert subjects() == ["Cleo has sat down at your table of Parade"]


def test_a_warning_that_somebody_has_answered_by_playing_is_not_told(clock: Clock) -> None:
    snapshot = at_table(2)
    for user in (person("Ada"), person("Ben")):
        gone(user, snapshot)
    Notification.objects.all().delete()
    clock.shift(timedelta(days=54))
    Seat.objects.filter(table=snapshot.table).update(deadline=NOON + timedelta(days=90))
    closing.warn_of_closing(datetime.now(UTC))
    assert len(notifications(kind=Notification.Kind.ABANDONED)) == 2
    given.step(snapshot)
    post()
    assert not any("closed" in subject for subject in subjects())


def test_a_warning_is_told_with_the_day(clock: Clock) -> None:
    snapshot = at_table(2)
    Notification.objects.all().delete()
    clock.shift(timedelta(days=54))
    closing.warn_of_closing(datetime.now(UTC))
    post()
    assert subjects() == ["A match that nobody plays will be closed: Parade"] * 2
    assert "until Sunday 3 May" in mail.outbox[0].body or "until Saturday 2 May" in mail.outbox[0].body
    assert snapshot.table.pk in mail.outbox[0].body


def test_nothing_is_told_of_a_silent_table(clock: Clock) -> None:
    snapshot = at_table(2)
    presence.turn_notifications_off(snapshot.table.pk, whose_turn(snapshot).pk, True)
    post()
    assert (mail.outbox, deliveries()) == ([], [])


def test_a_table_that_was_made_silent_before_it_was_due_is_silent(clock: Clock) -> None:
    member("Ada", rhythm="daily", daily_at=18)
    member("Ben", rhythm="daily", daily_at=18)
    snapshot = at_table(2)
    post()
    presence.turn_notifications_off(snapshot.table.pk, whose_turn(snapshot).pk, True)
    clock.shift(timedelta(hours=7))
    post()
    assert mail.outbox == []


def test_a_seat_forgets_the_wishes_of_who_sat_there_before(clock: Clock) -> None:
    everything = {"sat_down": ["mail"]}
    table = opening.open_table(member("Ada", mail=False), Plan("parade", 3, **DAYS)).table
    seating.join(table.pk, person("Ben"), token=table.invite)
    presence.turn_notifications_off(table.pk, person("Ben").pk, True)
    closing.leave(table.pk, person("Ben").pk)
    with CaptureQueriesContext(connection) as queries:
        seating.join(table.pk, member("Cleo", channels=everything), token=table.invite)
    # The table comes first, as in all transactions that write to it, or two could wait for each other.
    touched = [query["sql"] for query in queries if 'UPDATE "games_' in query["sql"]]
    assert 'UPDATE "games_table"' in touched[0]
    assert not Seat.objects.get(table=table, user=person("Cleo")).notifications_off
    seating.join(table.pk, person("Dan"), token=table.invite)
    post()
    # That it has begun, or at once that it is her turn.
    assert any(subject.endswith(": Parade with Ada and Dan") for subject in subjects())


def test_a_notice_that_cannot_be_judged_holds_up_no_other(clock: Clock) -> None:
    member("Ada", channels={"sat_down": ["mail"]})
    snapshot = at_table(2)
    broken = Notification.objects.create(
        user=person("Ada"),
        table=snapshot.table,
        kind="sat_down",
        about="nonsense",
        facts={},
        due_at=NOON - timedelta(hours=1),
    )
    post()
    broken.refresh_from_db()
    assert (broken.fanned_out_at, broken.due_at > NOON) == (None, True)
    assert any(subject.startswith("Your turn") for subject in subjects())


def test_a_delivery_that_cannot_be_judged_holds_up_no_other(clock: Clock) -> None:
    member("Ada", channels={"sat_down": ["mail"]}, rhythm="daily", daily_at=13)
    member("Ben", rhythm="daily", daily_at=13)
    snapshot = at_table(2)
    post()
    broken = Notification.objects.create(
        user=person("Ada"),
        table=snapshot.table,
        kind="sat_down",
        about="nonsense",
        facts={},
        fanned_out_at=NOON,
    )
    row = Delivery.objects.create(notification=broken, channel="mail", due_at=NOON)
    post()
    row.refresh_from_db()
    assert (row.status, row.due_at) == (Delivery.Status.WAITING, NOON + timedelta(hours=1))
