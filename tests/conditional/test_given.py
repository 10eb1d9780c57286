"""Conditional moves: who may give one, refusals, replacing and taking back."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games.conditional import moves as conditional_moves
from games.conditional import reads
from games.conditional.models import ConditionalMove
from games.models import Seat
from games.play import departure
from tests.conditional.helpers import (
    give,
    refusal,
    stored_move,
    to_play,
    waiting,
)
from tests.helpers.given import awaited, person, running, step

pytestmark = pytest.mark.usefixtures("at_once")
any_database = pytest.mark.django_db


@any_database
@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda content: content | {"if": "perhaps"}, "bad_field"),
        (lambda content: content | {"card": "joker-11"}, "no_such_card"),
        (lambda content: {"type": "discard", "cards": [], "if": "always"}, "other_turn"),
        (lambda content: {"type": "play"}, "missing_field"),
        (lambda content: [content], "malformed"),
    ],
)
def test_an_invalid_conditional_move_is_refused(spoil: Any, code: str) -> None:
    snapshot = running(2)
    seat = waiting(snapshot)
    conditional_move = spoil(to_play(snapshot, seat))
    assert (
        refusal(conditional_moves.give, snapshot.table.pk, snapshot.seats[seat].user_id, conditional_move, 0)
        == code
    )
    assert stored_move(snapshot) is None


@any_database
def test_only_who_waits_for_their_turn_and_plays_the_seat_may_give_one() -> None:
    snapshot = running(3)
    mover, seat = awaited(snapshot), waiting(snapshot)
    conditional_move = to_play(snapshot, seat)
    table = snapshot.table.pk
    assert (
        refusal(conditional_moves.give, table, snapshot.seats[mover].user_id, conditional_move, 0)
        == "your_turn"
    )
    assert refusal(conditional_moves.give, table, person("Mallory").pk, conditional_move, 0) == "not_seated"
    assert refusal(conditional_moves.give, table, None, conditional_move, 0) == "not_seated"
    Seat.objects.filter(table=table, index=seat).update(stand_in=True)
    assert (
        refusal(conditional_moves.give, table, snapshot.seats[seat].user_id, conditional_move, 0)
        == "take_back_first"
    )
    departure.resign(table, snapshot.seats[seat].user_id)
    assert (
        refusal(conditional_moves.give, table, snapshot.seats[seat].user_id, conditional_move, 0)
        == "resigned"
    )
    assert (
        refusal(conditional_moves.give, "nosuchtb", person("Ada").pk, conditional_move, 0) == "no_such_table"
    )


@any_database
def test_a_later_conditional_move_takes_the_place_of_an_earlier_one() -> None:
    snapshot = running(2)
    seat = waiting(snapshot)
    for condition in ("always", "nothing"):
        give(snapshot, seat, to_play(snapshot, seat, condition))
    assert [row.content["if"] for row in ConditionalMove.objects.all()] == ["nothing"]


@any_database
def test_a_conditional_move_that_was_taken_back_is_not_carried_out() -> None:
    snapshot = running(2)
    seat = waiting(snapshot)
    give(snapshot, seat)
    conditional_moves.revoke(snapshot.table.pk, snapshot.seats[seat].user_id)
    step(snapshot)
    assert reads.due(timezone.now()) == []
    assert (
        refusal(conditional_moves.revoke, snapshot.table.pk, snapshot.seats[seat].user_id)
        == "no_conditional_move"
    )


@any_database
def test_nobody_takes_back_somebody_elses_conditional_move() -> None:
    snapshot = running(2)
    seat = waiting(snapshot)
    give(snapshot, seat)
    other = snapshot.seats[1 - seat].user_id
    assert refusal(conditional_moves.revoke, snapshot.table.pk, other) == "no_conditional_move"
    conditional_moves.dismiss(snapshot.table.pk, other)
    assert refusal(conditional_moves.revoke, snapshot.table.pk, person("Mallory").pk) == "not_seated"
    assert stored_move(snapshot) is not None
