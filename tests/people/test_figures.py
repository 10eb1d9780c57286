"""Figures of one's matches: they are added up when matches end, can be rebuilt, and are private until one shows
them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext

from games.coach.models import Hint, Review
from games.models import Figures, Seat, Table
from games.play import departure, figures
from games.queries import figures as shown
from games.queries.spread import HEIGHT, spread
from tests.helpers import given
from tests.helpers.at_once import at_once

pytestmark = pytest.mark.django_db


def rows() -> list[tuple[object, ...]]:
    figures_rows = Figures.objects.order_by("user", "game", "public")
    return [(row.user_id, row.game, row.public, str(row.data)) for row in figures_rows]


def built_anew() -> str:
    out = StringIO()
    call_command("figures", stdout=out)
    return out.getvalue()


def test_a_rebuild_gives_the_same_figures_to_the_digit() -> None:
    given.finished(2, "figures 0")
    built_anew()
    for number, public in enumerate((True, False), 1):
        given.finished(2, f"figures {number}", public=public)
    given.play_until(given.running(1, bots=["easy", "gentle"], clock=False), "over")
    before = rows()
    call_command("figures", "--check", stdout=StringIO())
    assert "2 people" in built_anew() and rows() == before
    data = Figures.objects.get(user=given.person(), public=True).data
    assert data["seats"]["2"][0] == 2 and data["seats"]["3"][0] == 1 and len(data["bots"]) == 2
    Figures.objects.filter(public=True).update(data=figures.empty())
    with pytest.raises(CommandError):
        call_command("figures", "--check")
    built_anew()
    assert rows() == before


def test_a_match_that_was_left_counts_as_a_match_but_adds_no_score() -> None:
    given.finished(2, "before")
    built_anew()
    before = Figures.objects.get(user=given.person()).data["months"]
    departure.resign(given.running(2, "left").table.pk, given.person("Ben").pk)
    data = Figures.objects.get(user=given.person()).data
    assert data["seats"]["2"][0] == 2 and data["months"] == before
    (of_parade,) = shown.of(given.person(), given.person())
    assert (of_parade["played"], sum(row["matches"] for row in of_parade["months"])) == (2, 1)
    call_command("figures", "--check", stdout=StringIO())


def test_the_first_look_at_the_figures_finds_all_matches() -> None:
    given.finished(2, "before")
    given.finished(2, "after")
    assert not Figures.objects.exists()
    call_command("figures", "--check", stdout=StringIO())
    shown.of(given.person(), given.person())
    assert Figures.objects.get(user=given.person()).data["seats"]["2"][0] == 2


def test_looking_at_figures_of_somebody_without_matches_writes_nothing() -> None:
    ada = given.person()
    with CaptureQueriesContext(connection) as queries:
        assert shown.of(ada, ada) == []
    assert [query["sql"] for query in queries if not query["sql"].startswith("SELECT")] == []


def test_matches_with_hints_and_marked_seats_count_for_nothing() -> None:
    over = given.finished(2)
    Hint.objects.create(table=over.table, seat=0, number=1)
    marked = given.finished(2, "marked")
    Seat.objects.filter(table=marked.table, index=1).update(mark=Seat.Mark.FAST)
    built_anew()
    assert [row.user_id for row in Figures.objects.all()] == [given.person("Ada").pk]
    assert Figures.objects.get().data["seats"]["2"][0] == 1


def test_parts_that_are_shown_at_once_are_all_shown(file_database: Path) -> None:
    for number in range(4):
        ada = given.person(f"Ada {number}")
        at_once(*(partial(shown.turn, ada, part) for part in shown.PARTS))
        assert shown.parts_shown(ada) == set(shown.PARTS)


def test_they_are_ones_own_until_one_shows_them_and_invited_matches_stay_so() -> None:
    given.finished(2, "public")
    given.finished(2, "private", public=False)
    ada, ben = given.people(2)
    assert shown.of(ada, ben) == [] and shown.of(ada, None) == []
    assert [row["played"] for row in shown.of(ada, ada)] == [2]
    given.browser(ada).post("/figures/shown/", {"to": "everybody"})
    assert [row["played"] for row in shown.of(ada, ben)] == [1]
    assert "Figures" in given.browser(ben).get("/@Ada/").content.decode()
    given.browser(ada).post("/figures/shown/", {"to": "me"})
    assert shown.of(ada, ben) == []
    assert "month by month" not in given.browser(ben).get("/@Ada/").content.decode().lower()


def test_part_by_part_others_see_what_is_turned_to_them_alone() -> None:
    given.finished(2, "public")
    ada, ben = given.people(2)
    browser = given.browser(ada)
    assert "Score over time" in browser.get("/@Ada/").content.decode()
    for sent, parts in (
        ({"to": "each"}, set()),
        ({"part": "wins"}, {"wins"}),
        ({"part": "costs"}, {"wins", "costs"}),
        ({"part": "wins"}, {"costs"}),
        ({"to": "everybody"}, {"wins", "scores", "costs"}),
        ({"part": "scores"}, {"wins", "costs"}),
        ({"part": "nonsense"}, {"wins", "costs"}),
    ):
        browser.post("/figures/shown/", sent)
        assert shown.parts_shown(ada) == parts
    (game_figures,) = shown.of(ada, ben)
    assert {"won", "costs"} <= game_figures.keys() and not {"scores", "months"} & game_figures.keys()
    page = given.browser(ben).get("/@Ada/").content.decode()
    assert "Wins by number of seats" in page and "Score over time" not in page
    # Reviews of matches that do not count are not shown here.
    assert "No match that counts has been reviewed yet." in page


def test_a_match_won_by_resignation_alone_has_no_score_to_show() -> None:
    departure.resign(given.running(2, "left").table.pk, given.person("Ben").pk)
    page = given.browser(given.person("Ada")).get("/@Ada/").content.decode()
    assert "No match that counts has a score yet." in page and "Month by month" not in page


def test_the_head_of_a_profile_has_the_matches_of_all_games_together() -> None:
    games: list[dict[str, Any]] = [
        {"game": "parade", "played": 3, "won": 1},
        {"game": "tea_time"},
        {"game": "x", "played": 2, "won": 2},
    ]
    totals = shown.totals(games)
    assert totals is not None and (totals["played"], totals["won"]) == (5, 3)
    assert [row["game"] for row in totals["games"]] == ["parade", "x"]
    assert shown.totals([{"game": "parade", "costs": None}]) is None
    given.finished(2)
    page = given.browser(given.person()).get("/@Ada/").content.decode()
    assert re.search(r"<b>\s*1 match,\s+[01] wins?\s*</b>", page)


def test_a_picture_has_a_dot_a_match_and_the_mean_of_the_last_eleven() -> None:
    day = datetime(2026, 3, 1, tzinfo=UTC)
    drawn = spread([(day + timedelta(days=number), float(number)) for number in range(30)])
    assert drawn is not None and len(drawn.dots) == 30 and drawn.lately == 24
    assert [text for _y, text in drawn.rows] == ["0", "20", "40"]
    heights = [y for _x, y in drawn.dots]
    assert heights == sorted(heights, reverse=True) and max(heights) == HEIGHT
    assert (drawn.first, drawn.last) == (day, day + timedelta(days=29))
    below = spread([(day, -4.0), (day, 0.0)])
    assert below is not None and [y for _x, y in below.dots] == [HEIGHT, below.rows[0][0]]
    assert spread([]) is None


def test_the_cost_of_a_move_is_the_mean_of_ones_own_reviews() -> None:
    ada = given.person()
    for number, cost in enumerate((1.0, 2.0)):
        table = given.finished(2, f"cost {number}").table
        Review.objects.create(table=table, seat=0, status="done", total=1, cost_a_move=cost)
        Review.objects.create(table=table, seat=1, status="done", total=1, cost_a_move=9.0)
    assert [(row["cost"], row["reviewed"]) for row in shown.of(ada, ada)] == [(1.5, 2)]
    page = given.browser(ada).get("/@Ada/").content.decode()
    assert "1.5" in page and "2 reviews" in page
    assert Table.objects.count() == 2


@pytest.mark.parametrize(
    ("first", "last", "months"),
    [
        (datetime(2026, 11, 2, tzinfo=UTC), datetime(2026, 11, 21, tzinfo=UTC), ["November"]),
        (datetime(2026, 10, 31, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC), ["October", "November"]),
        (datetime(2025, 11, 2, tzinfo=UTC), datetime(2026, 11, 2, tzinfo=UTC), ["November", "November"]),
    ],
)
def test_a_chart_names_the_month_of_its_first_and_its_last_match_but_not_one_month_twice(
    first: datetime, last: datetime, months: list[str]
) -> None:
    chart = render_to_string("people/_spread.html", {"drawn": spread([(first, 3), (last, 5)])})
    assert re.findall(r'y="88">(\w+)<', chart) == months
