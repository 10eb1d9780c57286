"""Parade's conditional moves by condition."""

from __future__ import annotations

from typing import Any

import pytest

from games.parade.rules import GAME
from games.parade.rules import conditional as parade_orders
from games.parade.rules.rules import State
from games.parade.rules.view import view
from games.rules import conditional, core
from games.rules.conditional import Dropped, Step
from tests.parade.tables import pile, play, table

SEAT = 1
HANDS = (pile("red 0 1 2 3; blue 10"), pile("green 0 1 5; purple 4; grey 8"), pile("orange 0 1 2 3 4"))


def before(parade: str, **fields: Any) -> State:
    """Return a table with seat 0 to play, for which seat 1 gives a conditional move."""
    return table(**{"hands": HANDS, "parade": pile(parade), "deck": pile("grey 0 1 2 3 4 5")} | fields)


def answer(state: State, condition: str, *played: str, card: str = "green-5") -> Step | Dropped:
    """Return the result of seat 1's conditional move after seat 0 has played `played` (one card)."""
    conditional_move = {"type": "play", "card": card, "if": condition}
    view_before = view(state, SEAT)
    own = conditional.check(GAME.CONDITIONAL, view_before, SEAT, conditional_move)
    basis = own.basis(view_before, SEAT, conditional_move)
    for played_card in played:
        state, _ = play(state, state.turn, played_card)
    return own.resolve(view(state, SEAT), SEAT, conditional_move, basis)


PLAYS = Step({"type": "play", "card": "green-5"})


def test_an_unconditional_move_is_always_played() -> None:
    assert answer(before("green 2 3 4; red 5 6 7 8"), "always", "blue-10") == PLAYS


@pytest.mark.parametrize(
    ("parade", "card", "condition", "becomes"),
    [
        # Five cards and the one played: one is within reach of a green 5.
        ("red 9 8 7 6; blue 9", "blue-10", "nothing", PLAYS),
        ("red 4 8 7 6; blue 9", "blue-10", "nothing", Dropped("takes")),
        # It would have taken nothing from five cards; from six it takes the first.
        ("red 4 8 7 6; blue 9", "blue-10", "no_more", Dropped("takes_more")),
        # It takes the red 4 before and after; a blue 10 behind the others brings the red 9 within reach.
        ("red 4 9 8 7 6; blue 9", "blue-10", "no_more", PLAYS),
        ("red 4 9 8 7 6; blue 9", "blue-10", "expected", PLAYS),
        # The red 0 takes the red cards.
        ("red 4 9 8 7 6; blue 9", "red-0", "expected", Dropped("parade_changed")),
        ("red 4 9 8 7 6; blue 9", "red-0", "no_more", PLAYS),
        ("red 4 9 8 7 6; blue 9", "red-0", "always", PLAYS),
    ],
)
def test_a_condition_is_judged_on_the_parade_of_the_turn(
    parade: str, card: str, condition: str, becomes: Any
) -> None:
    assert answer(before(parade), condition, card) == becomes


def test_in_the_last_round_who_has_played_chooses_the_discard() -> None:
    hands = (HANDS[0][:5], HANDS[1][:4], HANDS[2][:4])
    state = before("red 9 8", hands=hands, left=1)
    view_before = view(state, SEAT)
    assert parade_orders.next_turn(view_before, SEAT) == "discard"
    conditional_move = {"type": "discard", "cards": ["green-0", "green-1"], "if": "untouched"}
    own = conditional.check(GAME.CONDITIONAL, view_before, SEAT, conditional_move)
    basis = own.basis(view_before, SEAT, conditional_move)
    quiet, _ = play(state, 0, "blue-10")
    assert own.resolve(view(quiet, SEAT), SEAT, conditional_move, basis) == Step(
        {"type": "discard", "cards": ["green-0", "green-1"]}
    )
    taking, _ = play(state, 0, "red-0")
    assert own.resolve(view(taking, SEAT), SEAT, conditional_move, basis) == Dropped("cards_taken")
    with pytest.raises(core.Refused) as refused:
        conditional.check(
            GAME.CONDITIONAL, view_before, SEAT, {"type": "play", "card": "green-0", "if": "always"}
        )
    assert refused.value.code == "other_turn"


def test_in_the_last_round_who_has_still_to_play_conditional_moves_a_card() -> None:
    assert parade_orders.next_turn(view(before("red 9 8", left=2), SEAT), SEAT) == "play"
    assert parade_orders.next_turn(view(before("red 9 8", left=2), 2), 2) == "discard"


def test_a_card_that_is_not_in_hand_can_not_be_ordered() -> None:
    for card, code in (("red-0", "not_in_hand"), ("joker-1", "no_such_card")):
        with pytest.raises(core.Refused) as refused:
            answer(before("red 9"), "always", card=card)
        assert refused.value.code == code
