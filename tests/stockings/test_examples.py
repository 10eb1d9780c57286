"""The numbered examples of the rules page, in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from games.rules import core
from games.rules.chance import Stream
from games.stockings.rules.rules import DECK, State
from tests.stockings.hidden import cards as all_cards
from tests.stockings.tables import (
    RULES,
    call,
    cards,
    drop,
    flip,
    outcome,
    refusal,
    slap,
    swap,
    table,
    timeout,
)


def test_1_of_two_right_slaps_the_first_settled_wins_and_the_second_keeps_its_card() -> None:
    state = table(["4 5", "4 6", "4 7"], newest="4")
    state, events = slap(state, 2, "4")
    assert events == [
        {"event": "right", "seat": 2, "card": "stocking-4", "flip": 7},
        {"event": "discarded", "cards": ["stocking-4", "stocking-4"]},
    ]
    state, events = slap(state, 1, "4")
    assert events == [{"event": "late", "seat": 1, "card": "stocking-4", "flip": 7}]
    assert state.hands == (cards("4 5"), cards("4 6"), cards("7"))
    assert state.flipper == 2


def test_2_a_wrong_stocking_costs_a_card_once_and_the_flip_waits_on_for_the_others() -> None:
    state = table(["4 5", "4 6", "9 7"], newest="4", top="11")
    state, events = slap(state, 2, "7")
    assert events == [
        {"event": "wrong", "seat": 2, "card": "stocking-7", "why": "no_match", "flip": 7},
        {"event": "drew", "seat": 2, "cards": ["stocking-11"]},
    ]
    assert len(state.hands[2]) == 3
    assert refusal(state, 2, {"type": "slap", "flip": 7, "card": "stocking-9"}) == "locked_out"
    state, events = slap(state, 1, "4")
    assert events[0]["event"] == "right"
    assert state.flipper == 1


def test_3_a_special_on_a_flipped_santa_comes_back_and_a_stocking_is_right() -> None:
    state = table(["4 5", "elf 6", "9 7"], newest="santa", top="11")
    state, events = slap(state, 1, "elf")
    assert events == [
        {"event": "wrong", "seat": 1, "card": "elf", "why": "no_match", "flip": 7},
        {"event": "drew", "seat": 1, "cards": ["stocking-11"]},
    ]
    assert state.hands[1] == cards("elf 6 11")
    state, events = slap(state, 2, "9")
    assert [event["event"] for event in events] == ["right", "discarded", "named"]


def test_4_a_last_stocking_without_a_call_comes_back_with_a_card_more() -> None:
    state = table(["4 5", "4", "9 7"], newest="4", top="11")
    state, events = slap(state, 1, "4")
    assert events == [
        {"event": "returned", "seat": 1, "card": "stocking-4", "why": "no_call"},
        {"event": "drew", "seat": 1, "cards": ["stocking-11"]},
    ]
    assert sorted(state.hands[1]) == sorted(cards("4 11"))
    assert (state.phase, state.stack, state.since) == ("wait", cards("4"), 1000)


def test_4_a_last_stocking_after_a_call_ends_the_match() -> None:
    state, events = call(table(["4 5", "4", "9 7 7"], newest="4"), 1)
    assert events == [{"event": "called", "seat": 1}]
    state, events = slap(state, 1, "4")
    assert [event["event"] for event in events] == ["right", "discarded", "over"]
    assert RULES.outcome(state) == core.Outcome("finished", (2, 0, 3), (2, 1, 3))
    assert RULES.to_act(state) == ()


def test_5_a_last_card_that_is_an_elf_comes_back_with_two_more_and_swaps_nothing() -> None:
    state, _ = call(table(["4 5", "elf", "9 7"], newest="4", top="11 12"), 1)
    state, events = slap(state, 1, "elf")
    assert events == [
        {"event": "returned", "seat": 1, "card": "elf", "why": "special"},
        {"event": "drew", "seat": 1, "cards": ["stocking-11", "stocking-12"]},
    ]
    assert len(state.hands[1]) == 3
    assert state.phase == "wait"


def test_6_a_drawn_card_voids_the_call_and_back_at_one_card_it_must_be_called_again() -> None:
    state, _ = call(table(["4 5", "9", "9 7"], newest="4", top="9 9 9 9 9"), 1)
    assert state.called == (1,)
    state, _ = slap(
        table(["fireplace 5", "9", "9 7"], newest="4", top="9 9 9 9 9", called=(1,)), 0, "fireplace"
    )
    assert state.hands[1] == cards("9 9")
    assert state.called == ()
    state, _ = flip(state, 0)
    state, _ = slap(state, 1, "9", flip=8)
    state, _ = flip(state, 1)
    back, events = slap(state, 1, "9", flip=9)
    assert events[0] == {"event": "returned", "seat": 1, "card": "stocking-9", "why": "no_call"}
    state, _ = call(state, 1)
    state, events = slap(state, 1, "9", flip=9)
    assert events[-1] == {"event": "over"}
    assert back.phase == "wait"


def test_7_an_elf_swaps_hands_whole_and_a_one_card_hand_needs_its_own_call() -> None:
    state = table(["elf 5 6", "9", "9 7"], newest="4", called=(1,))
    state, events = slap(state, 0, "elf")
    assert state.phase == "swap"
    state, events = swap(state, 0, 1)
    assert events == [{"event": "swapped", "seat": 0, "with": 1}]
    assert state.hands == (cards("9"), cards("5 6"), cards("9 7"))
    assert state.called == ()
    assert (state.phase, state.flipper) == ("pause", 0)
    _, events = call(state, 0)
    assert events == [{"event": "called", "seat": 0}]


def named(hands: Sequence[str]) -> State:
    """Let seat 0 slap a santa on a flipped stocking of design 4."""
    state, events = slap(table(hands, newest="4", top="11"), 0, "santa")
    assert events[-1] == {"event": "named", "seat": 0, "card": "stocking-4"}
    return state


def test_8_both_holders_of_the_named_design_may_drop() -> None:
    state = named(["santa 5", "4 4 6", "4 7"])
    assert state.pending == (1, 2)
    state, events = drop(state, 1, "4 4")
    assert events == [{"event": "dropped", "seat": 1, "cards": ["stocking-4", "stocking-4"]}]
    state, events = drop(state, 2, "4")
    assert state.hands == (cards("5"), cards("6"), cards("7"))
    assert state.discards == cards("4 santa 4 4 4")
    assert (state.phase, state.flipper) == ("pause", 0)


def test_8_exactly_two_dropped_at_once_win_without_a_call() -> None:
    state, events = drop(named(["santa 5", "4 4", "4 7"]), 1, "4 4")
    assert [event["event"] for event in events] == ["dropped", "over"]
    assert outcome(state).ranks == (2, 1, 3)
    assert RULES.legal_moves(state, 2) == []


def test_8_exactly_one_must_have_been_called() -> None:
    state = named(["santa 5", "4 4 6", "4"])
    back, events = drop(state, 2, "4")
    assert events == [
        {"event": "returned", "seat": 2, "card": "stocking-4", "why": "no_call"},
        {"event": "drew", "seat": 2, "cards": ["stocking-11"]},
    ]
    assert back.pending == (1,)
    state, _ = call(state, 2)
    state, events = drop(state, 2, "4")
    assert [event["event"] for event in events] == ["dropped", "over"]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_9_eight_cards_a_seat_are_dealt_from_120(seats: int) -> None:
    state, setup = core.deal(RULES, seats, Stream(b"seed", [""] * seats), {})
    assert Counter(setup["deck"]) == Counter(DECK)
    assert Counter(all_cards(RULES.dump(state))) == Counter(DECK)
    assert len(DECK) == 120
    assert [len(hand) for hand in state.hands] == [8] * seats
    assert len(state.deck) == {3: 96, 4: 88, 5: 80, 6: 72}[seats]
    assert state.hands[setup["first"]] == tuple(setup["deck"][:8])
    assert state.hands[(setup["first"] + 1) % seats] == tuple(setup["deck"][8:16])
    assert state.flipper == setup["first"]
    assert timeout(state, at=1200)[1][0]["flip"] == 1
