"""Tea Time's conditional moves when others take cards first."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import conditional, core
from games.rules.conditional import Dropped, Step
from games.tea_time.rules import GAME
from games.tea_time.rules.rules import State
from games.tea_time.rules.view import view
from tests.tea_time.tables import FULL, holding, table, take

SEAT = 1


def answer(state: State, condition: str, cells: list[list[int]], *taken: Any) -> Step | Dropped:
    """Return the result of seat 1's conditional move after seat 0 has taken those cells."""
    conditional_move = {"type": "take", "cells": cells, "if": condition}
    view_before = view(state, SEAT)
    own = conditional.check(GAME.CONDITIONAL, view_before, SEAT, conditional_move)
    basis = own.basis(view_before, SEAT, conditional_move)
    state, _ = take(state, *taken)
    return own.resolve(view(state, SEAT), SEAT, conditional_move, basis)


def takes(*cells: list[int]) -> Step:
    return Step({"type": "take", "cells": list(cells)})


ROW = [[1, 0], [1, 1], [1, 2]]


@pytest.mark.parametrize("condition", ["all", "left", "score"])
def test_cards_that_are_all_still_there_are_taken(condition: str) -> None:
    assert answer(table(*FULL), condition, ROW, [0, 0]) == takes(*ROW)


@pytest.mark.parametrize(
    ("condition", "becomes"), [("all", Dropped("some_gone")), ("left", takes([1, 0], [1, 1]))]
)
def test_of_cards_that_are_partly_gone_those_left_are_taken_if_wanted(condition: str, becomes: Any) -> None:
    assert answer(table(*FULL), condition, ROW, [1, 2], [1, 3]) == becomes


def test_the_remaining_cards_must_lie_together() -> None:
    assert answer(table(*FULL), "left", ROW, [1, 1]) == Dropped("apart")


def test_of_cards_that_are_all_gone_nothing_is_taken() -> None:
    assert answer(table(*FULL), "left", ROW, *ROW) == Dropped("all_gone")


def test_the_remaining_cards_are_taken_only_if_they_score_no_less() -> None:
    # The fifth mirror cat is worth 5 points more, a first hatter 4 less: the cat alone is better than both.
    state = table("cat cat cat hatter", "- - - -", "- - - -", held=(holding(), holding(cat=-4)))
    cells = [[0, 2], [0, 3]]
    assert answer(state, "score", cells, [0, 0]) == takes(*cells)
    assert answer(state, "score", cells, [0, 3]) == takes([0, 2])
    assert answer(state, "score", cells, [0, 2]) == Dropped("scores_less")


def test_alice_in_a_cards_place_is_another_card() -> None:
    state = table(*FULL, turn=1)
    assert answer(state, "all", [[0, 0], [0, 1]], [0, 0]) == Dropped("some_gone")


def test_a_new_round_makes_it_void() -> None:
    state = table("cat alice - -", "- - - -", "- - - -", alice=None, deck=("queen",) * 12)
    assert answer(state, "left", [[0, 1]], [0, 0], [0, 1]) == Dropped("new_round")


def test_it_may_have_as_many_cards_as_the_turn_that_it_is_for() -> None:
    for turn, most in ((1, 2), (2, 3)):
        state = table(*FULL, turn=turn)
        for count in (1, 2, 3):
            conditional_move = {"type": "take", "cells": ROW[:count], "if": "all"}
            if count <= most:
                conditional.check(GAME.CONDITIONAL, view(state, SEAT), SEAT, conditional_move)
                continue
            with pytest.raises(core.Refused) as refused:
                conditional.check(GAME.CONDITIONAL, view(state, SEAT), SEAT, conditional_move)
            assert refused.value.code == "too_many"
