"""Conditional moves that aren't carried out: invalid, dropped with a note, or deleted with their match."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.conditional import carrying_out, reads
from games.conditional import moves as conditional_moves
from games.conditional.models import ConditionalMove
from games.models import Seat
from games.play import departure, takeover
from games.play.snapshot import Snapshot
from games.rules import conditional
from tests.conditional.helpers import give, page, refusal, stored_move, to_play, waiting
from tests.helpers import given
from tests.helpers.given import awaited, browser, finished, running, step

pytestmark = pytest.mark.usefixtures("at_once")
any_database = pytest.mark.django_db


@any_database
def test_a_move_of_ones_own_voids_the_conditional_move() -> None:
    snapshot = running(2)
    seat = waiting(snapshot)
    give(snapshot, seat)
    step(snapshot)
    step(snapshot)
    assert given.now(snapshot).recent[-1].seat == seat
    assert "decided ahead" not in page(snapshot, seat)
    step(snapshot)
    assert refusal(carrying_out.carry_out, snapshot.table.pk, seat) == "stale"
    assert stored_move(snapshot) is None
    assert given.now(snapshot).table.number == 3


def spoiled(snapshot: Snapshot) -> int:
    """Let a seat's conditional move be dropped because the card would take something. Returns the seat."""
    seat = waiting(snapshot)
    ConditionalMove.objects.all().delete()
    give(snapshot, seat, to_play(snapshot, seat, "expected"))
    # As if it had been given on another parade.
    conditional_move = ConditionalMove.objects.get()
    ConditionalMove.objects.update(
        basis={"number": 0, "seen": {**conditional_move.basis["seen"], "parade": ["red-0", "blue-0"]}}  # type: ignore[index]
    )
    step(snapshot)
    assert carrying_out.carry_out(snapshot.table.pk, seat) is None
    return seat


@any_database
def test_a_failed_condition_drops_the_conditional_move_with_a_note_for_its_owner_alone() -> None:
    snapshot = running(2)
    seat = spoiled(snapshot)
    assert ConditionalMove.objects.get().dropped == "parade_changed"
    assert given.now(snapshot).table.number == 1
    assert "was not made: somebody took cards of the parade" in page(snapshot, seat)
    for other in (1 - seat, None):
        assert "carried out" not in page(snapshot, other)
    assert reads.due(timezone.now()) == []
    assert refusal(carrying_out.carry_out, snapshot.table.pk, seat) == "stale"


@any_database
def test_the_note_goes_when_its_owner_has_read_it_or_moves() -> None:
    snapshot = running(2)
    seat = spoiled(snapshot)
    client = browser(snapshot.seats[seat].user)
    client.post(f"/t/{snapshot.table.pk}/conditional/", {"do": "read"})
    assert "was not made" not in page(snapshot, seat)
    assert stored_move(snapshot) is None
    other = running(2)
    seat = spoiled(other)
    step(other)
    assert "was not made" not in page(other, seat)


@any_database
def test_the_condition_goes_back_to_the_board_on_which_the_conditional_move_was_made() -> None:
    snapshot = running(3)
    seat = waiting(snapshot)
    while (awaited(given.now(snapshot)) + 2) % 3 != seat:
        step(snapshot)
    number = given.now(snapshot).table.number
    parade = list(given.now(snapshot).state.parade)
    step(snapshot)
    give(snapshot, seat, to_play(snapshot, seat), seen=number)
    assert ConditionalMove.objects.get().basis == {
        "number": number,
        "seen": {"parade": parade, "takes": ConditionalMove.objects.get().basis["seen"]["takes"]},  # type: ignore[index]
    }


@any_database
def test_a_conditional_move_made_while_the_turn_came_is_taken_all_the_same() -> None:
    snapshot = running(2)
    seat = waiting(snapshot)
    conditional_move = to_play(snapshot, seat)
    step(snapshot)
    give(snapshot, seat, conditional_move, seen=0)
    assert reads.due(timezone.now()) == [(snapshot.table.pk, seat)]
    assert carrying_out.carry_out(snapshot.table.pk, seat) is not None


@any_database
def test_a_conditional_move_made_before_ones_last_move_is_stale() -> None:
    snapshot = running(2)
    seat = waiting(snapshot)
    step(snapshot)
    conditional_move = to_play(snapshot, seat)
    step(snapshot)
    assert (
        refusal(conditional_moves.give, snapshot.table.pk, snapshot.seats[seat].user_id, conditional_move, 0)
        == "stale"
    )


@any_database
def test_a_bot_that_stands_in_plays_without_the_conditional_move_which_is_void_then() -> None:
    snapshot = running(2)
    seat = waiting(snapshot)
    give(snapshot, seat)
    step(snapshot)
    Seat.objects.filter(table=snapshot.table, index=seat).update(stand_in=True)
    assert reads.due(timezone.now()) == []
    assert refusal(carrying_out.carry_out, snapshot.table.pk, seat) == "stale"
    step(snapshot)
    takeover.take_back(snapshot.table.pk, snapshot.seats[seat].user_id)
    step(snapshot)
    assert refusal(carrying_out.carry_out, snapshot.table.pk, seat) == "stale"
    assert stored_move(snapshot) is None


@any_database
def test_a_resigned_person_has_no_conditional_move_any_more() -> None:
    snapshot = running(3)
    seat = waiting(snapshot)
    give(snapshot, seat, to_play(snapshot, seat))
    departure.resign(snapshot.table.pk, snapshot.seats[seat].user_id)
    assert "decided ahead" not in page(snapshot, seat)
    while awaited(given.now(snapshot)) != seat:
        step(snapshot)
    assert reads.due(timezone.now()) == []


@any_database
def test_the_end_of_a_match_removes_its_conditional_moves() -> None:
    snapshot = running(2)
    give(snapshot, waiting(snapshot))
    departure.resign(snapshot.table.pk, snapshot.seats[awaited(snapshot)].user_id)
    assert stored_move(snapshot) is None
    over = finished(2)
    view = over.rules.view(over.state, 0)
    assert refusal(
        conditional.check, over.rules.CONDITIONAL, view, 0, {"type": "play", "card": "red-1", "if": "always"}
    ) == ("no_next_turn")
