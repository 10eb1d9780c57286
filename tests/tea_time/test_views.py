"""Views and previews in Tea Time, and how its bots use them."""

from __future__ import annotations

from random import Random

import pytest

from games.tea_time.rules import GAME
from tests.tea_time.hidden import redeal
from tests.tea_time.tables import FULL, deal, table, take


def test_the_deck_is_hidden_and_all_else_is_public() -> None:
    state = deal(3)
    again = GAME.load(redeal(GAME.dump(state), 0, Random(1)))
    assert again != state
    for viewer in (None, 0, 1, 2):
        assert GAME.view(again, viewer) == GAME.view(state, viewer)
    assert GAME.view(state, 1) == GAME.view(state, None) | {"you": 1}


def test_the_preview_of_a_move_is_what_happens() -> None:
    state = deal(4)
    rng = Random(5)
    while awaited := GAME.to_act(state):
        seat = awaited[0]
        foreseen = GAME.preview(GAME.view(state, seat), seat)
        assert [move for move, _ in foreseen] == list(GAME.legal_moves(state, seat))
        move, what = rng.choice(foreseen)
        state, events = take(state, *move["cells"])
        after = GAME.view(state, seat)
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
    """Return the share of four-seat matches in which the one bot of `level` ranks first."""
    won = 0
    for number in range(matches):
        state, rng, own = deal(4, b"match %d" % number), Random(number), number % 4
        while awaited := GAME.to_act(state):
            seat = awaited[0]
            view = GAME.view(state, seat)
            move = GAME.choose(level if seat == own else others, view, rng)
            state, _ = take(state, *move["cells"])
        won += GAME.standings(state).ranks[own] == 1
    return won / matches


def test_one_greedy_bot_beats_three_easy_ones_and_an_easy_one_three_random_ones() -> None:
    assert share_won("greedy", "easy", 60) > 0.6
    assert share_won("easy", "random", 60) > 0.4


def test_an_unknown_level_is_an_error() -> None:
    with pytest.raises(ValueError, match="no level"):
        GAME.choose("clever", GAME.view(table(*FULL), 0), Random(0))
