"""What a move cost: near the measured loss, the same in all figures of a review, and in the order of the costs."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from games.coach.report import _given_away, report
from games.coach.reviewed import Reviewed
from tests.coach.test_story import reviewed
from tests.parade.tables import GAME, pile, table

# A loss: the chance to win with the better move and after the one played, and the standard error of their difference.
Loss = tuple[float, float, float]
SHARE = r"((?:less than |more than )?\d+%)"
ESTIMATED = re.compile(rf"estimated at {SHARE}, after “.+” at {SHARE}\.")


@pytest.mark.parametrize(
    ("scores", "wins", "lost"),
    [
        ([9, 9], 0.5, (3, 0.2)),
        ([5, 9], 0.5, (0, 0.2)),
        ([9, 9], 0.9, (3, 0)),
        ([6.4, 9], 0.66, (0, 0)),
    ],
)
def test_only_a_loss_beyond_luck_is_told(
    scores: Sequence[float], wins: float, lost: tuple[int, float]
) -> None:
    best = {"move": {}, "scores": [6, 9], "wins": [0.7, 0.3]}
    apart = {"wins": [0.02, 0.02], "leads": [0.5, 0.5]}
    played = {"move": {}, "scores": scores, "wins": [wins, 1 - wins], "apart": apart}
    part = {"seat": 0, "best": best, "played": played}
    assert _given_away(reviewed("parade", [], [24, 23], [2, 1]), part) == lost


def costly(*losses: Loss) -> Reviewed:
    """Return the review of Ada's moves with those losses. Each chance has an error of three hundredths."""
    view = GAME.view(table(hands=(pile("red 1 2"), ()), before=(pile("blue 3"), pile("blue 4"))), 0)
    errors = {"scores": [0.1, 0.1], "wins": [0.03, 0.03]}
    nothing = {"leads": [0, 0], "wins": [0, 0]}
    review = reviewed("parade", [0.5] * len(losses), [24, 23], [2, 1], view_before=lambda _n: view)
    for part, (better, worse, error) in zip(review.parts, losses, strict=True):
        best, played = (
            {"move": {"type": "play", "card": card}, "scores": [9, 9], "wins": [share, 0.5], "errors": errors}
            for card, share in zip(view["hand"], (better, worse), strict=True)
        )
        played["apart"] = {"scores": [0.1, 0.1], "wins": [error, error], "leads": [0.5, 0.5]}
        part.update(change=nothing | {"errors": nothing}, best=best, played=played, seat=0)
    return review


@pytest.mark.parametrize(
    ("loss", "chances", "cost"),
    [
        ((0.573, 0.482, 0.0), ("57%", "48%"), "9%"),
        ((0.477, 0.414, 0.003), ("48%", "42%"), "6%"),
        ((0.625, 0.512, 0.006), ("62%", "51%"), "11%"),
        ((0.564, 0.433, 0.003), ("56%", "43%"), "13%"),
        # Rounded one by one, these would differ by 8%.
        ((0.596, 0.523, 0.003), ("60%", "53%"), "7%"),
        ((0.148, 0.002, 0.003), ("15%", "less than 1%"), "15%"),
        ((0.998, 0.872, 0.003), ("more than 99%", "87%"), "13%"),
        # In steps of five hundredths.
        ((0.62, 0.4, 0.03), ("60%", "40%"), "20%"),
    ],
)
def test_a_cost_is_near_the_measured_loss_and_the_chances_beside_it_differ_by_just_that(
    loss: Loss, chances: tuple[str, str], cost: str
) -> None:
    shown = report(costly(loss), 1)
    (move,) = shown["costliest"]
    assert (move["chance"], shown["own"][0]["chance"], shown["chosen"]["chance"]) == (cost,) * 3
    assert shown["chosen"]["before"] == chances[0]
    assert ESTIMATED.findall(" ".join(shown["chosen"]["reasons"])) == [chances]


@pytest.mark.parametrize(
    ("losses", "costs"),
    [
        # In the steps of five hundredths of their chances, the second one would seem to cost most.
        (
            [(0.677, 0.614, 0.003), (0.574, 0.443, 0.003), (0.568, 0.423, 0.003), (0.6, 0.509, 0.002)],
            [(3, "14%"), (2, "13%"), (4, "9%")],
        ),
        # The second one lost less, but its error is larger, so it is shown in steps of two hundredths.
        ([(0.574, 0.44, 0.003), (0.574, 0.443, 0.012)], [(2, "14%"), (1, "13%")]),
        ([(0.574, 0.44, 0.003), (0.574, 0.442, 0.003)], [(1, "13%"), (2, "13%")]),
    ],
)
def test_the_costliest_moves_come_in_the_order_of_their_costs_and_equal_ones_of_their_measured_losses(
    losses: list[Loss], costs: list[tuple[int, str]]
) -> None:
    costliest = report(costly(*losses), 0)["costliest"]
    assert [(move["move"], move["chance"]) for move in costliest] == costs
