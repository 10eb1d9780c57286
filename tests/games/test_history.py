"""Looking back and around: a person's matches, the lobby's order, the health page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import history, play, waiting
from games.history import PAGE
from games.models import Seat, Table
from tests.games import tables
from tests.games.tables import awaited, browser, person, running

pytestmark = pytest.mark.django_db


def listed(name: str, query: str = "", viewer: str | None = None) -> set[str]:
    """The finished matches that the page of that person shows to the viewer."""
    page = browser(viewer and person(viewer)).get(f"/@{name}/?{query}").context["page"]
    return {seat.table_id for seat in page}


def test_matches_are_found_by_opponent_game_and_result() -> None:
    two, three = running(2), running(3)
    play.resign(two.table.pk, person("Ada").pk)
    tables.play_until(three, "over")
    both = {two.table.pk, three.table.pk}
    assert listed("Ada") == listed("Ada", "game=parade") == listed("Ada", "opponent=bEN") == both
    assert listed("Ada", "opponent=cleo") == {three.table.pk}
    assert listed("Ada", "opponent=Ada") == set()
    assert listed("Ada", "result=resigned") == {two.table.pk}
    assert two.table.pk in listed("Ada", "result=lost")
    assert two.table.pk in listed("Ben", "result=won")
    assert listed("Ada", "game=tea_time") == set()


@pytest.mark.parametrize(("language", "colon"), [("en", ":"), ("fr", "\N{NO-BREAK SPACE}:")])
def test_a_score_in_the_list_stands_apart_from_a_name_that_ends_in_a_number(
    language: str, colon: str
) -> None:
    position = tables.finished(2)
    seat = Seat.objects.get(table=position.table, user=person("Ben"))
    Seat.objects.filter(pk=seat.pk).update(name="Route 66")
    page = browser(None, headers={"accept-language": language}).get("/@Ada/").content.decode()
    assert f"Route 66{colon} {seat.score}" in page


def test_matches_by_invitation_are_listed_to_their_own_seats_only() -> None:
    position = running(2, public=False)
    play.resign(position.table.pk, person("Ada").pk)
    person("Mallory")
    assert listed("Ada", viewer="Ada") == listed("Ada", viewer="Ben") == {position.table.pk}
    assert listed("Ada", viewer="Mallory") == listed("Ada") == set()


def test_matches_come_a_page_at_a_time_newest_first() -> None:
    for _ in range(PAGE + 1):
        play.resign(running(2).table.pk, person("Ada").pk)
    newest = Table.objects.order_by("-ended_at").first()
    assert newest is not None
    assert len(listed("Ada")) == PAGE
    assert newest.pk in listed("Ada")
    assert len(listed("Ada", "page=2")) == 1
    assert listed("Ada", "page=99") == listed("Ada", "page=2")
    assert listed("Ada", "page=x") == listed("Ada")


def test_ones_tables_that_wait_for_one_come_first_the_shortest_time_left_first() -> None:
    order = {}
    for pace in (60_000, 20_000):
        for wanted in (0, 1):
            position = running(2, increment_ms=pace)
            while awaited(tables.now(position)) != wanted:
                tables.step(position)
            order[(wanted, pace)] = position.table.pk
    found = [own.table.pk for own in waiting.own_tables(person("Ada"))]
    assert found[:2] == [order[(0, 20_000)], order[(0, 60_000)]]
    assert set(found[2:]) == {order[(1, 20_000)], order[(1, 60_000)]}


def test_the_lobby_lists_public_tables_alone_and_newest_first() -> None:
    old, new, hidden = tables.opened(), tables.opened(), tables.opened(public=False)
    Table.objects.filter(pk=old.table.pk).update(opened_at=timezone.now() - timedelta(hours=1))
    assert [table.pk for table in history.open_tables()] == [new.table.pk, old.table.pk]
    match = running(2)
    running(2, public=False)
    assert [table.pk for table in history.running_tables()] == [match.table.pk]
    page = browser(None).get("/lobby/").content.decode()
    assert hidden.table.pk not in page


def test_who_has_resigned_has_the_table_off_their_list() -> None:
    position = running(3)
    play.resign(position.table.pk, person("Ada").pk)
    assert waiting.own_tables(person("Ada")) == []
    assert [own.table.pk for own in waiting.own_tables(person("Ben"))] == [position.table.pk]


def test_the_health_page_answers_when_the_database_does() -> None:
    response = browser(None).get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")
