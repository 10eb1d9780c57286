"""The sentence that tells how a match went, from the stored chances of the viewed seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.boards import figures
from games.coach import ledger, story
from games.coach.analysis.turning import ends_of_turns, turning
from games.coach.report import _chosen, _table, _turns, report
from games.coach.reviewed import Reviewed
from tests.parade.tables import GAME, pile, table

FEWEST, MOST = "parade", "tea_time"


def reviewed(
    game: str, own: Sequence[float], scores: Sequence[int], ranks: Sequence[int], **more: Any
) -> Reviewed:
    """Return a match of Ada, with the given chances, against Ben."""
    parts = [{"seat": None, "wins": [share, 1 - share]} for share in own]
    outcome = {"scores": scores, "ranks": ranks}
    fields: dict[str, Any] = {"view_before": lambda _n: {}, "played": lambda _n: "", "you": 0} | more
    return Reviewed(game, eyes=0, names=["Ada", "Ben"], parts=parts, outcome=outcome, **fields)


@pytest.mark.parametrize(
    ("game", "own", "scores", "ranks", "headline"),
    [
        (
            FEWEST,
            [0.5, 0.7, 0.6, 0.2],
            [24, 23],
            [2, 1],
            "You had the best chance until move 3 and lost by 1 point",
        ),
        (
            FEWEST,
            [0.1, 0.2, 0.1, 0.6, 0.3, 0.2, 0.1, 0.6, 0.7, 0.1],
            [24, 20],
            [2, 1],
            "You had the best chance for 3 of 10 moves and lost by 4 points",
        ),
        (FEWEST, [0.4, 0.2], [9, 9], [2, 1], "You never had the best chance and lost with as many points"),
        (
            FEWEST,
            [0.6, 0.7],
            [12, 20],
            [1, 2],
            "You had the best chance from the first move to the last and won by 8 points",
        ),
        (
            MOST,
            [0.3, 0.2, 0.7, 0.9, 0.8],
            [20, 12],
            [1, 2],
            "You had the best chance from move 3 on and won by 8 points",
        ),
        (
            MOST,
            [0.6, 0.4, 0.3, 0.2],
            [13, 12],
            [1, 2],
            "You came from behind at the very end and won by 1 point",
        ),
        (
            MOST,
            [0.6, 0.4, 0.3, 0.2],
            [12, 12],
            [1, 1],
            "You came from behind at the very end and shared the win",
        ),
        (MOST, [0.4, 0.3], [30, 12], [2, 1], "You never had the best chance and lost"),
    ],
)
def test_the_headline_says_how_long_one_had_the_best_chance_and_by_how_much_it_ended(
    game: str, own: Sequence[float], scores: Sequence[int], ranks: Sequence[int], headline: str
) -> None:
    assert story.headline(reviewed(game, own, scores, ranks)) == headline


@pytest.mark.parametrize(("total", "last"), [(2, [1, 0]), (3, [0.1, 0.9])])
def test_the_chances_end_with_the_result_once_all_moves_are_looked_at(
    total: int, last: Sequence[float]
) -> None:
    review = reviewed(FEWEST, [0.6, 0.1], [12, 20], [1, 2], total=total, is_done=False)
    assert review.chances()[-1] == last


AHEAD, BEHIND = [0.6], [0.3]


@pytest.mark.parametrize(
    ("own", "won", "headline"),
    [
        # A lead of one or two moves isn't told, neither at the beginning nor anywhere else.
        (AHEAD + BEHIND * 19, False, "Lost by 1 point"),
        (BEHIND * 9 + AHEAD * 2 + BEHIND * 9, False, "Lost by 1 point"),
        (BEHIND * 19 + AHEAD * 2, True, "Won by 1 point"),
        # Nor does a move or two behind end a lead.
        (
            BEHIND * 19 + AHEAD * 28 + BEHIND * 2 + AHEAD * 5,
            True,
            "You mostly had the best chance from move 20 on and won by 1 point",
        ),
        (
            AHEAD * 10 + BEHIND + AHEAD * 9 + BEHIND * 9,
            False,
            "You mostly had the best chance until move 20 and lost by 1 point",
        ),
        (
            AHEAD + BEHIND + AHEAD * 9,
            True,
            "You had the best chance for most of the match and won by 1 point",
        ),
        # The lead changed too often for a beginning, but the seat didn't come from behind.
        ((AHEAD + BEHIND * 2) * 5 + AHEAD, True, "Won by 1 point"),
    ],
)
def test_the_headline_tells_no_short_lead_and_overlooks_a_short_loss_of_it(
    own: Sequence[float], won: bool, headline: str
) -> None:
    scores, ranks = ([23, 24], [1, 2]) if won else ([24, 23], [2, 1])
    assert story.headline(reviewed(FEWEST, own, scores, ranks)) == headline


def test_nobody_wins_an_abandoned_match() -> None:
    review = reviewed(FEWEST, [], [3, 9], [1, 2])
    review.parts.extend(before(*chance) for chance in [(0, 0.6), (1, 0.55), (0, 0.6)])  # type: ignore[attr-defined]
    review.outcome["reason"] = "abandoned"
    assert review.chances()[-1] == review.chances()[-2]
    assert _table(review)[3][1] == _table(review)[2][1]
    assert _turns(review) == []
    assert story.headline(review) == "You had the best chance until move 3 and the match was abandoned"


def test_a_match_that_is_abandoned_before_its_first_move_ends_with_equal_chances() -> None:
    review = reviewed(FEWEST, [], [0, 0], [1, 1])
    review.outcome["reason"] = "abandoned"
    assert _table(review) == [(0, ["50%", "50%"])]
    assert _turns(review) == []


def test_turning_points_go_from_one_of_the_seats_decisions_to_its_next() -> None:
    review = reviewed(FEWEST, [], [24, 23], [2, 1], played=str)
    # Changes at others' moves don't count if the chance is as before at the next decision.
    chances = [(0, 0.5), (1, 0.9), (0, 0.52), (1, 0.1), (0, 0.26), (1, 0.2)]
    review.parts.extend(before(*chance) for chance in chances)  # type: ignore[attr-defined]
    turns = _turns(review)
    assert [(turn["number"], turn["last"], turn["sentence"]) for turn in turns] == [
        (3, 4, "3 4"),
        (5, 6, "5 6"),
    ]
    assert [(turn["before"], turn["after"]) for turn in turns] == [("50%", "25%"), ("25%", "0%")]


def before(seat: int, share: float, error: float = 0.02) -> dict[str, Any]:
    """Return the part of a move before which the first seat has that chance."""
    return {"seat": seat, "wins": [share, 1 - share], "error": error}


@pytest.mark.parametrize(
    ("chances", "error", "number"),
    [
        ((0.5, 0.1, 0.7), 0.02, 2),
        # What changed third most is about as small as what is not told.
        ((0.5, 0.1, 0.7, 0.53, 0.37), 0.02, 2),
        # What changed third most is about as large as the next, which is one too many.
        ((0.5, 0.1, 0.6, 0.3, 0.58), 0.02, 2),
        # Nothing stands out.
        ((0.5, 0.2, 0.5, 0.2, 0.5), 0.02, 0),
        ((0.5, 0.36), 0.02, 0),
        # As large a change may be luck.
        ((0.5, 0.3), 0.1, 0),
        # What changed second most is surely smaller, but not by much.
        ((0.5, 0.2, 0.43, 0.52), 0.002, 0),
    ],
)
def test_as_many_turning_points_are_told_as_stand_out(
    chances: Sequence[float], error: float, number: int
) -> None:
    parts = [before(0, share, error) for share in chances[:-1]]
    assert len(turning(parts, 0, chances)) == number


def test_the_chances_that_determine_the_turning_points_are_the_ends_of_the_largest_changes() -> None:
    shares = (0.5, 0.1, 0.15, 0.17, 0.4, 0.2, 0.5, 0.51)
    parts = [before(seat, share) for share in shares for seat in (0, 1)]
    assert [at // 2 for at in ends_of_turns(parts, 0)] == [0, 1, 3, 4, 5, 6, 7]
    assert ends_of_turns([], 0) == []


def test_a_reader_with_another_seats_eyes_reads_the_name() -> None:
    review = reviewed(FEWEST, [0.5, 0.6, 0.7, 0.2], [24, 23], [2, 1], you=1)
    assert story.headline(review) == "Ada had the best chance until move 3 and lost by 1 point"
    assert story.final_scores(review) == [{"name": "You", "score": 23}, {"name": "Ada", "score": 24}]
    # Also where no course is told.
    shortly = reviewed(FEWEST, [0.5, 0.2, 0.2, 0.2, 0.2], [24, 23], [2, 1], you=1)
    assert story.headline(shortly) == "Ada: lost by 1 point"


def test_the_reader_is_called_you_in_the_chart_the_tables_and_the_picture_of_a_position() -> None:
    view = GAME.view(table(hands=(pile("red 1 2"), ()), before=(pile("blue 3"), pile("blue 4"))), 0)
    review = reviewed(FEWEST, [0.5], [24, 23], [2, 1], you=1, view_before=lambda _n: view)
    nothing = {"leads": [0, 0], "wins": [0, 0]}
    best, played = (
        {"move": {"type": "play", "card": card}, "scores": [9, 9], "wins": [0.5, 0.5]}
        for card in view["hand"]
    )
    review.parts[0].update(change=nothing | {"errors": nothing}, best=best, played=played, seat=0)
    shown, names = report(review, 0), ["Ada", "You"]
    assert shown["names"] == names
    assert sorted(line["name"] for line in shown["chart"]["lines"]) == names
    assert [seat["name"] for seat in shown["sum"]["seats"]] == names
    assert [row["title"] for row in _chosen(review, 1, 0)["position"]] == [*names, "In hand"]


@pytest.mark.parametrize(("chance", "told"), [(0.7, "70%"), (0.99, "more than 95%")])
def test_a_chance_is_told_in_its_own_words(chance: float, told: str) -> None:
    moves = {"number": 1, "move": 1, "before": figures.estimated_percent(chance, 0.01), "chance": "12%"}
    html = render_to_string("coach/_review_move.html", {"chosen": moves, "table": {"id": "abcdefgh"}})
    assert f"Chance to win: {told} with the better move; the one played gave away 12%" in html


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (0.02, [("50%", "0"), ("+10%", None), ("+40%", None), (None, None)]),
        (0.3, []),
    ],
)
def test_of_luck_and_skill_is_told_what_is_beyond_its_error(
    error: float, told: Sequence[tuple[str | None, str | None]]
) -> None:
    review, errors = reviewed(FEWEST, [0.5, 0.9], [20, 23], [1, 2]), {"wins": [error] * 2, "leads": [1, 1]}
    for seat, share in enumerate((0.4, 0)):
        change = {"wins": [share, -share], "leads": [0, 0], "errors": errors}
        review.parts[seat].update(change=change, seat=seat)
    rows = ledger.context(review)["rows"]
    assert [row[1:] for row in rows] == told
    html = render_to_string("coach/_review_sum.html", {"sum": ledger.context(review)})
    assert ("be told from skill" in html) == (not told)
    assert ("<td>–</td>" in html) == bool(told)
