"""What people see of a seat whose time ran out: on the board, in the log, in the replay, in the list of matches."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.notifications import texts
from games.play import commands, departure, phrases, real_time, takeover, timeouts
from games.play.snapshot import Snapshot
from tests.helpers import given
from tests.helpers.given import awaited, browser, person, running
from tests.helpers.not_none import not_none

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
TURN_GAMES = ("parade", "tea_time", "wonderland")
BY_CLOCK = "resigned after running out of time three times."


def late(snapshot: Snapshot, seat: int) -> Snapshot:
    """Let that seat's time run out."""
    due = given.now(snapshot).seats[seat].deadline
    with time_machine.travel(not_none(due) + SECOND, tick=False):
        return timeouts.time_out(snapshot.table.pk, seat)


def out_for_good(snapshot: Snapshot) -> tuple[int, Snapshot]:
    """Let the awaited seat run out of time three times, coming back in between."""
    seat = awaited(snapshot)
    for _ in range(2):
        due = late(snapshot, seat).seats[seat].deadline
        with time_machine.travel(due, tick=False):
            takeover.take_back(snapshot.table.pk, snapshot.seats[seat].user_id)
    return seat, late(snapshot, seat)


def step(snapshot: Snapshot) -> None:
    """Make a move after all that."""
    with time_machine.travel(timezone.now() + 9 * timedelta(days=1), tick=False):
        given.step(snapshot)


def page(path: str, name: str | None = None, language: str = "en") -> str:
    client = browser(person(name) if name else None, headers={"accept-language": language})
    return client.get(path).content.decode()


@pytest.mark.parametrize("game", TURN_GAMES)
def test_the_result_says_that_the_clock_has_resigned_a_seat(game: str) -> None:
    snapshot = running(2, game=game)
    seat, here = out_for_good(snapshot)
    assert not_none(here.table.outcome)["reason"] == "resigned"
    name = here.seats[seat].name
    for path in (f"/t/{here.table.pk}/", f"/t/{here.table.pk}/replay/"):
        assert f"{name} {BY_CLOCK}" in page(path)
        assert "resigned: out of time three times" in page(path)
    assert f"{name} {BY_CLOCK}" in texts.results(here.table, [*here.seats])
    assert "resigned, lost: out of time three times" in page(f"/@{name}/", name)


@pytest.mark.parametrize("game", TURN_GAMES)
def test_a_resignation_in_time_is_just_a_resignation(game: str) -> None:
    snapshot = running(2, game=game)
    late(snapshot, awaited(snapshot))
    new_snapshot = departure.resign(snapshot.table.pk, person("Ada").pk)
    html = page(f"/t/{new_snapshot.table.pk}/replay/")
    assert "Ada resigned" in html
    assert "three times" not in html + page("/@Ada/", "Ada")
    assert texts.results(new_snapshot.table, [*new_snapshot.seats])[-1] == "Ada resigned."


def test_the_record_says_no_more_than_that_the_seat_resigned() -> None:
    _seat, here = out_for_good(running(2))
    record = json.loads(page(f"/t/{here.table.pk}/record.json"))
    assert record["outcome"]["reason"] == "resigned"
    assert "time" not in json.dumps(record["seats"] + [record["outcome"]])


@pytest.mark.parametrize("game", TURN_GAMES)
def test_the_board_the_log_and_the_replay_say_so_while_others_play_on(game: str) -> None:
    snapshot = running(3, game=game)
    seat, here = out_for_good(snapshot)
    name = here.seats[seat].name
    step(snapshot)
    sentence = f"{name} ran out of time for the third time and has resigned."
    for path in (f"/t/{here.table.pk}/", f"/t/{here.table.pk}/replay/"):
        html = page(path)
        assert sentence in html
        assert f"{name} is back and plays again." in html
        assert '<small class="badge">out of time</small>' in html
    # All of it happened before the next move.
    assert sentence in page(f"/t/{here.table.pk}/replay/?move=0")


def test_a_replay_tells_of_a_seat_that_changes_hands_when_it_did() -> None:
    snapshot = running(3)
    given.step(snapshot)
    seat = awaited(given.now(snapshot))
    late(snapshot, seat)
    step(snapshot)
    sentence = "ran out of time: a bot plays the seat"
    pages = [page(f"/t/{snapshot.table.pk}/replay/?move={number}") for number in (0, 1, 2)]
    assert [sentence in html for html in pages] == [False, True, True]


def test_a_race_in_which_a_seat_fell_silent_three_times_says_nothing_of_time() -> None:
    snapshot = running(2, bots=("easy",), game="stockings")
    for _ in range(3):
        with time_machine.travel(
            not_none(given.now(snapshot).seats[0].heartbeat_at) + timedelta(seconds=21), tick=False
        ):
            commands.play(snapshot.table.pk, real_time.TakeOverAbsent(0))
            takeover.take_back(snapshot.table.pk, person("Ada").pk)
    new_snapshot = departure.resign(snapshot.table.pk, person("Ada").pk)
    assert new_snapshot.seats[0].lapses == 3
    html = page(f"/t/{new_snapshot.table.pk}/")
    assert "resigned" in html
    assert "three times" not in html


@pytest.mark.parametrize("game", TURN_GAMES)
def test_out_of_time_the_board_and_the_log_say_so_and_one_press_takes_the_seat_back(game: str) -> None:
    snapshot = running(2, game=game)
    seat = awaited(snapshot)
    late(snapshot, seat)
    name, table = snapshot.seats[seat].name, snapshot.table.pk
    html = page(f"/t/{table}/")
    assert f"{name} ran out of time: a bot plays the seat until {name} takes it back." in html
    assert '<small class="badge">a bot plays</small>' in html
    press = f"/t/{table}/back/"
    assert press in page(f"/t/{table}/", name)
    step(snapshot)
    assert f"A bot, in {name}&#x27;s place: " in page(f"/t/{table}/").replace("&#39;", "&#x27;")
    browser(person(name)).post(press)
    html = page(f"/t/{table}/")
    assert not given.now(snapshot).seats[seat].stand_in
    assert f"{name} is back and plays again." in html
    assert '<small class="badge">a bot plays</small>' not in html


def test_a_race_says_who_is_silent_and_one_press_takes_the_seat_back() -> None:
    snapshot = running(2, bots=("easy",), game="stockings")
    with time_machine.travel(not_none(snapshot.seats[0].heartbeat_at) + timedelta(seconds=21), tick=False):
        commands.play(snapshot.table.pk, real_time.TakeOverAbsent(0))
    table = snapshot.table.pk
    assert '<small class="badge">a bot plays</small>' in page(f"/t/{table}/")
    assert f"/t/{table}/back/" in page(f"/t/{table}/", "Ada")
    browser(person("Ada")).post(f"/t/{table}/back/")
    assert '<small class="badge">a bot plays</small>' not in page(f"/t/{table}/")


@pytest.mark.parametrize("game", TURN_GAMES)
def test_a_resigned_person_is_asked_for_nothing_at_the_bots_turn(game: str) -> None:
    snapshot = running(3, game=game)
    seat, here = out_for_good(snapshot)
    name = here.seats[seat].name
    for reader, whose in ((name, "your seat"), ("", name)):
        html = page(f"/t/{here.table.pk}/", reader).replace("&#x27;", "&#39;")
        assert f"<h2>It is {whose}&#39;s turn</h2>" in html


def test_phrases_do_not_push_a_time_out_from_the_log() -> None:
    snapshot = running(2)
    seat = awaited(snapshot)
    late(snapshot, seat)
    for number in range(8):
        with time_machine.travel(timezone.now() + timedelta(minutes=number), tick=False):
            phrases.say(snapshot.table.pk, snapshot.seats[1 - seat].user_id, "hurry")
    html = page(f"/t/{snapshot.table.pk}/")
    assert html.count("Your move, when you can.</q>") == 6
    assert "ran out of time: a bot plays the seat" in html
