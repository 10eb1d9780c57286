"""Exercises: the positions of one's last matches in which one's moves cost most, shown as the seat saw them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.coach.models import Review
from games.play.snapshot import Snapshot
from games.records import export
from games.rules import core
from tests.helpers import given
from tests.parade.secrets import secrets
from tests.sockets.test_leaks import told

pytestmark = pytest.mark.django_db
EXPECTED = {"scores": [5.0, 9.0], "wins": [0.7, 0.3]}
FEARED = {"scores": [8.0, 9.0], "wins": [0.5, 0.5]}


def reviewed(seat: int = 0) -> tuple[Snapshot, int, list[core.Move]]:
    """Return a finished match with a review in which the seat's third decision was costly, its position, and three
    moves of the seat there: the best one, the one played, and another."""
    over = given.finished(2, "practice")
    rows = export.rows_of(over.table)
    parts: list[dict[str, Any]] = [{"seat": row.seat, "wins": [0.5, 0.5]} for row in rows[1:]]
    at = [place for place, row in enumerate(rows[1:]) if row.seat == seat][2]
    rules, played = over.rules, rows[at + 1].move
    others = [move for move in rules.legal_moves(rules.load(rows[at].state), seat) if move != played]
    best, played_there = {"move": others[0]} | EXPECTED, {"move": played} | FEARED
    parts[at] |= {"best": best, "played": played_there, "cost": 0.2}
    Review.objects.create(
        table=over.table, seat=seat, status="done", parts=parts, done=len(parts), total=len(parts)
    )
    return over, at, [others[0], played, others[1]]


def page(client: Client, address: str = "/practice/", **form: Any) -> tuple[int, str]:
    answer = client.get(address)
    if "choice" in form:
        form = {"exercise": shown_in(answer.content.decode())} | form
    if form:
        answer = client.post(address, form)
    return answer.status_code, answer.content.decode()


def shown_in(text: str) -> str:
    """Return the exercise that the page shows."""
    return text.split('name="exercise" value="')[1].split('"')[0]


def choice_of(text: str, name: str) -> str:
    """Return the button with that name."""
    return text.split(f"<span>{name}</span></button>")[0].rsplit('value="', 1)[1].split('"')[0]


def test_a_choice_is_told_its_cost_and_why_and_the_best_one_that_it_is_the_best() -> None:
    over, at, (best, played, other) = reviewed()
    client = given.browser(given.person())
    status, shown = page(client)
    assert status == 200 and f"move {at + 1}" in shown and "0 of 1 solved" in shown
    best_name, played_name, other_name = (move["card"].replace("-", " ") for move in (best, played, other))
    status, answer = page(client, choice=choice_of(shown, played_name))
    assert status == 200 and "There is something better" in answer and "Show the best move" in answer
    assert "lowers your chance to win by <b>20%</b> and costs <b>3.0</b> points" in answer
    assert best_name.capitalize() not in answer and 'class="better"' not in answer
    assert "0 of 1 solved" in answer and Review.objects.get().solved == []
    status, answer = page(client, choice=choice_of(shown, best_name))
    assert "1 of 1 solved" in answer and "1 of 1 solved" in page(client)[1]
    assert Review.objects.get().solved == [at]
    assert f"{best_name.capitalize()}: nothing better is found." in answer
    assert f"In the match you chose: {played_name}." in answer
    status, answer = page(client, choice=choice_of(shown, other_name))
    assert status == 200 and 'class="told' in answer
    assert f"/t/{over.table.pk}/review/" in shown
    assert "Learn from your mistakes" in client.get("/@Ada/").content.decode()


def test_whoever_has_been_told_the_best_move_solves_nothing_by_choosing_it() -> None:
    _over, _at, (best, played, _other) = reviewed()
    client = given.browser(given.person())
    best_name, played_name = (move["card"].replace("-", " ") for move in (best, played))
    shown = page(client)[1]
    asked = page(client, choice=choice_of(shown, played_name), tries="1")[1]
    assert f"{best_name.capitalize()}, not {played_name}." in asked and "<li>" in asked
    assert 'name="tries" value="2"' in asked
    assert "0 of 1 solved" in page(client, choice=choice_of(shown, best_name), tries="2")[1]
    assert "1 of 1 solved" in page(client, choice=choice_of(shown, best_name), tries="1")[1]


def test_an_exercise_shows_what_the_seat_knew_then() -> None:
    over, at, _moves = reviewed()
    client = given.browser(given.person())
    hidden = secrets(export.rows_of(over.table)[at].state, 0)
    opened = client.get(f"/t/{over.table.pk}/replay/?move={at}&eyes=").content.decode()
    assert told(opened, hidden)
    status, shown = page(client)
    assert status == 200 and told(shown, hidden) == []


def test_a_choice_is_answered_for_the_position_that_was_shown() -> None:
    over, at, (best, played, _other) = reviewed()
    review = Review.objects.get()
    rows = export.rows_of(over.table)
    # The seat's first decision cost less, so it is the second exercise.
    first = next(place for place, row in enumerate(rows[1:]) if row.seat == 0)
    moves = over.rules.legal_moves(over.rules.load(rows[first].state), 0)
    other = next(move for move in moves if move != rows[first + 1].move)
    found = {
        "best": {"move": other} | EXPECTED,
        "played": {"move": rows[first + 1].move} | FEARED,
        "cost": 0.1,
    }
    review.parts[first] |= found
    review.save()
    client = given.browser(given.person())
    shown = page(client)[1]
    exercise = shown_in(shown)
    assert f"move {at + 1}" in shown
    # It is solved in another window, and the other one becomes the first.
    best_name, played_name = (move["card"].replace("-", " ") for move in (best, played))
    right, wrong = (choice_of(shown, name) for name in (best_name, played_name))
    client.post("/practice/", {"exercise": exercise, "choice": right})
    assert shown_in(page(client)[1]) != exercise
    answer = client.post("/practice/", {"exercise": exercise, "choice": wrong}).content.decode()
    assert f"move {at + 1}" in answer and f"“{played_name}” lowers" in answer


def test_bad_input_is_answered_in_a_sentence() -> None:
    reviewed()
    client = given.browser(given.person())
    for choice in ("", "99", "-1", "x"):
        status, shown = page(client, choice=choice)
        assert status == 400 and "Choose one of the moves." in shown
    assert client.post("/practice/", {"choice": "0"}).status_code == 404
    for number in ("0", "2", "9999999"):
        assert client.get(f"/practice/?n={number}").status_code == (200 if number == "9999999" else 404)


def test_nobody_practises_the_matches_of_others_or_of_older_rules() -> None:
    over, _at, _moves = reviewed()
    assert 'class="practice"' not in page(given.browser(given.person("Ben")))[1]
    assert 'class="practice"' not in page(given.browser(given.person()), "/practice/?of=another")[1]
    status, shown = page(Client())
    assert status == 200 and "Play a match first" in shown
    type(over.table).objects.update(rules=0)
    assert "nothing to practise yet" in page(given.browser(given.person()))[1]


def test_without_a_review_the_last_matches_are_reviewed_and_none_that_runs() -> None:
    given.finished(2, "first")
    given.running(2, "second")
    client = given.browser(given.person())
    assert "Review my last matches" in page(client)[1]
    assert page(client, review="last")[0] == 302
    assert list(Review.objects.values_list("seat", "status")) == [(0, "waiting")]
    assert "1 review is being made" in page(client)[1]
