"""Matches against bots alone that their person leaves: put aside by one press, closed after days."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from accounts.data.deletion import delete
from games.guided import matches as guided
from games.models import Move, Results, Seat, Table
from games.play import closing, storage
from games.play.snapshot import Snapshot
from games.queries import history, waiting
from games.rules.core import Refused
from tests.helpers import given
from tests.helpers.given import browser, person, running

pytestmark = pytest.mark.django_db


def alone() -> Snapshot:
    return running(1, bots=("easy", "easy"), clock=False)


def closed_after(days: float) -> int:
    return closing.close_unfinished(timezone.now() + timedelta(days=days))


def status(snapshot: Snapshot) -> str:
    return Table.objects.get(pk=snapshot.table.pk).status


def test_a_match_against_bots_vanishes_after_fourteen_days_without_a_move_of_its_person() -> None:
    snapshot = alone()
    assert closed_after(13.9) == 0
    assert closed_after(14.1) == 1
    assert status(snapshot) == Table.Status.CLOSED
    assert not Seat.objects.filter(table=snapshot.table, awaited_since__isnull=False).exists()
    ada = person("Ada")
    assert waiting.own_tables(ada) == []
    assert not history.matches(ada, ada, ()).exists()
    assert not Results.objects.exists()
    page = browser(ada).get(f"/t/{snapshot.table.pk}/").content.decode()
    assert "closed without a result" in page
    assert "/ws/t/" not in page
    assert browser(ada).get(f"/t/{snapshot.table.pk}/replay/").status_code == 200


def test_a_move_of_the_person_keeps_the_match_and_one_of_a_bot_does_not() -> None:
    snapshot = alone()
    with time_machine.travel(timezone.now() + timedelta(days=10)):
        while given.awaited(snapshot) != 0:
            given.step(snapshot)
            snapshot = given.now(snapshot)
        assert closed_after(4.1) == 1
    snapshot = alone()
    while given.awaited(snapshot) != 0:
        given.step(snapshot)
        snapshot = given.now(snapshot)
    with time_machine.travel(timezone.now() + timedelta(days=10)):
        given.step(snapshot)
        assert closed_after(4.1) == 0


def test_a_guided_match_and_one_from_a_position_vanish_after_a_day() -> None:
    learnt = guided.open_guided(person("Ada"), "parade")
    tried = alone()
    Table.objects.filter(pk=tried.table.pk).update(begun_from={"match": "abcdefgh", "n": 3, "seat": 0})
    counted = alone()
    assert closed_after(0.9) == 0
    assert closed_after(1.1) == 2
    assert [status(match) for match in (learnt, tried, counted)] == ["closed", "closed", "running"]


def test_no_match_among_people_vanishes() -> None:
    snapshots = [running(2), running(2, pace="days"), running(2, bots=("easy",), clock=False)]
    assert closed_after(15) == 0
    assert {status(match) for match in snapshots} == {"running"}


def test_the_audit_finds_nothing_wrong_with_a_match_that_vanished() -> None:
    snapshot = alone()
    given.step(snapshot)
    moves = Move.objects.filter(table=snapshot.table).count()
    assert closed_after(15) == 1
    output = StringIO()
    call_command("audit", stdout=output)
    assert output.getvalue() == f"1 matches, {moves} rows, 0 faults\n"


def test_one_press_puts_a_match_against_bots_aside_and_one_takes_it_back() -> None:
    snapshot, ada = alone(), browser(person("Ada"))
    address = f"/t/{snapshot.table.pk}/aside/"
    page = ada.get("/yours/").content.decode()
    assert f'formaction="{address}"' in page
    assert ada.post(address, {"next": "/lobby/"})["Location"] == "/lobby/"
    assert waiting.own_tables(person("Ada")) == []
    assert f'id="own-{snapshot.table.pk}"' not in ada.get("/lobby/").content.decode()
    assert "1 put aside" in ada.get("/yours/").content.decode()
    assert ada.post(address, {"back": "yes"})["Location"] == "/yours/"
    assert len(waiting.own_tables(person("Ada"))) == 1


def test_a_move_at_a_table_that_was_put_aside_brings_it_back() -> None:
    snapshot = alone()
    while given.awaited(snapshot) != 0:
        given.step(snapshot)
        snapshot = given.now(snapshot)
    closing.put_aside(snapshot.table.pk, person("Ada").pk, True)
    assert storage.load(snapshot.table.pk).seats[0].put_aside_at
    given.step(given.now(snapshot))
    assert not storage.load(snapshot.table.pk).seats[0].put_aside_at


def test_a_match_with_a_clock_is_not_put_aside_though_the_others_have_left() -> None:
    snapshot = running(2, bots=["easy"], pace="days")
    delete(person("Ben"))
    with pytest.raises(Refused, match="others_wait"):
        closing.put_aside(snapshot.table.pk, person("Ada").pk, True)
    assert not any(own.can_be_put_aside for own in waiting.own_tables(person("Ada")))


def test_where_others_wait_nothing_is_put_aside() -> None:
    snapshot, ada = running(2), browser(person("Ada"))
    with pytest.raises(Refused, match="others_wait"):
        closing.put_aside(snapshot.table.pk, person("Ada").pk, True)
    assert "/aside/" not in ada.get("/yours/").content.decode()
    refused = ada.post(f"/t/{snapshot.table.pk}/aside/")
    assert "Other people wait for you" in refused.content.decode()
