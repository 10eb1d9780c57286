"""Exercises: one's own mistakes as puzzles. They are shown as the seat saw them, private and not rated."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.coach.models import Review
from games.models import Seat, Table
from games.play import closing
from games.play.snapshot import Snapshot
from games.puzzles import exercises
from games.puzzles.models import Answer, Puzzle, Standing
from games.records import export
from games.rules import core
from tests.helpers import given
from tests.helpers.pages import text_of
from tests.parade.secrets import secrets
from tests.puzzles import examples
from tests.sockets.test_leaks import secrets_in

pytestmark = pytest.mark.django_db
EXPECTED = {"scores": [5.0, 9.0], "wins": [0.7, 0.3]}
APART = {"scores": [0.5, 0.5], "wins": [0.02, 0.02], "leads": [0.5, 0.5]}
FEARED = {"scores": [8.0, 9.0], "wins": [0.5, 0.5], "apart": APART}


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


def second_mistake() -> int:
    """Let the review find a smaller mistake in the seat's first decision. Return its position."""
    review = Review.objects.get()
    rows = export.rows_of(review.table)
    first = next(place for place, row in enumerate(rows[1:]) if row.seat == review.seat)
    rules = core.game(review.table.game)
    moves = rules.legal_moves(rules.load(rows[first].state), review.seat)
    other = next(move for move in moves if move != rows[first + 1].move)
    best, played = {"move": other} | EXPECTED, {"move": rows[first + 1].move} | FEARED
    review.parts[first] |= {"best": best, "played": played, "cost": 0.1}
    review.save()
    return first


def address(over: Snapshot, at: int) -> str:
    return f"/puzzles/mistakes/{over.table.pk}/{at}/"


def name(move: core.Move) -> str:
    return str(move["card"].replace("-", " "))


def test_a_mistake_is_asked_on_the_games_own_board_without_its_answer() -> None:
    over, at, _moves = reviewed()
    answer = given.browser(given.person()).get(address(over, at))
    page = answer.content.decode()
    assert answer.status_code == 200 and 'id="board"' in page and 'form id="move"' in page
    assert f"move {at + 1}" in page and "Your own mistake" in page and "0 of 1 solved" in text_of(answer)
    assert "data-places" not in page and "says why" not in page and "In the match you chose" not in page


def test_the_day_of_its_match_is_that_of_the_readers_time_zone() -> None:
    over, at, _moves = reviewed()
    Table.objects.update(ended_at=datetime(2026, 6, 3, 2, tzinfo=UTC))
    User.objects.update(time_zone="America/Los_Angeles")
    assert "Your match of 2 June," in text_of(given.browser(given.person()).get(address(over, at)))


def test_the_best_move_solves_it_and_is_told_why() -> None:
    over, at, (best, played, _other) = reviewed()
    client = given.browser(given.person())
    told_page = text_of(client.post(address(over, at), examples.form_of(best)))
    assert f"Right: {name(best)}" in told_page and "says why" in told_page
    assert f"In the match you chose: {name(played)}." in told_page and "1 of 1 solved" not in told_page
    assert Review.objects.get().solved == [at]
    assert "1 of 1 solved" in text_of(client.get("/puzzles/"))


@pytest.mark.parametrize("which", [1, 2])
def test_another_move_is_told_wrong_and_the_exercise_comes_again(which: int) -> None:
    over, at, moves = reviewed()
    client = given.browser(given.person())
    # A move that the review has no figures of is compared by the coach, who may find it as good.
    answer = client.post(address(over, at), examples.form_of(moves[which]))
    assert answer.status_code == 200 and "says why" in text_of(answer)
    if which == 1:
        assert f"No, better: {name(moves[0])}" in text_of(answer)
        assert f"You chose: {name(moves[1])}." in text_of(answer)
        assert Review.objects.get().solved == []
        assert client.get("/puzzles/mistakes/")["Location"] == address(over, at)


def test_exercises_change_no_number() -> None:
    over, at, (best, _played, _other) = reviewed()
    given.browser(given.person()).post(address(over, at), examples.form_of(best))
    assert not Answer.objects.exists() and not Standing.objects.exists() and not Puzzle.objects.exists()


def test_an_exercise_shows_what_the_seat_knew_then() -> None:
    over, at, _moves = reviewed()
    client = given.browser(given.person())
    hidden = secrets(export.rows_of(over.table)[at].state, 0)
    opened = client.get(f"/t/{over.table.pk}/replay/?move={at}&eyes=").content.decode()
    assert secrets_in(opened, hidden)
    answer = client.get(address(over, at))
    assert answer.status_code == 200 and secrets_in(answer.content.decode(), hidden) == []


def test_an_answer_is_for_the_position_of_its_address() -> None:
    over, at, (best, played, _other) = reviewed()
    first, client = second_mistake(), given.browser(given.person())
    # It is solved in another window, and the other one becomes the first.
    client.post(address(over, at), examples.form_of(best))
    assert client.get("/puzzles/mistakes/")["Location"] == address(over, first)
    answer = text_of(client.post(address(over, at), examples.form_of(played)))
    assert f"No, better: {name(best)}" in answer and Review.objects.get().solved == [at]


def test_the_next_exercise_is_one_that_is_not_solved() -> None:
    over, at, (best, _played, _other) = reviewed()
    first, client = second_mistake(), given.browser(given.person())
    page = client.post(address(over, at), examples.form_of(best)).content.decode()
    assert f'<a class="btn go" href="{address(over, first)}">' in page


def test_bad_input_is_answered_in_a_sentence() -> None:
    over, at, _moves = reviewed()
    client = given.browser(given.person())
    for form in ({}, {"type": "play", "card": "blue-99"}, {"type": "discard", "card": ["a", "b"]}):
        answer = client.post(address(over, at), form)
        assert 400 <= answer.status_code < 500 and 'role="alert"' in answer.content.decode()
    for wrong in (at + 1, 999999999999):
        assert client.get(address(over, wrong)).status_code == 404


def test_nobody_sees_the_exercises_of_others_or_of_older_rules() -> None:
    over, at, _moves = reviewed()
    assert given.browser(given.person("Ben")).get(address(over, at)).status_code == 404
    assert Client().get(address(over, at)).status_code == 302
    assert Client().get("/puzzles/mistakes/")["Location"] == "/puzzles/#own-mistakes"
    client = given.browser(given.person())
    assert client.get("/puzzles/mistakes/?of=another")["Location"] == "/puzzles/#own-mistakes"
    type(over.table).objects.update(rules=0)
    assert client.get(address(over, at)).status_code == 404


def test_matches_are_not_reviewed_while_many_reviews_wait() -> None:
    over, client = given.play_until(given.running(2), "over"), given.browser(given.person())
    waiting = [Review(table=over.table, seat=seat, asker=given.person(), total=9) for seat in range(1, 6)]
    Review.objects.bulk_create(waiting)
    page = client.post("/puzzles/mistakes/", follow=True)
    assert page.status_code == 200 and "reviews" in text_of(page)
    assert Review.objects.count() == len(waiting)


def test_one_plays_on_from_an_exercise() -> None:
    over, at, (best, _played, _other) = reviewed()
    client = given.browser(given.person())
    page = client.post(address(over, at), examples.form_of(best)).content.decode()
    assert f'action="/t/{over.table.pk}/play-on/?n={at}&amp;eyes=0"' in page


def test_the_profile_and_the_review_lead_to_exercises() -> None:
    over, _at, _moves = reviewed()
    client = given.browser(given.person())
    assert "Learn from your mistakes" in client.get("/@Ada/").content.decode()
    review = client.get(f"/t/{over.table.pk}/review/").content.decode()
    assert f'href="/puzzles/mistakes/?of={over.table.pk}"' in review


def test_a_match_with_ten_newer_reviews_keeps_its_exercises() -> None:
    over, at, _moves = reviewed()
    for _ in range(exercises.REVIEWS):
        table = Table.objects.create(
            game="parade", rules=over.table.rules, increment_ms=0, status="over", ended_at=timezone.now()
        )
        Seat.objects.create(table=table, index=0, user=given.person())
        Review.objects.create(table=table, seat=0, status="done", total=0)
    page = given.browser(given.person()).get(f"/puzzles/mistakes/?of={over.table.pk}", follow=True)
    assert page.redirect_chain[-1][0] == address(over, at) and page.status_code == 200
    assert "0 of 1 solved" in text_of(page)


def test_without_a_review_the_last_matches_are_reviewed_and_none_that_runs() -> None:
    given.finished(2, "first")
    given.running(2, "second")
    client = given.browser(given.person())
    assert "Review my last matches" in text_of(client.get("/puzzles/"))
    assert client.post("/puzzles/mistakes/").status_code == 302
    assert list(Review.objects.values_list("seat", "status")) == [(0, "waiting")]
    assert "1 review is being made" in text_of(client.get("/puzzles/"))


def test_cancelled_tables_hide_no_match_that_could_be_reviewed() -> None:
    over, ada = given.finished(2), given.person()
    for _ in range(5):
        closing.cancel(given.opened(2).table.pk, ada.pk)
    assert [seat.table_id for seat in exercises.to_review(ada.pk)] == [over.table.pk]


def test_the_page_asks_for_own_mistakes_until_the_reviews_are_made() -> None:
    ada = given.browser(given.person())
    over = given.finished(2)
    review = Review.objects.create(table=over.table, seat=0, asker=given.person(), status="waiting", total=1)
    again = 'hx-trigger="every'
    assert again in ada.get("/puzzles/").content.decode()
    part = ada.get("/puzzles/", headers={"HX-Request": "true"}).content.decode()
    assert again in part and part.startswith("<section") and "<main" not in part
    Review.objects.filter(pk=review.pk).update(status="failed")
    assert again not in ada.get("/puzzles/", headers={"HX-Request": "true"}).content.decode()
