"""The reason for the end of a match of Wonderland, as its result gives it, and the sentences of its log."""

from __future__ import annotations

import re

from django.utils import translation

from games import boards
from games.wonderland.board import texts
from tests.wonderland.tables import piles, table
from tests.wonderland.test_board import scene


def test_the_result_says_which_piles_were_empty() -> None:
    over = table(phase="over", ending=True, piles=piles("cat", "", "cat", "cat", ""))
    result = boards.board(scene(over)).drawn["result"]
    assert "The match ended with 2 empty piles: pile 2 and pile 5." in result


def test_french_tells_all_that_happened_in_the_past() -> None:
    with translation.override("fr"):
        told = [str(text) for both in texts.SENTENCES.values() for text in both]
        told.append(str(texts.GIVEN_TO_YOU))
    present = re.compile(
        r"\b(?:notez?|voit|est fini|s’arrête|arrêtez|mélangez?|reçoit|recevez|perd|perdez)\b"
    )
    assert [
        text for text in told if present.search(text) or re.search("carte rejoint|s’effondre ", text)
    ] == []
