"""Time by the rules: what runs from when, and what the clock does."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import core
from games.rules.chance import Stream
from tests.stockings.tables import (
    RULES,
    call,
    cards,
    drop,
    flip,
    outcome,
    passing,
    refusal,
    slap,
    swap,
    table,
    timeout,
)


@pytest.mark.parametrize(("seats", "window"), [(3, 3000), (4, 5000), (5, 5000), (6, 5000)])
def test_the_window_is_3000_ms_with_three_seats_and_5000_with_more(seats: int, window: int) -> None:
    assert core.settle_options(RULES, seats, {}) == {"window": window, "pause": 1200, "limit": 400}


@pytest.mark.parametrize(
    "options", [{"window": 499}, {"window": 60001}, {"pause": -1}, {"pause": True}, {"limit": 0}]
)
def test_table_rules_have_bounds(options: dict[str, Any]) -> None:
    with pytest.raises(core.Refused, match="bad_option"):
        core.settle_options(RULES, 4, options)


def test_the_first_flip_is_due_a_pause_after_the_match_began() -> None:
    state, setup = core.deal(RULES, 3, Stream(b"seed", [""] * 3), {"pause": 700})
    assert RULES.due(state) == 700
    _, events = timeout(state, at=700)
    assert events[0] == {"event": "flipped", "seat": setup["first"], "card": state.deck[0], "flip": 1}


@pytest.mark.parametrize("newest", ["4", "santa"])
def test_a_card_waits_for_the_window_and_then_the_same_flipper_flips(newest: str) -> None:
    state = table(["1 2", "3 3", "9 7"], newest=newest, top="4")
    assert RULES.due(state) == 6000
    state, events = timeout(state, at=6003)
    assert events == [{"event": "flipped", "seat": 0, "card": "stocking-4", "flip": 8}]
    assert state.stack == (*cards(newest), "stocking-4")
    assert RULES.due(state) == 11003


def test_until_the_clock_has_moved_the_old_flip_still_counts_and_the_flipper_waits() -> None:
    state = table(["1 2", "4 5", "9 7"], newest="4")
    assert refusal(state, 0, {"type": "flip"}, at=9000) == "card_waits"
    _, events = slap(state, 1, "4", at=9000)
    assert events[0]["event"] == "right"


def test_a_slap_that_is_not_right_a_call_and_a_pass_restart_nothing() -> None:
    state = table(["1 2", "5", "9 7"], newest="4")
    for act, arguments in ((call, (1,)), (slap, (2, "9")), (passing, (0,))):
        state, _ = act(state, *arguments)
        assert RULES.due(state) == 6000
    assert RULES.due(slap(state, 1, "5", flip=6)[0]) == 6000
    quiet = table(["1 2", "5", "9 7"], newest="fireplace")
    assert RULES.due(slap(quiet, 2, "9")[0]) == RULES.due(quiet) == 2200


def test_a_right_slap_leaves_the_pause_from_then_and_the_flip_to_the_slapper() -> None:
    state, _ = slap(table(["1 2", "4 5", "9 7"], newest="4", top="8"), 1, "4", at=3000)
    assert RULES.due(state) == 4200
    assert timeout(state, at=4200)[1][0] == {"event": "flipped", "seat": 1, "card": "stocking-8", "flip": 8}


def test_a_flipped_fireplace_makes_the_others_draw_clockwise_and_the_flipper_flips_again() -> None:
    state = table(["1 2", "3", "9 7"], top="fireplace 10 11 4", flipper=1, called=(2,))
    state, events = flip(state, 1, at=1500)
    assert events == [
        {"event": "flipped", "seat": 1, "card": "fireplace", "flip": 8},
        {"event": "drew", "seat": 2, "cards": ["stocking-10"]},
        {"event": "drew", "seat": 0, "cards": ["stocking-11"]},
    ]
    assert (state.flipper, state.called, RULES.due(state)) == (1, (), 2700)
    assert flip(state, 1)[1][0]["card"] == "stocking-4"


def test_a_flipped_elf_is_due_a_window_later_and_the_clock_picks_among_the_others_in_seat_order() -> None:
    state, _ = flip(table(["1 2", "3", "9 7 6"], top="elf", flipper=1), 1, at=1500)
    assert RULES.due(state) == 6500
    state, events = timeout(state, at=6500, answers=[1])
    assert events == [{"event": "swapped", "seat": 1, "with": 2}]
    assert state.hands == (cards("1 2"), cards("9 7 6"), cards("3"))
    assert (state.flipper, RULES.due(state)) == (1, 7700)
    assert RULES.chance_outcomes(
        table(["1", "3", "9"], newest="elf", flipper=1), {"type": "timeout"}, events
    ) == [1]


def test_the_swap_of_a_slapped_elf_is_due_a_window_after_the_slap() -> None:
    state, _ = slap(table(["1 2", "elf 5", "9 7"], newest="4"), 1, "elf", at=3000)
    assert RULES.due(state) == 8000
    assert RULES.due(swap(state, 1, 0, at=4000)[0]) == 5200


def test_when_every_seat_has_passed_or_is_locked_out_the_flipper_may_flip_and_the_clock_does_a_pause_later() -> (
    None
):
    state = table(["1 2", "3 5", "9 7"], newest="4")
    state, _ = passing(state, 0, at=1500)
    state, _ = slap(state, 1, "3", at=1600)
    assert refusal(state, 0, {"type": "flip"}) == "card_waits"
    state, _ = passing(state, 2, at=1700)
    assert RULES.due(state) == 2900
    assert flip(state, 0, at=1800)[1][0]["flip"] == 8
    assert timeout(state, at=2900)[1][0]["flip"] == 8


def test_a_wrong_slap_can_be_what_closes_the_wait_and_nothing_after_it_restarts_the_pause() -> None:
    state = table(["1 2", "3 5", "9 4"], newest="4", passed=(0, 2))
    state, _ = slap(state, 1, "3", at=1700)
    assert RULES.due(state) == 2900
    state, _ = slap(state, 2, "9", at=2000)
    state, _ = passing(state, 1, at=2100)
    assert RULES.due(state) == 2900


def test_a_right_slap_still_wins_after_all_have_passed() -> None:
    state = table(["1 2", "3 5", "9 4"], newest="4", passed=(0, 1, 2))
    assert slap(state, 2, "4")[1][0]["event"] == "right"


def test_a_naming_is_due_a_window_after_the_slap_and_answers_that_leave_others_pending_restart_nothing() -> (
    None
):
    state, _ = slap(table(["santa 4 5", "4 4 6", "4 7"], newest="4"), 0, "santa", at=3000)
    state, _ = drop(state, 1, "4", at=4000)
    assert RULES.due(state) == 8000
    state, events = drop(state, 0, "", at=4500)
    assert events == [{"event": "dropped", "seat": 0, "cards": []}]
    state, _ = drop(state, 2, "4", at=5000)
    assert (state.phase, RULES.due(state)) == ("pause", 6200)


def test_a_card_drawn_by_a_returned_drop_is_not_asked_for() -> None:
    state, _ = slap(table(["santa 5", "4", "4 7"], newest="4", top="4"), 0, "santa")
    state, _ = drop(state, 1, "4")
    assert state.hands[1] == cards("4 4")
    assert refusal(state, 1, {"type": "drop", "cards": ["stocking-4"]}) == "not_asked"
    assert state.pending == (2,)


def test_the_last_answer_may_be_a_returned_drop() -> None:
    state, _ = slap(table(["santa 5", "4", "7 7"], newest="4", top="4"), 0, "santa")
    state, _ = drop(state, 1, "4", at=4000)
    assert (state.phase, RULES.due(state)) == ("pause", 5200)


def test_the_clock_drops_all_for_the_silent_from_the_starter_on_and_keeps_a_single_uncalled_card() -> None:
    state, _ = slap(table(["4 4 6", "santa 4 5", "4", "4 7"], newest="4"), 1, "santa", at=3000)
    state, _ = drop(state, 3, "", at=3500)
    assert refusal(state, None, {"type": "timeout"}, at=7999) == "too_early"
    state, events = timeout(state, at=8000)
    assert events == [
        {"event": "dropped", "seat": 1, "cards": ["stocking-4"]},
        {"event": "dropped", "seat": 2, "cards": []},
        {"event": "dropped", "seat": 0, "cards": ["stocking-4", "stocking-4"]},
    ]
    assert state.hands == (cards("6"), cards("5"), cards("4"), cards("4 7"))
    assert (state.phase, state.flipper, RULES.due(state)) == ("pause", 1, 9200)


def test_hands_emptied_together_by_the_clock_share_the_first_rank() -> None:
    state, _ = slap(table(["4 4", "santa 5", "4", "4 7 8"], newest="4", called=(2,)), 1, "santa", at=3000)
    state, events = timeout(state, at=8000)
    assert [event["event"] for event in events] == ["dropped", "dropped", "dropped", "over"]
    assert RULES.outcome(state) == core.Outcome("finished", (0, 1, 0, 2), (1, 3, 1, 4))


def test_no_flip_beyond_the_limit_is_made() -> None:
    state = table(["1 2", "3", "9 7"], flip=400)
    for result in (flip(state, 0), timeout(state, at=2200)):
        after, events = result
        assert events == [{"event": "over"}]
        assert outcome(after).ranks == (2, 1, 2)
        assert RULES.due(after) is None
        assert RULES.legal_moves(after, None) == []
