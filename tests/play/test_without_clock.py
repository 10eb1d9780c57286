"""Moves against bots alone have no clock: nobody's seat is taken, and the table waits for days."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.models import Seat, Table
from games.play import bot_seats, departure, opening, seating, timeouts
from games.play.opening import Plan
from games.play.snapshot import Snapshot
from games.queries import waiting
from games.rules.core import Refused
from games.scheduler import due
from tests.helpers import given
from tests.helpers.given import browser, person, running

pytestmark = pytest.mark.django_db


def alone(**plan: Any) -> Snapshot:
    return running(1, bots=("easy", "easy"), clock=False, **plan)


def to_the_person(snapshot: Snapshot) -> Snapshot:
    """Play until it is the person's turn."""
    while given.awaited(snapshot) != 0:
        given.step(snapshot)
        snapshot = given.now(snapshot)
    return snapshot


def test_nobody_takes_the_seat_of_whoever_thinks_for_days() -> None:
    snapshot = to_the_person(alone())
    assert snapshot.seats[0].deadline is None
    with time_machine.travel(timezone.now() + timedelta(days=30)):
        assert due.overdue() == []
        with pytest.raises(Refused, match="stale"):
            timeouts.time_out(snapshot.table.pk, 0)
        assert [own.table.pk for own in waiting.own_tables(person("Ada"))] == [snapshot.table.pk]


def test_a_match_over_days_against_bots_alone_has_no_clock_either() -> None:
    table = alone(pace="days", weekends_off=True).table
    assert (table.has_clock, table.is_live, table.weekends_off) == (False, True, False)


def test_with_people_a_table_keeps_its_clock() -> None:
    assert running(2, bots=("easy",), clock=False).table.has_clock


def test_a_match_against_bots_is_not_counted_in_your_turn() -> None:
    calm = to_the_person(alone())
    pressing = given.now(running(2))
    while given.awaited(pressing) != 0:
        given.step(pressing)
        pressing = given.now(pressing)
    assert waiting.tables_for(calm.people[0]) == [pressing.table.pk]
    assert not waiting.is_awaited(calm.seats[0], calm.table)
    listed = [own.table.pk for own in waiting.own_tables(person("Ada"))]
    assert listed == [pressing.table.pk, calm.table.pk]


def test_the_host_fills_the_table_with_bots_and_plays_without_a_clock() -> None:
    host = person("Ada")
    opened = opening.open_table(host, Plan("parade", 4, pace="days"))
    begun = bot_seats.fill(opened.table.pk, host.pk)
    assert begun.table.is_running and not begun.table.has_clock
    assert [seat.level for seat in begun.seats] == ["", "easy", "easy", "easy"]
    assert len({seat.name for seat in begun.seats}) == 4
    stored = Table.objects.get(pk=opened.table.pk)
    assert (stored.pace, stored.increment_ms, stored.bank_ms) == ("live", 0, 0)
    assert not Seat.objects.filter(table=stored, user=host, deadline__isnull=False).exists()


def test_a_table_that_is_filled_for_two_people_keeps_its_clock() -> None:
    host, guest = person("Ada"), person("Ben")
    opened = opening.open_table(host, Plan("parade", 4))
    seating.join(opened.table.pk, guest)
    with pytest.raises(Refused, match="not_host"):
        bot_seats.fill(opened.table.pk, guest.pk)
    begun = bot_seats.fill(opened.table.pk, host.pk)
    assert begun.table.has_clock
    with pytest.raises(Refused, match="already_started"):
        bot_seats.fill(opened.table.pk, host.pk)


def test_a_rematch_against_bots_alone_has_no_clock() -> None:
    snapshot = alone()
    departure.resign(snapshot.table.pk, snapshot.people[0])
    again = opening.rematch(snapshot.table.pk, person("Ada"))
    assert again.table.is_running and not again.table.has_clock


def test_friends_get_a_table_that_only_the_link_opens() -> None:
    client = browser(None)
    response = client.post("/with-friends/", {"game": "tea_time"})
    table = Table.objects.get()
    page = client.get(response["Location"]).content.decode()
    assert not table.public and f"/i/{table.invite}/" in page
    assert f"/t/{table.pk}/fill/" in page
    assert table.invite not in browser(None).get("/").content.decode()


def test_a_quick_tile_opens_a_table_and_leads_others_there() -> None:
    there = browser(None).post("/quick/", {"game": "parade", "pace": "days"})["Location"]
    table = Table.objects.get()
    assert (table.pace, table.public, table.is_open) == ("days", True, True)
    tile = f'<a class="btn tile" href="{there}">'
    assert browser(None).get("/").content.decode().count(tile) == 1
    assert browser(None).get("/lobby/").content.decode().count(tile) == 1


def test_a_table_with_times_of_its_own_is_behind_no_tile() -> None:
    opening.open_table(person("Ada"), Plan("parade", 4, bank_ms=60_000))
    assert 'class="btn tile" href' not in browser(None).get("/").content.decode()


def test_no_clock_begins_at_once() -> None:
    client = browser(None)
    client.post("/quick/", {"game": "wonderland", "pace": ""})
    table = Table.objects.get()
    assert table.is_running and not table.has_clock


def test_a_result_says_that_a_bot_played_for_the_reader() -> None:
    snapshot = running(2, bank_ms=30_000)
    late = snapshot.people[given.awaited(snapshot)]
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        timeouts.time_out(snapshot.table.pk, given.awaited(snapshot))
    other = next(person_there for person_there in snapshot.people if person_there != late)
    departure.resign(snapshot.table.pk, other)
    pages = [browser(User.objects.get(pk=who)).get(f"/t/{snapshot.table.pk}/") for who in (late, other)]
    has_sentence = ["A bot played for you." in page.content.decode() for page in pages]
    assert has_sentence == [True, False]
