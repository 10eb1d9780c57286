"""Judging a slap: the order of the checks, the penalties, and what a right one does."""

from __future__ import annotations

import pytest

from games.rules import core
from tests.stockings.tables import RULES, call, cards, flip, passing, refusal, slap, swap, table


@pytest.mark.parametrize(
    ("newest", "hand", "card", "verdict", "why", "draws"),
    [
        ("fireplace", "4 5", "4", "wrong", "not_waiting", 1),
        ("elf", "4 5", "4", "wrong", "not_waiting", 1),
        ("elf", "elf", "elf", "wrong", "not_waiting", 1),
        ("fireplace", "4", "4", "wrong", "not_waiting", 1),
        ("santa", "elf", "elf", "returned", "special", 2),
        ("4", "santa", "santa", "returned", "special", 2),
        ("4", "fireplace", "fireplace", "returned", "special", 2),
        ("4", "5 6", "5", "wrong", "no_match", 1),
        ("santa", "santa 5", "santa", "wrong", "no_match", 1),
        ("4", "5", "5", "wrong", "no_match", 1),
        ("santa", "5", "5", "returned", "no_call", 1),
        ("4", "4", "4", "returned", "no_call", 1),
    ],
)
def test_the_first_reason_that_fits_wins_and_penalties_never_add_up(
    newest: str, hand: str, card: str, verdict: str, why: str | None, draws: int
) -> None:
    state = table(["1 2 3", hand, "9 7"], newest=newest)
    after, events = slap(state, 1, card)
    assert (events[0]["event"], events[0]["why"]) == (verdict, why)
    assert ("flip" in events[0]) == (verdict == "wrong")
    assert events[1:] == [{"event": "drew", "seat": 1, "cards": list(state.deck[:draws])}]
    assert after.hands[1] == state.hands[1] + state.deck[:draws]
    assert after == state._replace(hands=after.hands, deck=after.deck, locked=(1,))


@pytest.mark.parametrize("called", [(), (1,)])
def test_a_last_special_comes_back_called_or_not(called: tuple[int, ...]) -> None:
    state = table(["1 2", "elf", "9 7"], newest="4", called=called)
    after, events = slap(state, 1, "elf")
    assert events[0]["why"] == "special"
    assert after.called == ()


def test_a_fireplace_on_a_stocking_gives_everybody_else_a_card_clockwise_from_the_slapper() -> None:
    state = table(["1 2", "fireplace 5", "9", "8 8"], newest="4", top="10 11 12", called=(2,))
    after, events = slap(state, 1, "fireplace")
    assert events == [
        {"event": "right", "seat": 1, "card": "fireplace", "flip": 7},
        {"event": "discarded", "cards": ["stocking-4", "fireplace"]},
        {"event": "drew", "seat": 2, "cards": ["stocking-10"]},
        {"event": "drew", "seat": 3, "cards": ["stocking-11"]},
        {"event": "drew", "seat": 0, "cards": ["stocking-12"]},
    ]
    assert (after.flipper, after.phase, after.since, after.called) == (1, "pause", 2000, ())


def test_a_right_slap_sends_the_whole_stack_to_the_discards() -> None:
    state = table(["1 2", "4 5", "9 7"], newest="santa fireplace 4", discards=cards("8"))
    after, events = slap(state, 1, "4")
    assert events[1] == {"event": "discarded", "cards": list(cards("santa fireplace 4 4"))}
    assert (after.stack, after.discards) == ((), cards("8 santa fireplace 4 4"))


def test_a_santa_on_a_stocking_names_the_flipped_design() -> None:
    after, events = slap(table(["1 4", "santa 4 5", "9 7"], newest="4"), 1, "santa")
    assert events[2:] == [{"event": "named", "seat": 1, "card": "stocking-4"}]
    assert (after.phase, after.named, after.pending, after.flipper) == ("naming", "stocking-4", (0, 1), 1)


def test_a_stocking_on_a_santa_names_its_own_design() -> None:
    after, _ = slap(table(["1 4", "5 5", "9 7"], newest="santa"), 1, "5")
    assert (after.named, after.pending) == ("stocking-5", (1,))


def test_a_last_called_stocking_on_a_santa_ends_the_match_and_names_nothing() -> None:
    _, events = slap(table(["1 5", "5", "9 7"], newest="santa", called=(1,)), 1, "5")
    assert [event["event"] for event in events] == ["right", "discarded", "over"]


def test_a_design_that_nobody_holds_is_named_and_dealt_with_at_once() -> None:
    after, events = slap(table(["1 2", "santa 5", "9 7"], newest="4"), 1, "santa")
    assert events[-1]["event"] == "named"
    assert (after.phase, after.since, after.named, after.pending) == ("pause", 2000, None, ())


def test_an_elf_on_a_stocking_makes_the_slapper_swap_what_it_has_left() -> None:
    after, events = slap(table(["1 2 3", "elf 5", "9 7"], newest="4"), 1, "elf")
    assert [event["event"] for event in events] == ["right", "discarded"]
    assert RULES.legal_moves(after, 1) == [
        {"type": "swap", "seat": 0},
        {"type": "swap", "seat": 2},
        {"type": "ho_ho_ho"},
    ]
    after, _ = swap(after, 1, 0)
    assert after.hands == (cards("5"), cards("1 2 3"), cards("9 7"))


def test_a_swap_cancels_both_calls_and_no_other() -> None:
    state = table(["1 2", "9", "7", "8"], newest="elf", called=(1, 2, 3))
    assert swap(state, 0, 2)[0].called == (1, 3)


def test_a_slap_on_an_older_flip_is_late_whatever_the_card() -> None:
    state = table(["1 2", "4 5", "9 7"], newest="4 5")
    after, events = slap(state, 1, "4", flip=6)
    assert events == [{"event": "late", "seat": 1, "card": "stocking-4", "flip": 6}]
    assert after == state


def test_a_locked_out_seat_may_be_late_but_not_slap_again() -> None:
    state, _ = slap(table(["1 2", "4 5", "9 7"], newest="4"), 2, "9")
    assert slap(state, 2, "7", flip=6)[1][0]["event"] == "late"
    assert refusal(state, 2, {"type": "slap", "flip": 7, "card": "stocking-7"}) == "locked_out"
    state, _ = slap(state, 1, "4")
    assert slap(state, 2, "7")[1][0]["event"] == "late"


def test_slaps_on_a_flipped_elf_are_wrong_before_and_after_the_swap_and_late_on_a_slapped_one() -> None:
    state, _ = slap(table(["1 2", "4 5", "9 7"], newest="elf"), 1, "4")
    assert (len(state.hands[1]), state.phase) == (3, "swap")
    state, _ = swap(state, 0, 2)
    assert slap(state, 2, "1")[1][0]["why"] == "not_waiting"
    slapped, _ = slap(table(["1 2", "elf 5", "9 7"], newest="4"), 1, "elf")
    assert slap(slapped, 2, "9")[1][0]["event"] == "late"


def test_the_next_flip_frees_the_locked_out_and_the_passed() -> None:
    state, _ = slap(table(["1 2", "4 5", "9 7"], newest="fireplace", top="3 6"), 1, "4")
    state, _ = flip(state, 0)
    assert (state.locked, state.passed) == ((), ())
    assert slap(state, 1, "5", flip=8)[1][0]["event"] == "wrong"


def test_a_seat_that_passed_may_still_slap() -> None:
    state, _ = passing(table(["1 2", "4 5", "9 7"], newest="4"), 1)
    assert slap(state, 1, "4")[1][0]["event"] == "right"


def test_a_wrong_slap_with_one_called_card_voids_the_call_by_the_card_drawn() -> None:
    state, _ = call(table(["1 2", "5", "9 7"], newest="4"), 1)
    assert slap(state, 1, "5")[0].called == ()


def test_legal_moves_list_every_kind_once_and_slaps_right_or_wrong() -> None:
    state = table(["4 4 elf", "5", "9 7"], newest="4")
    assert RULES.legal_moves(state, 0) == [
        {"type": "pass", "flip": 7},
        {"type": "slap", "flip": 7, "card": "stocking-4"},
        {"type": "slap", "flip": 7, "card": "elf"},
    ]
    assert RULES.legal_moves(state, 1)[0] == {"type": "ho_ho_ho"}
    assert RULES.legal_moves(state, None) == [{"type": "timeout"}]
    assert RULES.legal_moves(table(["4", "5 6", "7 8"], called=(0,)), 0) == [{"type": "flip"}]


def test_ranks_are_by_cards_in_hand_with_ties_shared() -> None:
    state, _ = slap(table(["1 2 3", "4", "9 7", "5 5 5"], newest="4", called=(1,)), 1, "4")
    assert RULES.outcome(state) == core.Outcome("finished", (3, 0, 2, 3), (3, 1, 2, 3))
