"""The reason for the end of a match of Tea Time, as its result gives it."""

from __future__ import annotations

import pytest

from games.boards.keys import turn
from games.tea_time.board.keys import result
from tests.tea_time.tables import NOTHING, holding, table
from tests.tea_time.test_board import scene

WHY = "All 3 rounds were played."


@pytest.mark.parametrize(
    ("alice", "tie"),
    [
        # Ada has as many points as Ben, with Alice's.
        (0, " At equal points Alice goes first."),
        # Ada and Cleo share the last rank.
        (1, ""),
    ],
)
def test_the_result_says_what_broke_a_tie(alice: int, tie: str) -> None:
    held = (holding(cat=1), NOTHING, holding(cat=1))
    over = scene(table(*["- - - -"] * 4, held=held, alice=alice))
    assert result(over)[1] == WHY + tie
    # The banner has no room for it.
    assert turn(over)[2] == WHY
