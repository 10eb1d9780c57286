"""The text of a refusal: with its parameters, in singular or plural, or made by a function."""

from __future__ import annotations

from typing import Any

import pytest

from games import boards
from games.rules.core import Refused


@pytest.mark.parametrize(
    ("game", "code", "params", "words"),
    [
        ("", "busy", {}, "Too many moves came at once. Please try again."),
        ("", "bad_option", {"option": "100 %s"}, "“100 %s” can't have that value."),
        ("", "missing_field", {"field": "card"}, "Choose a card first."),
        ("", "too_many_tables", {"most": 1}, "You already have 1 open table."),
        ("", "too_many_tables", {"most": 4}, "You already have 4 open tables."),
        ("", "no_next_turn", {}, "There is no next turn of yours that can be decided ahead."),
        ("parade", "discard_two", {"count": 1}, "You chose 1 card; two are to be discarded."),
        ("stockings", "not_one_card", {"count": 3}, "Ho! Ho! Ho! is for the last card; you hold 3."),
        ("", "of_no_such_code", {}, "That move is not possible now."),
    ],
)
def test_a_refusal_is_told_in_words(game: str, code: str, params: dict[str, Any], words: str) -> None:
    assert boards.refusal(Refused(code, **params), game)[0] == words
