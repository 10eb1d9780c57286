"""The reason for the end of a match of Wonderland, as its result gives it."""

from __future__ import annotations

from games import boards
from tests.wonderland.tables import piles, table
from tests.wonderland.test_board import scene


def test_the_result_says_which_piles_were_empty() -> None:
    over = table(phase="over", ending=True, piles=piles("cat", "", "cat", "cat", ""))
    result = boards.board(scene(over)).drawn["result"]
    assert "The match ended with 2 empty piles: pile 2 and pile 5." in result
