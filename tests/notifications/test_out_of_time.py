"""A person whose time ran out is notified that a bot plays the seat, once and only if it is still true."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail

from games.models import Notification
from games.play import takeover, timeouts
from games.play.snapshot import Snapshot
from tests.helpers import given
from tests.helpers.not_none import not_none
from tests.notifications.members import Clock, at_table, notifications, post, subjects, whose_turn

pytestmark = pytest.mark.django_db
Kind = Notification.Kind


def late(snapshot: Snapshot, seat: int, clock: Clock) -> None:
    due = given.now(snapshot).seats[seat].deadline
    clock.move_to(max(not_none(due) + timedelta(seconds=1), datetime.now(UTC)))
    timeouts.time_out(snapshot.table.pk, seat)


def test_the_person_of_a_seat_that_a_bot_plays_is_told_once_how_to_take_it_back(clock: Clock) -> None:
    snapshot = at_table(2)
    user, seat = whose_turn(snapshot), given.awaited(snapshot)
    late(snapshot, seat, clock)
    mail.outbox.clear()
    for _ in range(2):
        post()
    other = snapshot.seats[1 - seat].name
    assert subjects() == [f"A bot plays your seat: Parade with {other}"]
    assert "take your seat back, with one press" in mail.outbox[0].body
    assert mail.outbox[0].to == [f"{user.username.lower()}@example.org"]
    given.step(snapshot)
    post()
    assert [subject for subject in subjects() if "bot" in subject] == subjects()[:1]


def test_the_message_about_a_bot_is_dropped_once_the_seat_is_taken_back(clock: Clock) -> None:
    snapshot = at_table(2)
    user, seat = whose_turn(snapshot), given.awaited(snapshot)
    late(snapshot, seat, clock)
    mail.outbox.clear()
    takeover.take_back(snapshot.table.pk, user.pk)
    post()
    assert not [subject for subject in subjects() if "bot" in subject]


def test_the_last_warning_and_the_resigning_are_told_in_their_own_words(clock: Clock) -> None:
    snapshot = at_table(3)
    user, seat = whose_turn(snapshot), given.awaited(snapshot)
    words = []
    for _ in range(3):
        if given.now(snapshot).seats[seat].stand_in:
            takeover.take_back(snapshot.table.pk, user.pk)
        late(snapshot, seat, clock)
        mail.outbox.clear()
        post()
        words.append(mail.outbox[0].body)
    warning, resigned = "If your time runs out once more", "your seat is resigned, and a bot plays it"
    assert [warning in text for text in words] == [False, True, False]
    assert [resigned in text for text in words] == [False, False, True]


def test_a_seat_that_a_bot_plays_is_no_waiting_table(clock: Clock) -> None:
    first, second = at_table(2, seed="one"), at_table(2, seed="two")
    user = whose_turn(first)
    while whose_turn(second) != user:
        given.step(second)
    clock.shift(timedelta(minutes=1))
    for snapshot in (first, second):
        late(snapshot, given.awaited(given.now(snapshot)), clock)
    mail.outbox.clear()
    post()
    assert subjects() == ["News of 2 tables"]


def test_a_live_tables_time_out_is_told_by_its_board_alone(clock: Clock) -> None:
    snapshot = given.running(2)
    late(snapshot, given.awaited(snapshot), clock)
    assert notifications(kind=Kind.TIME_SHORT) == []
