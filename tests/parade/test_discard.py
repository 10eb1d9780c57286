"""Parade's discard, and all refused moves."""

from __future__ import annotations

from typing import Any

import pytest

from games.parade.rules.rules import State
from games.rules import core
from tests.parade.tables import GAME, NO_CHANCE, discard, pile, table

HANDS = (pile("red 1 2 3 4"), pile("blue 1 2 3 4"), pile("grey 1 2 3 4"))


def choosing() -> State:
    return table(hands=HANDS, left=0, parade=("orange-1",), before=(pile("red 9"), (), ()))


def test_all_seats_discard_in_any_order_and_nobody_sees_it_before_the_last() -> None:
    state, events = discard(choosing(), 2, "grey-1", "grey-4")
    assert events == []
    assert GAME.to_act(state) == (0, 1)
    for viewer in (0, 1, None):
        view = GAME.view(state, viewer)
        assert view["decided"] == [False, False, True]
        assert view["discard"] is None and view["discards"] is None
        redacted_entry, _ = GAME.redacted(2, {"type": "discard", "cards": ["grey-1", "grey-4"]}, [], viewer)
        assert redacted_entry == {"type": "discard", "cards": [None, None]}
    assert GAME.view(state, 2)["discard"] == ["grey-1", "grey-4"]


def test_the_last_to_decide_reveals_every_seat_and_the_kept_cards_count() -> None:
    state, _ = discard(choosing(), 2, "grey-1", "grey-4")
    state, _ = discard(state, 0, "red-4", "red-1")
    state, events = discard(state, 1, "blue-3", "blue-4")
    assert events == [
        {"event": "revealed", "seat": 0, "kept": ["red-2", "red-3"], "discarded": ["red-4", "red-1"]},
        {"event": "revealed", "seat": 1, "kept": ["blue-1", "blue-2"], "discarded": ["blue-3", "blue-4"]},
        {"event": "revealed", "seat": 2, "kept": ["grey-2", "grey-3"], "discarded": ["grey-1", "grey-4"]},
        {"event": "over"},
    ]
    assert state.before == (pile("red 9 2 3"), pile("blue 1 2"), pile("grey 2 3"))
    outcome = GAME.outcome(state)
    assert outcome is not None, "the orange card left in the parade counts for nobody"
    assert (outcome.scores, outcome.ranks) == ((3, 2, 2), (3, 1, 1))
    assert GAME.view(state, None)["discards"] == [
        ["red-4", "red-1"],
        ["blue-3", "blue-4"],
        ["grey-1", "grey-4"],
    ]


# --- Bad input


def playing() -> State:
    return table(hands=HANDS, parade=("orange-1",))


def over() -> State:
    return table(before=HANDS, hands=((), (), ()), left=0, chosen=(("red-5", "red-6"),) * 3, over=True)


@pytest.mark.parametrize(
    ("state", "seat", "move", "code"),
    [
        (playing(), 0, {"type": "play", "card": "blue-1"}, "not_in_hand"),
        (playing(), 0, {"type": "play", "card": "green-11"}, "no_such_card"),
        (playing(), 0, {"type": "play", "card": ""}, "no_such_card"),
        (playing(), 1, {"type": "play", "card": "blue-1"}, "not_your_turn"),
        (playing(), None, {"type": "play", "card": "blue-1"}, "not_your_turn"),
        (playing(), 0, {"type": "discard", "cards": ["red-1", "red-2"]}, "wrong_phase"),
        (playing(), 0, {"type": "play"}, "missing_field"),
        (playing(), 0, {"type": "play", "card": None}, "bad_field"),
        (playing(), 0, {"type": "play", "card": "red-1", "seat": 1}, "needless_field"),
        (playing(), 0, {"type": "pass"}, "no_such_move"),
        (playing(), 0, ["play", "red-1"], "malformed"),
        (choosing(), 0, {"type": "play", "card": "red-1"}, "wrong_phase"),
        (choosing(), 0, {"type": "discard", "cards": ["red-1", "red-1"]}, "same_card_twice"),
        (choosing(), 0, {"type": "discard", "cards": ["red-1"]}, "discard_two"),
        (choosing(), 0, {"type": "discard", "cards": []}, "discard_two"),
        (choosing(), 0, {"type": "discard", "cards": ["red-1", "red-2", "red-3"]}, "discard_two"),
        (choosing(), 0, {"type": "discard", "cards": ["red-1", "blue-1"]}, "not_in_hand"),
        (choosing(), 0, {"type": "discard", "cards": ["red-1", "pink-1"]}, "no_such_card"),
        (choosing(), 0, {"type": "discard", "cards": ["red-1", 2]}, "bad_field"),
        (over(), 0, {"type": "play", "card": "red-1"}, "over"),
        (over(), 1, {"type": "discard", "cards": ["red-1", "red-2"]}, "over"),
    ],
)
def test_a_forbidden_discard_is_refused_with_its_own_reason(
    state: State, seat: int | None, move: Any, code: str
) -> None:
    before = GAME.dump(state)
    with pytest.raises(core.Refused) as refused:
        core.play(GAME, state, seat=seat, move=move, at=0, chance=NO_CHANCE)
    assert refused.value.code == code
    assert GAME.dump(state) == before


def test_a_seat_that_has_discarded_has_no_second_choice() -> None:
    state, _ = discard(choosing(), 2, "grey-1", "grey-4")
    with pytest.raises(core.Refused, match="not_your_turn"):
        discard(state, 2, "grey-2", "grey-3")


@pytest.mark.parametrize("seats", [0, 1, 7, -1])
def test_parade_is_for_two_to_six(seats: int) -> None:
    with pytest.raises(core.Refused, match="bad_seats"):
        core.settle_options(GAME, seats, {})
