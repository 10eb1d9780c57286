"""The ladder of bots: which matches count, how a step is passed, and what is played next."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from itertools import product

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.coach.models import Hint, Review
from games.ladder import climbs, steps
from games.ladder.models import AHEAD, BEHIND, LAST, NEEDED, Climb
from games.models import Move, Seat, Table
from games.play import closing, departure
from games.play.snapshot import Snapshot
from tests.helpers import given
from tests.helpers.given import browser, person

older_matches = import_module("games.ladder.migrations.0002_older_matches")
pytestmark = pytest.mark.django_db


def finished(*bots: str, game: str = "parade") -> Snapshot:
    """Return a match of Ada against these bots that was played to its end."""
    snapshot = given.running(1, bots=bots, game=game, clock=False)
    while snapshot.table.is_running:
        snapshot = given.step(snapshot).snapshot
    return given.now(snapshot)


def climb(level: str, game: str = "parade") -> Climb:
    return Climb.objects.get(user=person("Ada"), game=game, level=level)


def note(snapshot: Snapshot, ranks: Sequence[int], times: int = 1) -> None:
    """Let the match count as often with these ranks."""
    seats = list(Seat.objects.filter(table=snapshot.table.pk).order_by("index"))
    for seat, rank in zip(seats, ranks, strict=True):
        seat.rank = rank
    for _time in range(times):
        climbs.note(snapshot.table, [seat for seat in seats if climbs.is_noted(snapshot.table, seat)], seats)


def forgotten(snapshot: Snapshot) -> Snapshot:
    Climb.objects.all().delete()
    return snapshot


def next_level(user: User | None = None, game: str = "parade") -> str:
    return steps.levels(user or person("Ada"))[game]


def test_a_match_that_ends_is_noted_for_each_level_at_the_table() -> None:
    snapshot = finished("gentle", "easy", "easy")
    ranks = [seat.rank or 0 for seat in snapshot.seats]
    for level, seat in (("gentle", 1), ("easy", 2)):
        assert climb(level).results == ("+" if ranks[0] < ranks[seat] else "-")
    assert Climb.objects.count() == 2


def test_six_of_the_last_ten_pass_a_step_and_it_stays_passed() -> None:
    snapshot = forgotten(finished("gentle"))
    note(snapshot, [2, 1], times=7)
    note(snapshot, [1, 2], times=5)
    assert (climb("gentle").results, climb("gentle").is_passed) == ("-----+++++", False)
    assert next_level() == "gentle"
    # A tie isn't ahead.
    note(snapshot, [1, 1])
    assert not climb("gentle").is_passed
    note(snapshot, [1, 2])
    assert climb("gentle").is_passed and next_level() == "easy"
    note(snapshot, [2, 1], times=10)
    assert climb("gentle").results == 10 * "-" and next_level() == "easy"


def test_a_step_says_how_many_matches_ahead_pass_it_whatever_came_before() -> None:
    for played in range(LAST + 1):
        for signs in product(AHEAD + BEHIND, repeat=played):
            results = "".join(signs)
            step = steps.Step("gentle", results, is_passed=False, is_next=True)
            if step.ahead >= NEEDED:
                continue
            more = 0
            while results.count(AHEAD) < NEEDED:
                results, more = (results + AHEAD)[-LAST:], more + 1
            assert step.missing == more, signs


def test_a_match_ahead_that_drops_out_has_to_be_replaced() -> None:
    snapshot = forgotten(finished("gentle"))
    note(snapshot, [1, 2], times=5)
    note(snapshot, [2, 1], times=5)
    ladder = browser(person("Ada")).get("/ladder/").content.decode()
    assert "5 of 10 so far, 6 in a row to pass, because the oldest drop out." in " ".join(ladder.split())
    note(snapshot, [1, 2], times=5)
    assert not climb("gentle").is_passed
    note(snapshot, [1, 2])
    assert climb("gentle").is_passed


def test_a_bot_below_ones_step_is_no_next_step() -> None:
    snapshot = forgotten(finished("easy"))
    Climb.objects.create(
        user=person("Ada"), game="parade", level="greedy", passed_at=snapshot.table.started_at
    )
    note(snapshot, [1, 2], times=3)
    assert steps.offer(snapshot.table, snapshot.seats, person("Ada")) is None


def test_a_step_passed_takes_those_below_with_it() -> None:
    snapshot = forgotten(finished("greedy"))
    note(snapshot, [1, 2], times=6)
    ladder = next(game_ladder for game_ladder in steps.ladders(person("Ada")) if game_ladder.game == "parade")
    assert [(step.level, step.is_passed) for step in ladder.steps] == [
        ("gentle", True),
        ("easy", True),
        ("greedy", True),
        ("hard", False),
    ]
    assert next_level() == "hard" and next_level(game="wonderland") == "gentle"
    Climb.objects.update(level="hard")
    assert next_level() == "hard"


def test_after_a_hint_only_being_behind_counts() -> None:
    snapshot = forgotten(finished("gentle", "easy"))
    Hint.objects.create(table=snapshot.table, seat=0, number=1)
    note(snapshot, [2, 3, 1])
    assert [(row.level, row.results) for row in Climb.objects.all()] == [("easy", BEHIND)]
    note(forgotten(snapshot), [1, 2, 3])
    assert not Climb.objects.exists()


def test_the_hint_of_another_person_undoes_neither_a_win_nor_a_loss() -> None:
    snapshot = given.running(2, bots=["gentle", "easy"], clock=False)
    while snapshot.table.is_running:
        snapshot = given.step(snapshot).snapshot
    Hint.objects.create(table=snapshot.table, seat=0, number=1)
    note(forgotten(given.now(snapshot)), [1, 3, 4, 2])
    assert [(row.user, row.level, row.results) for row in Climb.objects.order_by("pk")] == [
        (person("Ben"), "gentle", AHEAD),
        (person("Ben"), "easy", BEHIND),
    ]


def test_a_hint_does_not_undo_a_match_that_is_lost() -> None:
    snapshot = given.running(1, bots=["easy"], clock=False)
    Hint.objects.create(table=snapshot.table, seat=0, number=0)
    departure.resign(snapshot.table.pk, person("Ada").pk)
    assert climb("easy").results == BEHIND
    over = given.now(snapshot)
    offer = steps.offer(over.table, over.seats, person("Ada"))
    assert offer is not None and offer.step.level == "easy" and offer.step.results == BEHIND


def test_shared_deals_count_nowhere() -> None:
    snapshot = forgotten(finished("gentle"))
    snapshot.table.deal = {"day": "2026-11-25"}
    note(snapshot, [1, 2])
    assert not Climb.objects.exists()


def test_a_resigned_person_is_behind() -> None:
    snapshot = given.running(1, bots=["easy"], clock=False)
    departure.resign(snapshot.table.pk, person("Ada").pk)
    assert Table.objects.get(pk=snapshot.table.pk).is_over
    assert climb("easy").results == "-"


@pytest.mark.parametrize(("moves", "results"), [(climbs.BEGUN - 1, []), (climbs.BEGUN, [BEHIND])])
def test_a_match_that_is_left_unfinished_after_some_moves_is_behind(moves: int, results: list[str]) -> None:
    snapshot = given.running(1, bots=["easy"], clock=False)
    own = Move.objects.filter(table=snapshot.table, by=Move.By.PERSON)
    while own.count() < moves:
        given.step(snapshot)
    assert closing.close_unfinished(timezone.now() + closing.UNFINISHED) == 1
    assert list(Climb.objects.values_list("results", flat=True)) == results
    assert steps.offer(given.now(snapshot).table, given.now(snapshot).seats, person("Ada")) is None


def test_a_person_for_whom_a_bot_has_played_is_behind() -> None:
    snapshot = forgotten(finished("gentle"))
    snapshot.table.seats.filter(user=person("Ada")).update(lapses=1)
    note(snapshot, [1, 2])
    assert climb("gentle").results == BEHIND


def test_matches_from_before_the_ladder_are_noted_by_its_migration() -> None:
    """The migration finds what was noted when the matches ended."""
    for bots in (("gentle", "easy"), ("gentle",), ("easy",)):
        finished(*bots)
    hinted = finished("hard")
    Hint.objects.create(table=hinted.table, seat=0, number=1)
    Climb.objects.filter(level="hard").delete()
    departure.resign(given.running(1, bots=["greedy"], clock=False).table.pk, person("Ada").pk)
    before = list(Climb.objects.order_by("level").values("user", "game", "level", "results", "passed_at"))
    assert [row["level"] for row in before] == ["easy", "gentle", "greedy"]
    Climb.objects.all().delete()
    older_matches.note(apps, connection.schema_editor())
    after = list(Climb.objects.order_by("level").values("user", "game", "level", "results", "passed_at"))
    assert after == before


def test_the_migration_keeps_a_step_that_was_passed() -> None:
    snapshot = forgotten(finished("gentle"))
    note(snapshot, [1, 2], times=6)
    passed_at = climb("gentle").passed_at
    older_matches.note(apps, connection.schema_editor())
    assert climb("gentle").passed_at == passed_at and len(climb("gentle").results) == 1


def bots_of(answer_location: str) -> list[str]:
    table = answer_location.strip("/").split("/")[-1]
    return list(Seat.objects.filter(table=table).exclude(level="").values_list("level", flat=True))


def test_play_uses_the_step_or_the_bot_that_was_chosen() -> None:
    ada = browser(person("Ada"))
    cover = {"game": "parade"}
    assert bots_of(Client().post("/play-now/", cover)["Location"]) == ["gentle"] * 2
    note(forgotten(finished("gentle")), [1, 2], times=6)
    assert bots_of(ada.post("/play-now/", cover)["Location"]) == ["easy"] * 2
    assert bots_of(ada.post("/play-now/", cover | {"level": "hard"})["Location"]) == ["hard"] * 2
    assert bots_of(ada.post("/play-now/", cover | {"level": "Caterpillar"})["Location"]) == ["easy"] * 2


@pytest.mark.parametrize("address", ["/", "/ladder/", "/rules/parade/"])
def test_pages_say_against_which_bots_one_plays(address: str) -> None:
    assert "Dormouse" in Client().get(address).content.decode()
    note(forgotten(finished("gentle")), [1, 2], times=6)
    page = browser(person("Ada")).get(address).content.decode()
    assert "March Hare" in page and 'name="level" value="easy"' in page


def test_a_result_offers_the_next_bot_once_one_is_beaten() -> None:
    snapshot = forgotten(finished("easy"))
    ada, address = browser(person("Ada")), f"/t/{snapshot.table.pk}/"
    note(snapshot, [1, 2], times=2)
    page = ada.get(address).content.decode()
    assert "2 of 2 so far, 4 more to pass." in page and "Try Gryphon" not in page
    note(snapshot, [1, 2])
    page = ada.get(address).content.decode()
    assert "You have beaten March Hare three times in a row." in page and "Try Gryphon" in page
    note(snapshot, [1, 2], times=3)
    page = ada.get(address + "ladder/").content.decode()
    assert "You have passed March Hare." in page and "Try Gryphon" in page
    # Nobody else reads it.
    assert "March Hare." not in Client().get(address + "ladder/").content.decode()


def test_a_result_says_that_it_does_not_count_after_a_hint() -> None:
    snapshot = forgotten(finished("gentle"))
    Seat.objects.filter(table=snapshot.table, index=0).update(rank=1)
    Seat.objects.filter(table=snapshot.table, index=1).update(rank=2)
    ada, address = browser(person("Ada")), f"/t/{snapshot.table.pk}/"
    undone = "This match doesn't count for your ladder, because you asked for a hint."
    assert undone not in ada.get(address).content.decode()
    Hint.objects.create(table=snapshot.table, seat=0, number=1)
    assert undone in ada.get(address).content.decode()
    # A match that does not count is a match, too.
    ladder = ada.get("/ladder/").content.decode()
    assert "No match that counts yet." in ladder and "No match together yet." not in ladder
    Seat.objects.filter(table=snapshot.table, index=0).update(rank=3)
    assert undone not in ada.get(address).content.decode()


def test_the_ladder_says_what_a_move_costs_where_matches_have_been_reviewed() -> None:
    snapshot = finished("gentle")
    ladder = "/ladder/"
    page = browser(person("Ada")).get(ladder).content.decode()
    assert "a move of yours costs" not in page
    Review.objects.create(table=snapshot.table, seat=0, status="done", total=1, cost_a_move=1.5)
    # Others' moves count for nobody else.
    Review.objects.create(table=snapshot.table, seat=1, status="done", total=1, cost_a_move=9.0)
    page = browser(person("Ada")).get(ladder).content.decode()
    assert page.count("By 1 review, a move of yours costs <b>1.5</b> points on average") == 1


def test_the_ladder_names_all_bots_of_the_match_that_it_begins() -> None:
    page = Client().get("/ladder/").content.decode()
    assert "Deals of the day don't count" in page.replace("&#x27;", "'") and "with Duchess" in page


def test_a_table_says_that_its_match_counts_for_the_ladder() -> None:
    snapshot = given.running(1, bots=["gentle"], clock=False)
    ada, address = browser(person("Ada")), f"/t/{snapshot.table.pk}/"
    # A first match of a game offers the guided one there.
    assert "For the ladder" not in ada.get(address).content.decode()
    given.running(1, bots=["gentle"], clock=False)
    assert "For the ladder" in ada.get(address).content.decode()
    assert "For the ladder" not in Client().get(address).content.decode()
    Hint.objects.create(table=snapshot.table, seat=1, number=1)
    assert "For the ladder" in ada.get(address).content.decode()
    Hint.objects.create(table=snapshot.table, seat=0, number=1)
    assert "For the ladder" not in ada.get(address).content.decode()
