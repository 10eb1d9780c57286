"""Which puzzle comes: that of the day, one that is new, of a theme; and whose matches may become puzzles."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.models import Table
from games.puzzles import choosing, files, pages, people
from games.puzzles.making import Limits, find_puzzle
from games.puzzles.models import Puzzle, WithheldMatches
from tests.helpers import given
from tests.helpers.given import without_tokens
from tests.puzzles import examples

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 25)


def test_the_puzzle_of_the_day_follows_from_the_date() -> None:
    open_ones = set()
    for game in examples.GAMES:
        puzzles = examples.stored(game, 12)
        four = [puzzle.pk for puzzle in puzzles if 0.15 <= chance(puzzle) <= 0.85][:4]
        assert len(four) == 4 and not all(0.15 <= chance(puzzle) <= 0.85 for puzzle in puzzles)
        Puzzle.objects.filter(game=game, is_open=True).exclude(pk__in=four).delete()
        open_ones.update(four)
    # A round begins on this day: three games of four puzzles.
    start = date.fromordinal(DAY.toordinal() // 12 * 12)
    days = [start + timedelta(days=number) for number in range(12)]
    first = [choosing.today(day) for day in days]
    assert first == [choosing.today(day) for day in days]
    # Each puzzle comes once before one comes again, none that is nearly won or lost, and the games take turns.
    assert {answer.puzzle for answer in first if answer} == open_ones
    assert len({answer.game for answer in first[:3] if answer}) == 3


def chance(puzzle: Puzzle) -> float:
    """Return the chance to win with the best move."""
    return float(puzzle.data["found"][0]["wins"][puzzle.data["seat"]])


def test_without_puzzles_there_is_none_of_the_day() -> None:
    assert choosing.today(DAY) is None
    assert Client().get("/puzzles/today/")["Location"] == "/puzzles/"
    assert "Puzzle of the day" not in Client().get("/").content.decode()


def test_the_front_page_and_all_puzzles_show_that_of_the_day() -> None:
    for game in examples.GAMES:
        examples.stored(game, 4)
    today = choosing.today()
    assert today is not None
    for page in ("/", "/puzzles/"):
        assert today.address in Client().get(page).content.decode()
    assert Client().get("/puzzles/today/")["Location"] == today.address


def test_the_front_page_of_who_comes_back_has_a_small_picture_of_the_days_position() -> None:
    data = {puzzle.pk: puzzle.data for game in examples.GAMES for puzzle in examples.stored(game, 4)}
    today = choosing.today()
    assert today is not None
    picture = pages.picture(today.game, data[today.puzzle])
    cards = [card["face"] for row in picture["rows"] for card in row[0]["cards"]]
    seen, first = (
        client.get("/").content.decode() for client in (examples.signed_in(examples.member()), Client())
    )
    assert picture["situation"] in seen and all(card in seen for card in cards)
    # A first visit has a line without it.
    assert picture["situation"] not in first and today.address in first


@pytest.mark.parametrize("game", examples.GAMES)
def test_every_shipped_position_fits_into_its_small_picture(game: str) -> None:
    for data in files.shipped(game):
        picture = pages.picture(game, data)
        table, *own = (row[0] for row in picture["rows"])
        lengths = [table["columns"] or len(table["cards"]), *(len(row["cards"]) for row in own)]
        # So many stand side by side on a phone.
        assert lengths[0] and max(lengths) <= 13
        assert str(len(data["levels"])) in picture["situation"]


def test_the_next_puzzle_is_new_to_the_person() -> None:
    puzzles = examples.stored(number=2)
    client = examples.signed_in(examples.member())
    examples.solve(client, puzzles[0])
    assert client.get("/puzzles/next/parade/")["Location"] == f"/puzzles/{puzzles[1].pk}/"
    examples.solve(client, puzzles[1])
    assert client.get("/puzzles/next/parade/")["Location"] == "/puzzles/"


def test_a_theme_leads_to_puzzles_of_it() -> None:
    puzzles = examples.stored(number=6)
    theme = puzzles[0].themes[0]
    others = {puzzle.pk for puzzle in puzzles if theme not in puzzle.themes}
    for _ in range(5):
        address = Client().get(f"/puzzles/next/parade/?theme={theme}")["Location"]
        assert address.endswith(f"?theme={theme}") and address.split("/")[2] not in others


def test_the_site_stores_what_it_ships_once() -> None:
    call_command("puzzles", "load", verbosity=0)
    count = Puzzle.objects.count()
    Puzzle.objects.filter(pk=Puzzle.objects.values("pk")[:1]).update(themes=[])
    # Those of an earlier version counted as open.
    Puzzle.objects.update(is_open=True)
    call_command("puzzles", "load", verbosity=0)
    assert Puzzle.objects.count() == count >= 3
    assert all(puzzle.is_open == (0.15 <= chance(puzzle) <= 0.85) for puzzle in Puzzle.objects.all())
    # Those of an earlier version had no themes in some cases.
    assert not Puzzle.objects.filter(themes=[]).exists()


def test_a_later_search_changes_the_figures_of_stored_puzzles_and_withdraws_others() -> None:
    [kept, gone, other] = examples.stored(number=3)
    figures = kept.data
    Puzzle.objects.filter(pk=kept.pk).update(data=figures | {"gap": [0, 0]})
    # The best move was another one.
    Puzzle.objects.filter(pk=other.pk).update(data=other.data | {"found": other.data["found"][1:]})
    # This one was shipped once.
    Puzzle.objects.filter(pk=gone.pk).update(id="parade-99999")
    person = examples.member()
    call_command("puzzles", "load", verbosity=0)
    kept.refresh_from_db()
    assert kept.data == figures
    withdrawn = Puzzle.objects.filter(is_offered=False)
    assert {puzzle.pk for puzzle in withdrawn} == {"parade-99999", other.pk}
    Puzzle.objects.filter(is_offered=True).delete()
    assert choosing.following("parade", person.pk) is None and choosing.today() is None
    # Its page is still there for those who have answered it.
    assert examples.signed_in(person).get("/puzzles/parade-99999/").status_code == 200


def test_a_member_may_withhold_their_matches() -> None:
    person = examples.member()
    client = examples.signed_in(person)
    assert "checked" in client.get("/preferences/puzzles/").content.decode()
    client.post("/preferences/puzzles/", {})
    assert WithheldMatches.objects.filter(user=person).exists()
    client.post("/preferences/puzzles/", {"allow": "yes"})
    assert not WithheldMatches.objects.exists()


def ended(*, public: bool = True) -> Table:
    """Return a finished match of two people."""
    return given.finished(2, public=public).table


def usable() -> list[str]:
    return [table.pk for table, _match in people.matches(timezone.now() - timedelta(days=1))]


def test_finished_public_matches_may_become_puzzles_unless_somebody_withholds_theirs() -> None:
    table = ended()
    assert usable() == [table.pk]
    seat = table.seats.order_by("index").last()
    assert seat is not None and seat.user_id is not None
    WithheldMatches.objects.create(user_id=seat.user_id)
    assert usable() == []


def test_private_matches_never_become_puzzles() -> None:
    ended(public=False)
    assert usable() == []


def test_a_puzzle_of_a_match_names_nobody_and_is_not_the_days() -> None:
    ended()
    ((table, match),) = people.matches(timezone.now() - timedelta(days=1))
    limits = Limits(points=-50, wins=-1, searches=1, times=0.1, fewest=True)
    # The number seeds the searches, and a table's own differs in each run.
    puzzle = people.make_one(table, replace(match, number=0), limits)
    assert puzzle is not None and puzzle.table == table and not puzzle.is_shipped
    page = without_tokens(Client().get(f"/puzzles/{puzzle.pk}/").content.decode())
    assert not any(seat.name in page for seat in table.seats.all())
    # The match's review shows the answer.
    assert table.pk not in page and table.pk not in puzzle.pk
    assert choosing.today(DAY) is None and usable() == []


def test_matches_of_people_are_searched_for_some_minutes(capsys: pytest.CaptureFixture[str]) -> None:
    ended()
    call_command("puzzles", "people", minutes=0)
    assert capsys.readouterr().out == "0 puzzles from 0 of 1 matches\n"


def test_most_puzzles_of_matches_of_people_are_not_the_greedy_bots_move() -> None:
    ended()
    ((table, match),) = people.matches(timezone.now() - timedelta(days=1))
    limits = Limits(points=-50, wins=-1, searches=1, times=0.1, fewest=True, greedy=1.0)
    numbers = (replace(match, number=number) for number in range(100))
    greedy = next(each for each in numbers if (find_puzzle(each, limits) or {"greedy": False})["greedy"])
    puzzle = people.make_one(table, greedy, replace(limits, greedy=0.4))
    assert puzzle is not None and not puzzle.data["greedy"]
