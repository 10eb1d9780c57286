"""Matches over days without moves: the players are warned, then the match is closed."""

from __future__ import annotations

import pytest
import time_machine

from games.models import Notification, Seat
from games.play import phrases
from games.play.snapshot import Snapshot
from games.ratings import eligibility
from tests.helpers import chores, given
from tests.helpers.days import DAY, NOON, at, dealt, late
from tests.helpers.given import awaited, browser, first_legal, person, running

pytestmark = pytest.mark.django_db


def notifications(snapshot: Snapshot) -> set[str]:
    rows = Notification.objects.filter(table=snapshot.table, kind=Notification.Kind.ABANDONED)
    return set(rows.values_list("user__username", flat=True))


def untouched(days: float) -> time_machine.travel:
    return at(NOON + days * DAY)


def test_a_match_that_nobody_touches_is_closed_after_sixty_days_and_a_weeks_warning() -> None:
    snapshot = dealt(2, bots=("easy",))
    with untouched(52.9):
        chores.do_all()
        assert (notifications(snapshot), given.now(snapshot).table.warned_at) == (set(), None)
    with untouched(53):
        chores.do_all()
        chores.do_all()
        assert notifications(snapshot) == {"Ada", "Ben"}
        page = browser(None).get(f"/t/{snapshot.table.pk}/").content.decode()
        assert "the match will be closed on 2 August" in page
    with untouched(59.9):
        chores.do_all()
        assert given.now(snapshot).table.is_running
    with untouched(60):
        chores.do_all()
    table = given.now(snapshot).table
    assert table.outcome and table.outcome["reason"] == "abandoned"
    assert not Seat.objects.filter(table=table).exclude(deadline=None).exists()
    assert "The match was abandoned<" in browser(None).get(f"/t/{table.pk}/").content.decode()
    yours = browser(person("Ada")).get("/yours/").content.decode()
    ended = given.now(snapshot)
    assert not any(ended.table.is_won_by(seat) for seat in ended.seats)
    results = [
        browser(person("Ada")).get("/@Ada/", {"result": kind}).content.decode() for kind in ("won", "lost")
    ]
    assert not any(table.pk in page for page in results)
    assert eligibility.why_not(table, given.now(snapshot).seats) == eligibility.ABANDONED
    assert "abandoned" in yours and "<b>won</b>" not in yours and "place" not in yours


def test_after_a_long_pause_of_the_site_its_people_still_have_the_week() -> None:
    snapshot = dealt()
    with untouched(90):
        chores.do_all()
        assert given.now(snapshot).table.is_running
    with untouched(96.9):
        chores.do_all()
        assert given.now(snapshot).table.is_running
    with untouched(97):
        chores.do_all()
        assert given.now(snapshot).table.is_over


def test_a_persons_move_keeps_the_match_and_a_bots_does_not() -> None:
    touched, left = dealt(), dealt()
    for snapshot in (touched, left):
        late(snapshot)
        with untouched(53):
            chores.do_all()
    with untouched(54):
        seat = awaited(given.now(left))
        number = given.now(left).table.number
        given.bot_move(left.table.pk, seat, number, first_legal(given.now(left), seat))
        new_snapshot = given.now(touched)
        seat = awaited(new_snapshot)
        user = new_snapshot.seats[seat].user_id
        given.submit(
            new_snapshot.table.pk,
            user,
            first_legal(new_snapshot, seat),
            key="k",
            seen=new_snapshot.table.number,
        )
    with untouched(61):
        chores.do_all()
    assert given.now(left).table.is_over
    assert given.now(touched).table.is_running
    assert given.now(touched).table.warned_at is None


def test_saying_something_keeps_a_match_too() -> None:
    snapshot = dealt()
    with untouched(53):
        chores.do_all()
    with untouched(59):
        phrases.say(snapshot.table.pk, person("Ada").pk, "hello")
    with untouched(61):
        chores.do_all()
    assert given.now(snapshot).table.is_running


def test_live_matches_are_not_closed_as_abandoned() -> None:
    with at(NOON):
        snapshot = running(2)
    with untouched(70):
        chores.do_all()
    assert given.now(snapshot).table.is_running
