"""What is seen and foreseen in Tea Time, and what its bots make of it."""

from __future__ import annotations

from random import Random

import pytest

from games.rules import tea_time
from tests.rules.tea_time.hidden import redeal
from tests.rules.tea_time.tables import FULL, deal, table, take


def test_the_deck_is_hidden_and_all_else_is_public() -> None:
    state = deal(3)
    again = tea_time.load(redeal(tea_time.dump(state), 0, Random(1)))
    assert again != state
    for viewer in (None, 0, 1, 2):
        assert tea_time.view(again, viewer) == tea_time.view(state, viewer)
    assert tea_time.view(state, 1) == tea_time.view(state, None) | {"you": 1}


def test_the_preview_of_a_move_is_what_happens() -> None:
    state = deal(4)
    rng = Random(5)
    while awaited := tea_time.to_act(state):
        seat = awaited[0]
        foreseen = tea_time.preview(tea_time.view(state, seat), seat)
        assert [move for move, _ in foreseen] == list(tea_time.legal_moves(state, seat))
        move, what = rng.choice(foreseen)
        state, events = take(state, *move["cells"])
        after = tea_time.view(state, seat)
        assert what["takes"] == events[0]["cards"]
        assert what["cancelled"] == [
            {"character": event["character"], "pairs": event["pairs"]}
            for event in events
            if event["event"] == "cancelled"
        ]
        assert (what["held"], what["scores"], what["alice"]) == (
            after["held"][seat],
            after["scores"],
            after["alice"],
        )


def share_won(level: str, others: str, matches: int) -> float:
    """The share of four-seat matches in which the one bot of `level` ranks first."""
    won = 0
    for number in range(matches):
        state, rng, own = deal(4, b"match %d" % number), Random(number), number % 4
        while awaited := tea_time.to_act(state):
            seat = awaited[0]
            view = tea_time.view(state, seat)
            move = tea_time.choose(level if seat == own else others, view, rng)
            state, _ = take(state, *move["cells"])
        won += tea_time.standing(state).ranks[own] == 1
    return won / matches


def test_one_greedy_bot_beats_three_easy_ones_and_an_easy_one_three_random_ones() -> None:
    assert share_won("greedy", "easy", 60) > 0.6
    assert share_won("easy", "random", 60) > 0.4


def test_an_unknown_level_is_an_error() -> None:
    with pytest.raises(ValueError, match="no level"):
        tea_time.choose("clever", tea_time.view(table(*FULL), 0), Random(0))
