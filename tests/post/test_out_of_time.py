"""Out of time: the person whose seat a bot plays is told so, if it is still true, and only once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail

from games import play
from games.models import Notice
from tests.games import tables
from tests.post.members import at_table, notices, post, whose_turn

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
Clock = time_machine.Traveller
Kind = Notice.Kind


@pytest.fixture
def clock() -> Iterator[Clock]:
    with time_machine.travel(NOON, tick=False) as travelled:
        yield travelled


def subjects() -> list[str]:
    return [each.subject.removeprefix("Unbirthday: ") for each in mail.outbox]


def late(position: play.Position, seat: int, clock: Clock) -> None:
    due = tables.now(position).seats[seat].deadline
    clock.move_to(max(due + timedelta(seconds=1), datetime.now(UTC)))
    play.time_out(position.table.pk, seat)


def test_whose_seat_a_bot_plays_is_told_so_once_and_how_to_take_it_back(clock: Clock) -> None:
    position = at_table(2)
    user, seat = whose_turn(position), tables.awaited(position)
    late(position, seat, clock)
    mail.outbox.clear()
    for _ in range(2):
        post()
    other = position.seats[1 - seat].name
    assert subjects() == [f"A bot plays your seat: Parade with {other}"]
    assert "take your seat back, with one press" in mail.outbox[0].body
    assert mail.outbox[0].to == [f"{user.username.lower()}@example.org"]
    tables.step(position)
    post()
    assert [each for each in subjects() if "bot" in each] == subjects()[:1]


def test_that_a_bot_plays_is_not_told_once_the_seat_is_taken_back(clock: Clock) -> None:
    position = at_table(2)
    user, seat = whose_turn(position), tables.awaited(position)
    late(position, seat, clock)
    mail.outbox.clear()
    play.take_back(position.table.pk, user.pk)
    post()
    assert not [each for each in subjects() if "bot" in each]


def test_the_last_warning_and_the_resigning_are_told_in_their_own_words(clock: Clock) -> None:
    position = at_table(3)
    user, seat = whose_turn(position), tables.awaited(position)
    told = []
    for _ in range(3):
        if tables.now(position).seats[seat].stand_in:
            play.take_back(position.table.pk, user.pk)
        late(position, seat, clock)
        mail.outbox.clear()
        post()
        told.append(mail.outbox[0].body)
    warning, resigned = "If your time runs out once more", "your seat is resigned, and a bot plays it"
    assert [warning in each for each in told] == [False, True, False]
    assert [resigned in each for each in told] == [False, False, True]


def test_that_a_bot_plays_is_no_table_that_waits(clock: Clock) -> None:
    first, second = at_table(2, seed="one"), at_table(2, seed="two")
    user = whose_turn(first)
    while whose_turn(second) != user:
        tables.step(second)
    clock.shift(timedelta(minutes=1))
    for position in (first, second):
        late(position, tables.awaited(tables.now(position)), clock)
    mail.outbox.clear()
    post()
    assert subjects() == ["News of 2 tables"]


def test_a_live_tables_time_out_is_told_by_its_board_alone(clock: Clock) -> None:
    position = tables.running(2)
    late(position, tables.awaited(position), clock)
    assert notices(kind=Kind.TIME_SHORT) == []
