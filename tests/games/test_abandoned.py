"""Matches over days that nobody touches: their people are warned, then the match is closed."""

from __future__ import annotations

import pytest
import time_machine

from games import chores, play
from games.models import Notice, Seat
from games.play import Position
from tests.games import tables
from tests.games.days import DAY, NOON, at, dealt, late
from tests.games.tables import awaited, browser, first_legal, person, running

pytestmark = pytest.mark.django_db


def notices(position: Position) -> set[str]:
    found = Notice.objects.filter(table=position.table, kind=Notice.Kind.ABANDONED)
    return set(found.values_list("user__username", flat=True))


def untouched(days: float) -> time_machine.travel:
    return at(NOON + days * DAY)


def test_a_match_that_nobody_touches_is_closed_after_sixty_days_and_a_weeks_warning() -> None:
    position = dealt(2, bots=("easy",))
    with untouched(52.9):
        chores.do_all()
        assert (notices(position), tables.now(position).table.warned_at) == (set(), None)
    with untouched(53):
        chores.do_all()
        chores.do_all()
        assert notices(position) == {"Ada", "Ben"}
        page = browser(None).get(f"/t/{position.table.pk}/").content.decode()
        assert "the match will be closed on 2 August" in page
    with untouched(59.9):
        chores.do_all()
        assert tables.now(position).table.is_running
    with untouched(60):
        chores.do_all()
    table = tables.now(position).table
    assert table.outcome and table.outcome["reason"] == "abandoned"
    assert not Seat.objects.filter(table=table).exclude(deadline=None).exists()
    assert "The match was abandoned." in browser(None).get(f"/t/{table.pk}/").content.decode()


def test_after_a_long_pause_of_the_site_its_people_still_have_the_week() -> None:
    position = dealt()
    with untouched(90):
        chores.do_all()
        assert tables.now(position).table.is_running
    with untouched(96.9):
        chores.do_all()
        assert tables.now(position).table.is_running
    with untouched(97):
        chores.do_all()
        assert tables.now(position).table.is_over


def test_a_persons_move_keeps_the_match_and_a_bots_does_not() -> None:
    touched, left = dealt(), dealt()
    for position in (touched, left):
        late(position)
        with untouched(53):
            chores.do_all()
    with untouched(54):
        seat = awaited(tables.now(left))
        number = tables.now(left).table.number
        play.bot_move(left.table.pk, seat, number, first_legal(tables.now(left), seat))
        here = tables.now(touched)
        seat = awaited(here)
        user = here.seats[seat].user_id
        play.submit(here.table.pk, user, first_legal(here, seat), key="k", seen=here.table.number)
    with untouched(61):
        chores.do_all()
    assert tables.now(left).table.is_over
    assert tables.now(touched).table.is_running
    assert tables.now(touched).table.warned_at is None


def test_saying_something_keeps_a_match_too() -> None:
    position = dealt()
    with untouched(53):
        chores.do_all()
    with untouched(59):
        play.say(position.table.pk, person("Ada").pk, "hello")
    with untouched(61):
        chores.do_all()
    assert tables.now(position).table.is_running


def test_live_matches_are_not_closed_as_abandoned() -> None:
    with at(NOON):
        position = running(2)
    with untouched(70):
        chores.do_all()
    assert tables.now(position).table.is_running
