"""What people read of a seat whose time ran out: on the board, in the log, in the replay, in the list of matches."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games import play
from games.play import Position
from games.post import words
from tests.games import tables
from tests.games.tables import awaited, browser, person, running

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
TURN_GAMES = ("parade", "tea_time", "wonderland")
BY_CLOCK = "resigned after running out of time three times."


def late(position: Position, seat: int) -> Position:
    """That seat's time runs out."""
    due = tables.now(position).seats[seat].deadline
    with time_machine.travel(due + SECOND, tick=False):
        return play.time_out(position.table.pk, seat)


def out_for_good(position: Position) -> tuple[int, Position]:
    """The awaited seat runs out of time three times, and comes back in between."""
    seat = awaited(position)
    for _ in range(2):
        due = late(position, seat).seats[seat].deadline
        with time_machine.travel(due, tick=False):
            play.take_back(position.table.pk, position.seats[seat].user_id)
    return seat, late(position, seat)


def step(position: Position) -> None:
    """A move after all that."""
    with time_machine.travel(timezone.now() + 9 * timedelta(days=1), tick=False):
        tables.step(position)


def page(path: str, name: str | None = None, language: str = "en") -> str:
    client = browser(person(name) if name else None, headers={"accept-language": language})
    return client.get(path).content.decode()


@pytest.mark.parametrize("game", TURN_GAMES)
def test_the_result_says_that_the_clock_has_resigned_a_seat(game: str) -> None:
    position = running(2, game=game)
    seat, here = out_for_good(position)
    assert here.table.outcome["reason"] == "resigned"
    name = here.seats[seat].name
    for path in (f"/t/{here.table.pk}/", f"/t/{here.table.pk}/replay/"):
        assert f"{name} {BY_CLOCK}" in page(path)
        assert "resigned: out of time three times" in page(path)
    assert f"{name} {BY_CLOCK}" in words.results(here.table, here.seats)
    assert "resigned, lost: out of time three times" in page(f"/@{name}/", name)


@pytest.mark.parametrize("game", TURN_GAMES)
def test_who_resigns_in_time_has_just_resigned(game: str) -> None:
    position = running(2, game=game)
    late(position, awaited(position))
    here = play.resign(position.table.pk, person("Ada").pk)
    shown = page(f"/t/{here.table.pk}/replay/")
    assert "Ada resigned." in shown
    assert "three times" not in shown + page("/@Ada/", "Ada")
    assert words.results(here.table, here.seats)[-1] == "Ada resigned."


def test_the_record_says_no_more_than_that_the_seat_resigned() -> None:
    _seat, here = out_for_good(running(2))
    record = json.loads(page(f"/t/{here.table.pk}/record.json"))
    assert record["outcome"]["reason"] == "resigned"
    assert "time" not in json.dumps(record["seats"] + [record["outcome"]])


@pytest.mark.parametrize("game", TURN_GAMES)
def test_the_board_the_log_and_the_replay_say_so_while_others_play_on(game: str) -> None:
    position = running(3, game=game)
    seat, here = out_for_good(position)
    name = here.seats[seat].name
    step(position)
    said = f"{name} ran out of time for the third time and has resigned."
    for path in (f"/t/{here.table.pk}/", f"/t/{here.table.pk}/replay/"):
        shown = page(path)
        assert said in shown
        assert f"{name} is back and plays again." in shown
        assert '<small class="badge">out of time</small>' in shown
    # All of it was before the next move.
    assert said in page(f"/t/{here.table.pk}/replay/?move=0")


def test_a_replay_tells_of_a_seat_that_changes_hands_when_it_did() -> None:
    position = running(3)
    tables.step(position)
    seat = awaited(tables.now(position))
    late(position, seat)
    step(position)
    said = "ran out of time: a bot plays the seat"
    shown = [page(f"/t/{position.table.pk}/replay/?move={number}") for number in (0, 1, 2)]
    assert [said in each for each in shown] == [False, True, True]


def test_a_race_in_which_a_seat_fell_silent_three_times_says_nothing_of_time() -> None:
    position = running(2, bots=("easy",), game="stockings")
    for _ in range(3):
        with time_machine.travel(tables.now(position).seats[0].last_sign + timedelta(seconds=21), tick=False):
            play.fall_silent(position.table.pk, 0)
            play.take_back(position.table.pk, person("Ada").pk)
    here = play.resign(position.table.pk, person("Ada").pk)
    assert here.seats[0].lapses == 3
    shown = page(f"/t/{here.table.pk}/")
    assert "resigned" in shown
    assert "three times" not in shown


@pytest.mark.parametrize("game", TURN_GAMES)
def test_out_of_time_the_board_and_the_log_say_so_and_one_press_takes_the_seat_back(game: str) -> None:
    position = running(2, game=game)
    seat = awaited(position)
    late(position, seat)
    name, table = position.seats[seat].name, position.table.pk
    shown = page(f"/t/{table}/")
    assert f"{name} ran out of time: a bot plays the seat until {name} takes it back." in shown
    assert '<small class="badge">a bot plays</small>' in shown
    press = f"/t/{table}/back/"
    assert press in page(f"/t/{table}/", name)
    step(position)
    assert f"A bot, in {name}&#x27;s place: " in page(f"/t/{table}/").replace("&#39;", "&#x27;")
    browser(person(name)).post(press)
    shown = page(f"/t/{table}/")
    assert not tables.now(position).seats[seat].stand_in
    assert f"{name} is back and plays again." in shown
    assert '<small class="badge">a bot plays</small>' not in shown


def test_a_race_says_who_is_silent_and_one_press_takes_the_seat_back() -> None:
    position = running(2, bots=("easy",), game="stockings")
    with time_machine.travel(position.seats[0].last_sign + timedelta(seconds=21), tick=False):
        play.fall_silent(position.table.pk, 0)
    table = position.table.pk
    assert '<small class="badge">a bot plays</small>' in page(f"/t/{table}/")
    assert f"/t/{table}/back/" in page(f"/t/{table}/", "Ada")
    browser(person("Ada")).post(f"/t/{table}/back/")
    assert '<small class="badge">a bot plays</small>' not in page(f"/t/{table}/")


@pytest.mark.parametrize("game", TURN_GAMES)
def test_who_has_resigned_is_asked_for_nothing_when_the_bots_turn_comes(game: str) -> None:
    position = running(3, game=game)
    seat, here = out_for_good(position)
    name = here.seats[seat].name
    for shown in (page(f"/t/{here.table.pk}/", name), page(f"/t/{here.table.pk}/")):
        assert f'data-title="It is {name}&#39;s turn"' in shown.replace("&#x27;", "&#39;")


def test_what_is_said_does_not_push_out_of_the_log_who_ran_out_of_time() -> None:
    position = running(2)
    seat = awaited(position)
    late(position, seat)
    for number in range(8):
        with time_machine.travel(timezone.now() + timedelta(minutes=number), tick=False):
            play.say(position.table.pk, position.seats[1 - seat].user_id, "hurry")
    shown = page(f"/t/{position.table.pk}/")
    assert shown.count("Your move, when you can.</q>") == 6
    assert "ran out of time: a bot plays the seat" in shown
