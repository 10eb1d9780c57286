"""Invalid moves: each is refused for its own reason, and only a wrong slap costs a card."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import core
from tests.stockings.tables import call, drop, flip, passing, refusal, slap, swap, table

STOCKING: dict[str, Any] = {"hands": ["4 5", "4 6 elf", "9 7"], "newest": "4"}


def slapped(card: str, flip: int = 7) -> core.Move:
    return {"type": "slap", "flip": flip, "card": card}


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (0, slapped("stocking-9"), "not_in_hand"),
        (0, slapped("stocking-9", flip=3), "not_in_hand"),
        (0, slapped("stocking-13"), "no_such_card"),
        (0, slapped("stocking-4", flip=8), "no_such_flip"),
        (0, slapped("stocking-4", flip=0), "no_such_flip"),
        (0, slapped("stocking-4", flip=-1), "no_such_flip"),
        (0, slapped("stocking-4", flip=True), "bad_field"),
        (0, {"type": "slap", "flip": 7}, "missing_field"),
        (1, {"type": "flip"}, "not_the_flipper"),
        (0, {"type": "flip"}, "card_waits"),
        (0, {"type": "pass", "flip": 6}, "old_flip"),
        (0, {"type": "pass", "flip": 8}, "no_such_flip"),
        (0, {"type": "swap", "seat": 1}, "no_swap_due"),
        (0, {"type": "drop", "cards": []}, "nothing_named"),
        (0, {"type": "ho_ho_ho"}, "not_one_card"),
        (0, {"type": "timeout"}, "clock_only"),
        (3, {"type": "flip"}, "not_your_turn"),
        (None, {"type": "flip"}, "no_seat"),
        (None, slapped("stocking-4"), "no_seat"),
    ],
)
def test_while_a_stocking_waits(seat: int, move: core.Move, code: str) -> None:
    assert refusal(table(**STOCKING), seat, move) == code


def test_a_slap_before_the_first_flip() -> None:
    state = table(["4", "5", "6"], flip=0)
    assert refusal(state, 0, slapped("stocking-4", flip=0)) == "no_such_flip"
    assert refusal(state, 0, slapped("stocking-4", flip=1)) == "no_such_flip"


def test_a_second_pass() -> None:
    state, events = passing(table(**STOCKING), 1)
    assert events == [{"event": "passed", "seat": 1}]
    assert refusal(state, 1, {"type": "pass", "flip": 7}) == "passed_already"


@pytest.mark.parametrize("newest", ["", "fireplace", "elf"])
def test_a_pass_when_nothing_waits(newest: str) -> None:
    assert refusal(table(["4", "5", "6"], newest), 1, {"type": "pass", "flip": 7}) == "nothing_waits"


def test_a_slap_by_a_locked_out_seat_whatever_it_lays() -> None:
    state, _ = slap(table(**STOCKING), 1, "6")
    assert len(state.hands[1]) == 4
    assert refusal(state, 1, slapped("stocking-4")) == "locked_out"
    assert refusal(state, 1, slapped("stocking-6")) == "locked_out"


def test_a_swap_with_oneself_with_nobody_or_by_another() -> None:
    state = table(["4 5", "9", "9 7"], newest="elf")
    assert refusal(state, 0, {"type": "swap", "seat": 0}) == "swap_with_oneself"
    assert refusal(state, 0, {"type": "swap", "seat": 3}) == "no_such_seat"
    assert refusal(state, 0, {"type": "swap", "seat": -1}) == "no_such_seat"
    assert refusal(state, 1, {"type": "swap", "seat": 0}) == "not_your_swap"
    assert refusal(state, 0, {"type": "flip"}) == "swap_first"
    state, _ = swap(state, 0, 2)
    assert refusal(state, 0, {"type": "swap", "seat": 1}) == "no_swap_due"


def test_drops_of_another_design_of_too_many_or_by_seats_that_are_not_asked() -> None:
    state, _ = slap(table(["santa 5", "4 6", "4 7"], newest="4"), 0, "santa")
    assert refusal(state, 0, {"type": "drop", "cards": []}) == "not_asked"
    assert refusal(state, 1, {"type": "drop", "cards": ["stocking-6"]}) == "other_design"
    assert refusal(state, 1, {"type": "drop", "cards": ["stocking-4", "stocking-6"]}) == "other_design"
    assert refusal(state, 1, {"type": "drop", "cards": ["stocking-4"] * 2}) == "not_in_hand"
    assert refusal(state, 1, {"type": "drop", "cards": ["sock"]}) == "no_such_card"
    assert refusal(state, 1, {"type": "drop", "cards": None}) == "bad_field"
    assert refusal(state, 0, {"type": "flip"}) == "naming_first"
    state, _ = drop(state, 1, "")
    assert refusal(state, 1, {"type": "drop", "cards": ["stocking-4"]}) == "not_asked"


def test_a_second_call() -> None:
    state, _ = call(table(["4", "5 6", "9 7"], newest="5"), 0)
    assert refusal(state, 0, {"type": "ho_ho_ho"}) == "called_already"


def test_anything_after_the_end() -> None:
    state, _ = slap(table(["4", "5 6", "9 7"], newest="4", called=(0,)), 0, "4")
    assert refusal(state, 1, slapped("stocking-5")) == "over"
    assert refusal(state, 0, {"type": "flip"}) == "over"
    assert refusal(state, None, {"type": "timeout"}, at=99999) == "over"


def test_the_clock_before_its_time() -> None:
    assert refusal(table(**STOCKING), None, {"type": "timeout"}, at=5999) == "too_early"
    assert refusal(table(["4", "5", "6"]), None, {"type": "timeout"}, at=2199) == "too_early"


def test_a_flip_is_free_again_once_the_card_is_settled() -> None:
    state, _ = slap(table(**STOCKING), 1, "4")
    assert refusal(state, 0, {"type": "flip"}) == "not_the_flipper"
    _, events = flip(state, 1)
    assert events[0]["event"] == "flipped"
