"""What Tea Time's coach calls a take."""

from __future__ import annotations

from games.tea_time.board.coach import TeaTimeCoach
from games.tea_time.rules import GAME
from tests.tea_time.tables import table


def test_the_coach_says_of_each_card_where_it_lies_if_others_are_like_it() -> None:
    state = table("rabbit cat - -", "- - - -", "rabbit cat - -")
    view = GAME.view(state, state.seat)
    moves = [move for move, _what in GAME.preview(view, state.seat) if move["cells"] == [[0, 0], [0, 1]]]
    named = [TeaTimeCoach().name(view, move) for move in moves]
    assert named == ["mirror rabbit (row 1, column 1) and normal cat (row 1, column 2)"]
