"""Tea Time refuses every invalid take, each for its own reason."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import core
from tests.tea_time.tables import FULL, refusal, table, take


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ([], "no_cell"),
        ([[]], "no_such_cell"),
        ([[0]], "no_such_cell"),
        ([[0, 1, 2]], "no_such_cell"),
        ([[0, 4]], "off_grid"),
        ([[3, 0]], "off_grid"),
        ([[-1, 0]], "off_grid"),
        ([[0, -1]], "off_grid"),
        ([[10**30, 0]], "off_grid"),
        ([[1, 1]], "empty_cell"),
        ([[0, 0], [0, 0]], "same_cell_twice"),
        ([[0, 0], [0, 1], [0, 2], [0, 3]], "too_many"),
        ([[0, 1], [1, 3]], "not_in_line"),
        ([[0, 1], [2, 1]], "not_consecutive"),
        ([["0", 1]], "bad_field"),
        ([[True, 1]], "bad_field"),
        ([[0.0, 1]], "bad_field"),
        ([0, 1], "bad_field"),
        ([None], "bad_field"),
    ],
)
def test_bad_cells_are_refused_each_with_its_own_reason(cells: list[Any], code: str) -> None:
    assert refusal(table(FULL[0], "hare - hatter rabbit", FULL[2]), *cells) == code


@pytest.mark.parametrize("turn", [1, 2])
def test_more_cards_than_the_turn_allows_are_refused(turn: int) -> None:
    cells = [[0, 0], [0, 1], [0, 2]][: turn + 1]
    with pytest.raises(core.Refused) as refused:
        take(table(*FULL, turn=turn), *cells)
    assert (refused.value.code, refused.value.params) == ("too_many", {"limit": turn})


def test_a_move_out_of_turn_is_refused() -> None:
    assert refusal(table(*FULL), [0, 0], seat=1) == "not_your_turn"
