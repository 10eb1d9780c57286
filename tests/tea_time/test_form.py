"""A form of Tea Time's board gives the picked cells, or a refusal with a text."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from games import boards
from games.rules import core
from games.rules.chance import Given
from games.tea_time.rules import GAME
from tests.tea_time.tables import table


def form(query: str) -> core.Move:
    return boards.board_of("tea_time").move_of_form(QueryDict(query))


def test_the_cells_that_were_picked_are_the_move() -> None:
    assert form("type=take&cell=0-1&cell=1-2&seen=7") == {"type": "take", "cells": [[0, 1], [1, 2]]}


GARBAGE = [
    "cell=0",
    "cell=-1-2",
    "cell=0-1-2",
    "cell=0-99999",
    "cell=%D9%A1-1",
    "cell=0-1%0A",
    "cell=1e3-0",
    "cell=[0,1]",
    "cell=0-1&cell=",
    "type=take&cell=a-b",
]


@pytest.mark.parametrize("query", GARBAGE)
def test_an_invalid_cell_is_no_move(query: str) -> None:
    with pytest.raises(core.Refused) as refused:
        form(query)
    assert refused.value.code == "malformed"


REFUSED = {
    "type=take": ("no_cell", "Choose at least one card."),
    "": ("no_cell", "Choose at least one card."),
    "cell=9-9": ("off_grid", "That cell is off the grid, which has 3 rows and 4 columns."),
    "cell=0-3": ("empty_cell", "There is no card any more in row 1, column 4."),
    "cell=0-0&cell=0-0": ("same_cell_twice", "The same card was chosen twice."),
    "cell=0-0&cell=0-1&cell=0-2&cell=1-2": ("too_many", "This turn takes up to 3 cards."),
    "cell=0-0&cell=1-2": ("not_in_line", "Those cards don't lie on one straight line."),
    "cell=0-0&cell=0-2": ("not_consecutive", "Those cards don't lie next to each other, without a gap."),
    "type=none&cell=0-0": ("no_such_move", "There is no such move in this game."),
}


@pytest.mark.parametrize("query", REFUSED)
def test_a_take_that_is_not_possible_is_refused_with_its_own_reason(query: str) -> None:
    state = table("cat hatter hare -", "- - queen -", "- - - cat")
    with pytest.raises(core.Refused) as refused:
        core.play(GAME, state, seat=0, move=form(query), at=0, chance=Given([]))
    assert (refused.value.code, boards.refusal(refused.value, "tea_time")[0]) == REFUSED[query]
