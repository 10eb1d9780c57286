"""A person's matches, the order of the lobby, and the health page."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from games.coach.models import Hint
from games.models import Seat, Table
from games.people import lists
from games.play import departure
from games.queries import history, lobby, lobby_readers, pages, waiting
from games.queries.history import wins
from games.views.people import PAGE
from tests.helpers import given
from tests.helpers.given import awaited, browser, person, running

pytestmark = pytest.mark.django_db


def page_of(name: str, query: str = "", viewer: str | None = None) -> pages.Page:
    """Return the finished matches that the page of that person shows to the viewer."""
    page: pages.Page = browser(person(viewer) if viewer else None).get(f"/@{name}/?{query}").context["page"]
    return page


def listed(name: str, query: str = "", viewer: str | None = None) -> set[str]:
    return {seat.table_id for seat in page_of(name, query, viewer)}


def test_matches_are_found_by_opponent_game_and_result() -> None:
    two, three = running(2), running(3)
    departure.resign(two.table.pk, person("Ada").pk)
    given.play_until(three, "over")
    both = {two.table.pk, three.table.pk}
    assert listed("Ada") == listed("Ada", "game=parade") == listed("Ada", "opponent=bEN") == both
    assert listed("Ada", "opponent=cleo") == {three.table.pk}
    assert listed("Ada", "opponent=Ada") == set()
    assert listed("Ada", "result=resigned") == {two.table.pk}
    assert two.table.pk in listed("Ada", "result=lost")
    assert two.table.pk in listed("Ben", "result=won")
    assert listed("Ada", "game=tea_time") == set()


def test_the_filters_lead_to_the_list() -> None:
    given.finished(2)
    page = browser(None).get("/@Ada/").content.decode()
    assert 'id="matches"' in page and '<form class="filters" method="get" action="#matches">' in page


@pytest.mark.parametrize(("language", "colon"), [("en", ":"), ("fr", "\N{NO-BREAK SPACE}:")])
def test_a_score_in_the_list_stands_apart_from_a_name_that_ends_in_a_number(
    language: str, colon: str
) -> None:
    snapshot = given.finished(2)
    seat = Seat.objects.get(table=snapshot.table, user=person("Ben"))
    Seat.objects.filter(pk=seat.pk).update(name="Route 66")
    page = browser(None, headers={"accept-language": language}).get("/@Ada/").content.decode()
    assert f"<bdi>Route 66</bdi>{colon} {seat.score}" in page


def test_the_list_marks_matches_that_do_not_count() -> None:
    given.finished(2, "counted")
    hinted = given.finished(2, "hinted")
    Hint.objects.create(table=hinted.table, seat=1, number=1)
    html = browser(None).get("/@Ada/").content.decode()
    rows = html.split("<tr>")[2:]
    assert len(rows) == 2
    assert [">not counted<" in row for row in rows] == [hinted.table.pk in row for row in rows]


def test_the_list_marks_no_deal_of_the_day_which_counts_by_itself() -> None:
    snapshot = given.finished(2)
    Table.objects.filter(pk=snapshot.table.pk).update(deal={"day": "2026-11-30"})
    ada = person("Ada")
    html = browser(ada).get("/@Ada/").content.decode()
    assert f"/t/{snapshot.table.pk}/" in html and ">not counted<" not in html
    # A match whose deal was played again counts nowhere.
    Table.objects.filter(pk=snapshot.table.pk).update(deal={"match": "abcdefgh", "seat": 0})
    assert ">not counted<" in browser(ada).get("/@Ada/").content.decode()


def test_the_list_of_ones_own_matches_says_against_whom_and_of_which_kind_they_were() -> None:
    ada, won = person("Ada"), running(2)
    departure.resign(won.table.pk, person("Ben").pk)
    for fields in ({"guide": Table.Guide.LEFT}, {"deal": {"day": "2026-11-30"}}):
        snapshot = running(1, bots=["gentle"])
        departure.resign(snapshot.table.pk, ada.pk)
        Table.objects.filter(pk=snapshot.table.pk).update(**fields)
    rows = browser(ada).get("/yours/").content.decode().split('id="matches"')[1].split("<li>")[1:]
    deal, guide, against_ben = (" ".join(re.sub("<[^>]*>", " ", row).split()) for row in rows[:3])
    assert "deal of the day" in deal and "guided match" in guide and "match" not in against_ben
    assert "won by resignation" in against_ben and "Ada , Ben" in against_ben and "UTC" in against_ben


def test_the_list_of_ones_own_matches_costs_no_query_for_each() -> None:
    ada = browser(person("Ada"))

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            ada.get("/yours/")
        return len(captured)

    departure.resign(running(2).table.pk, person("Ben").pk)
    ada.get("/yours/")
    before = queries()
    for _number in range(3):
        departure.resign(running(2).table.pk, person("Ben").pk)
    assert queries() == before


def test_matches_by_invitation_are_listed_to_their_own_seats_only() -> None:
    snapshot = running(2, public=False)
    departure.resign(snapshot.table.pk, person("Ada").pk)
    person("Mallory")
    assert listed("Ada", viewer="Ada") == listed("Ada", viewer="Ben") == {snapshot.table.pk}
    assert listed("Ada", viewer="Mallory") == listed("Ada") == set()


def test_a_link_lists_a_match_unless_one_of_its_people_has_blocked_its_holder() -> None:
    table = given.finished(2, public=False).table
    dan = browser(person("Dan"))
    dan.get(f"/i/{table.invite}/")
    assert {seat.table_id for seat in dan.get("/@Ada/").context["page"]} == {table.pk}
    lists.block(person("Ben"), "Dan")
    assert list(dan.get("/@Ada/").context["page"]) == []


def test_matches_come_a_page_at_a_time_newest_first() -> None:
    for _ in range(PAGE + 1):
        departure.resign(running(2).table.pk, person("Ada").pk)
    order = list(Table.objects.order_by("-ended_at").values_list("pk", flat=True))
    first = page_of("Ada")
    assert [seat.table_id for seat in first] == order[:PAGE]
    assert (first.newer, bool(first.older)) == ("", True)
    second = page_of("Ada", f"before={first.older}")
    assert [seat.table_id for seat in second] == order[PAGE:]
    assert (bool(second.newer), second.older) == (True, "")
    assert page_of("Ada", f"after={second.newer}") == first
    for nonsense in ("before=x", "after=20990101T000000000000-9", "before=00010101T000000000000-1", "page=2"):
        assert page_of("Ada", nonsense) == first


def test_pages_lie_side_by_side_where_many_matches_ended_at_one_moment() -> None:
    for _ in range(7):
        departure.resign(running(2).table.pk, person("Ada").pk)
    Seat.objects.update(ended_at=timezone.now())
    seats, place = Seat.objects.filter(user=person("Ada")), ""
    collected: list[Any] = []
    while not collected or place:
        page = pages.page(seats, 3, before=place)
        collected.append(page)
        place = page.older
    assert [len(page.seats) for page in collected] == [3, 3, 1]
    listed = [seat.pk for page in collected for seat in page]
    assert listed == sorted(listed, reverse=True)
    assert pages.page(seats, 3, after=collected[2].newer).seats == collected[1].seats
    assert pages.page(seats, 3, after=collected[1].newer) == collected[0]


def test_results_are_counted_when_a_match_ends_and_private_ones_for_ones_own_eyes() -> None:
    ada, ben = person("Ada"), person("Ben")
    departure.resign(running(2).table.pk, ada.pk)
    for public in (True, False):
        given.play_until(running(2, public=public), "over")
    won = {
        seat.user_id: Seat.objects.filter(user=seat.user, rank=1, resigned=None)
        for seat in Seat.objects.all()
    }
    for user, other in ((ada, ben), (ben, ada)):
        assert wins(user, user) == [{"game": "parade", "played": 3, "won": won[user.pk].count()}]
        publicly = won[user.pk].filter(table__public=True).count()
        assert wins(user, other) == wins(user, None) == [{"game": "parade", "played": 2, "won": publicly}]


def test_ones_tables_that_wait_for_one_come_first_the_shortest_time_left_first() -> None:
    order = {}
    for pace in (60_000, 20_000):
        for wanted in (0, 1):
            snapshot = running(2, increment_ms=pace)
            while awaited(given.now(snapshot)) != wanted:
                given.step(snapshot)
            order[(wanted, pace)] = snapshot.table.pk
    ids = [own.table.pk for own in waiting.own_tables(person("Ada"))]
    assert ids[:2] == [order[(0, 20_000)], order[(0, 60_000)]]
    assert set(ids[2:]) == {order[(1, 20_000)], order[(1, 60_000)]}


def test_one_host_with_many_tables_hides_nobody_elses() -> None:
    first = given.opened(host="Ben")
    many = [given.opened(host="Ada") for _ in range(3)]
    newest = [many[2], first, many[1], many[0]]
    assert [table.pk for table in lobby.open_tables()] == [snapshot.table.pk for snapshot in newest]
    assert [table.pk for table in lobby.open_tables(limit=2)] == [many[2].table.pk, first.table.pk]


def test_the_lobby_lists_public_tables_alone_and_newest_first() -> None:
    old, new, hidden = given.opened(), given.opened(), given.opened(public=False)
    Table.objects.filter(pk=old.table.pk).update(opened_at=timezone.now() - timedelta(hours=1))
    assert [table.pk for table in lobby.open_tables()] == [new.table.pk, old.table.pk]
    match = running(2)
    running(2, public=False)
    assert [table.pk for table in lobby.running_tables()] == [match.table.pk]
    page = browser(None).get("/lobby/").content.decode()
    assert hidden.table.pk not in page


def test_the_lobby_says_whose_turn_it_is_and_until_when() -> None:
    live, slow = running(2), running(2, pace="days")
    looks = [lobby_readers.look(match.table, match.seats) for match in (live, slow)]
    page = browser(None).get("/lobby/").content.decode()
    for match in (live, slow):
        row = page.partition(f'id="run-{match.table.pk}"')[2].partition("</li>")[0]
        seat = match.seats[awaited(match)]
        assert seat.deadline is not None
        assert f"{seat.name}'s turn" in row
        assert re.findall(r'data-until="(\d+)"', row) == [str(int(seat.deadline.timestamp() * 1000))]
    for match, look, anew in zip((live, slow), looks, (False, True), strict=True):
        given.step(match)
        snapshot = given.now(match)
        now = lobby_readers.look(snapshot.table, snapshot.seats)
        assert now != look and lobby_readers.same_but_turn(now, look) != anew


def test_the_list_leaves_out_tables_where_the_person_has_resigned() -> None:
    snapshot = running(3)
    departure.resign(snapshot.table.pk, person("Ada").pk)
    assert waiting.own_tables(person("Ada")) == []
    assert [own.table.pk for own in waiting.own_tables(person("Ben"))] == [snapshot.table.pk]


def test_the_health_page_answers_when_the_database_does() -> None:
    response = browser(None).get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


def test_bots_are_found_by_their_names_in_the_readers_language() -> None:
    snapshot = given.running(1, bots=["easy"])
    over = departure.resign(snapshot.table.pk, given.person("Ada").pk).table.pk
    seats = Seat.objects.filter(user=given.person("Ada"))
    for language, name, found in (("fr", "lièvre", [over]), ("en", "lièvre", []), ("fr", "march", [over])):
        with translation.override(language):
            listed = history.filtered(seats, game="", opponent=name, result="")
            assert [seat.table_id for seat in listed] == found
