"""Hints: who may ask for one, its consequences, and what is stored."""

from __future__ import annotations

import json

import pytest

from games.coach import hints
from games.coach.models import Hint
from games.coach.questions import Coach, coach
from games.models import Results
from games.play import storage
from games.play.snapshot import Snapshot
from games.records import export, importing
from games.rules import core, record_parser, simulation
from games.rules.match import Unreadable
from tests.helpers import given
from tests.parade.secrets import secrets
from tests.sockets.test_leaks import secrets_in

pytestmark = pytest.mark.django_db
ADVICE = {"moves": [{"move": {"type": "play", "card": "red-1"}, "scores": [1, 2], "wins": [0.5, 0.5]}]}


def against_bots() -> Snapshot:
    """Return a table with Ada's turn against a bot."""
    snapshot = given.running(1, bots=["easy"], clock=False)
    while given.awaited(snapshot) != 0:
        given.step(snapshot)
        snapshot = storage.load(snapshot.table.pk)
    return snapshot


def ask_for_hint(snapshot: Snapshot, **headers: str) -> tuple[int, str]:
    """Press the button as Ada. Returns the status and the page."""
    answer = given.browser(given.person()).post(
        f"/t/{snapshot.table.pk}/hint/", {"seen": str(snapshot.table.number)}, headers=headers
    )
    return answer.status_code, answer.content.decode()


def test_the_answer_names_a_card_of_the_hand_and_is_the_same_when_asked_again() -> None:
    snapshot = against_bots()
    assert "data-asked" not in page_of(snapshot)
    status, panel = ask_for_hint(snapshot, **{"HX-Request": "true"})
    assert status == 200 and 'class="advice"' in panel and "<html" not in panel
    hint = Hint.objects.get()
    assert hint.number == snapshot.table.number and hint.advice is not None
    assert {move["move"]["card"] for move in hint.advice["moves"]} <= set(snapshot.state.hands[0])
    assert ask_for_hint(snapshot, **{"HX-Request": "true"}) == (200, panel)
    assert Hint.objects.count() == 1 and "data-asked" in page_of(snapshot)
    status, page = ask_for_hint(snapshot)
    assert status == 200 and "<html" in page


def test_the_answer_names_no_card_that_the_seat_does_not_see() -> None:
    snapshot = against_bots()
    hidden = secrets(snapshot.rules.dump(snapshot.state), 0)
    assert hidden and secrets_in(ask_for_hint(snapshot)[1], hidden) == []


def test_a_hint_after_the_move_is_refused_and_not_counted() -> None:
    snapshot = against_bots()
    given.step(snapshot)
    status, page = ask_for_hint(snapshot)
    assert status == 409 and "any more" in page
    with pytest.raises(core.Refused, match="hint_too_late"):
        hints.give(snapshot.table.pk, 0, snapshot.table.number, ADVICE)
    assert not Hint.objects.exists()


def test_among_people_only_where_the_host_has_allowed_it() -> None:
    refused = given.running(2)
    seat = given.awaited(refused)
    with pytest.raises(core.Refused, match="no_hints"):
        hints.asking(refused.table.pk, refused.seats[seat].user_id or 0, refused.table.number)
    assert "ask-coach" not in page_of(refused) and 'id="coach"' not in page_of(refused)
    allowed = given.running(2, hints=True)
    seat = given.awaited(allowed)
    assert hints.asking(allowed.table.pk, allowed.seats[seat].user_id or 0, allowed.table.number)[2] is None
    page = page_of(allowed)
    assert "ask-coach" in page and 'id="coach"' in page and "Hints are allowed." in page
    # There is no ladder without bots.
    assert "After a hint the match counts for nobody." in page and "only for the ladder" not in page
    assert "only for the ladder" in page_of(given.running(2, bots=["easy"], hints=True))


def page_of(snapshot: Snapshot) -> str:
    return given.browser(given.person()).get(f"/t/{snapshot.table.pk}/").content.decode()


def test_a_person_asks_one_question_at_a_time() -> None:
    snapshot = against_bots()
    coach.asking.add(given.person().pk)
    try:
        assert ask_for_hint(snapshot)[0] == 429
    finally:
        coach.asking.clear()
    assert not Hint.objects.exists()


def test_so_many_may_wait_and_no_more() -> None:
    snapshot, crowded = against_bots(), Coach()
    crowded.asking |= {-1, -2, -3, -4, -5, -6, -7, -8}
    with pytest.raises(core.Refused, match="busy"):
        crowded.ask(snapshot.table.pk, given.person().pk, "192.0.2.7", snapshot.table.number)


def test_a_match_with_a_hint_counts_in_no_figures_and_its_record_says_so() -> None:
    snapshot = against_bots()
    hints.give(snapshot.table.pk, 0, snapshot.table.number, ADVICE)
    running = export.export(snapshot.table, snapshot.seats, export.rows_of(snapshot.table), None)
    assert "hints" not in running
    over = given.play_until(snapshot, "over")
    assert not Results.objects.exists()
    document = export.export(over.table, over.seats, export.rows_of(over.table), None)
    assert document["hints"] == [{"seat": 0, "n": snapshot.table.number + 1}]
    wrong_hints = [{"seat": 0, "n": 0}, {"seat": 2, "n": 1}, {"seat": 0, "n": "1"}]
    for wrong in wrong_hints:
        with pytest.raises(Unreadable):
            record_parser._hints([wrong], 2, 9)
    given.play_until(against_bots(), "over")
    assert Results.objects.count() == 1


def test_an_imported_record_keeps_who_had_asked() -> None:
    document = next(iter(simulation.matches("parade", ["easy", "gentle"], 1, "hints")))
    body = json.dumps(document | {"hints": [{"seat": 1, "n": 3}]}).encode()
    table = importing.store(importing.judge(body), given.person())
    exported = export.export(table, list(table.seats.order_by("index")), export.rows_of(table), None)
    assert exported["hints"] == [{"seat": 1, "n": 3}]
    assert list(Hint.objects.values_list("number", "advice")) == [(2, None)]
