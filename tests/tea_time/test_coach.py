"""The coach's names for takes in Tea Time."""

from __future__ import annotations

from games.tea_time.board.coach import TeaTimeCoach
from games.tea_time.rules import GAME
from tests.tea_time.tables import holding, table


def test_the_coach_says_of_each_card_where_it_lies_if_others_are_like_it() -> None:
    state = table("rabbit cat - -", "- - - -", "rabbit cat - -")
    view = GAME.view(state, state.seat)
    moves = [move for move, _what in GAME.preview(view, state.seat) if move["cells"] == [[0, 0], [0, 1]]]
    named = [TeaTimeCoach().name(view, move, ["Ada", "Ben"]) for move in moves]
    assert named == ["mirror rabbit (row 1, column 1) and normal cat (row 1, column 2)"]


def test_the_coach_says_a_change_of_the_score_only_where_there_is_one() -> None:
    for rabbits, words in ((5, "takes your score from"), (6, "leaves your score at")):
        state = table("rabbit - - -", "- - - -", "- - - -", held=(holding(rabbit=rabbits), holding()))
        view = GAME.view(state, state.seat)
        [(move, _what)] = GAME.preview(view, state.seat)
        claim = next(iter(TeaTimeCoach().claims(view, move, move, ["Ada", "Ben"])))
        assert words in claim.text and claim.holds()
