"""The coach's names of moves: a reader finds the cards that they mean."""

from __future__ import annotations

from typing import Any

import pytest

from games import boards
from tests.wonderland.tables import GAME, holding, power


def name(text: str, **move: Any) -> str:
    coach = boards.board_of("wonderland").COACH
    assert coach is not None
    fields = {field.rstrip("_"): value for field, value in move.items()}
    view = GAME.view(holding(text), 0)
    return coach.name(view, {"type": "power", "card": "queen", **fields}, ("Ada", "Ben", "Cleo"))


@pytest.mark.parametrize(
    ("tunnel", "cover", "with_", "text"),
    [
        ("cat rabbit queen", 0, 1, "queen: rabbit over cat"),
        ("cat rabbit cat queen", 2, 3, "queen: queen over cat (card 3)"),
        ("queen cat cat queen", 1, 3, "queen: queen (card 4) over cat (card 2)"),
        ("queen cat cat queen", 1, 2, "queen: cat (card 3) over cat (card 2)"),
    ],
)
def test_a_queens_move_names_both_cards_and_numbers_those_of_which_there_are_two(
    tunnel: str, cover: int, with_: int, text: str
) -> None:
    assert name(tunnel, cover=cover, with_=with_) == text


def test_a_card_below_another_is_no_second_one() -> None:
    at, _events = power(holding("queen alice cat queen"), "queen", cover=0, with_=1)
    coach = boards.board_of("wonderland").COACH
    assert coach is not None
    move = {"type": "power", "card": "queen", "cover": 2, "with": 3}
    assert coach.name(GAME.view(at, 0), move, ("Ada", "Ben", "Cleo")) == "queen: queen over cat"
