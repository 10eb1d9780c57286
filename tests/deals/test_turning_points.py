"""Where a try and a better one went apart."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.deals import turning_points
from games.deals.models import Try
from games.deals.turning_points import Pair, Turn, Turning, turning
from tests.deals import examples
from tests.deals.examples import DAY, at
from tests.helpers.given import browser
from tests.helpers.pages import text


def turns(*moves: tuple[str, int]) -> list[Turn]:
    """Return turns by card and worth; each is followed by a move of a bot."""
    return [Turn(2 * place + 1, [{"card": card}], worth) for place, (card, worth) in enumerate(moves)]


def test_the_first_other_move_and_the_turn_that_cost_most_are_found() -> None:
    mine = turns(("a", 0), ("b", 3), ("c", 9), ("d", 10))
    other = turns(("a", 0), ("x", 2), ("y", 3), ("z", 5))
    assert turning(mine, other) == Turning(Pair(2, 3, 3), Pair(3, 5, 5), 5)
    # The better one has lost nothing to the worse one.
    assert turning(other, mine) == Turning(Pair(2, 3, 3), Pair(4, 7, 7), 1)
    assert turning(mine, mine) == Turning(None, None, 0)


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["parade", "tea_time", "wonderland"])
def test_the_result_names_the_turning_points_against_the_best_three(game: str) -> None:
    deal = examples.drawn(game)
    with at():
        for name in ("Ada", "Ben", "Cleo", "Dan", "Eve"):
            examples.played(deal, examples.member(name), name)
        worst, *others = Try.objects.select_related("table").order_by("-weight")
        best = others[::-1][:3]
        points = turning_points.against(worst, best)
        assert [attempt.pk for attempt, _turning in points] == [attempt.pk for attempt in best]
        for attempt, point in points:
            assert point.parted is not None
            if (attempt.weight or 0) // 1000 < (worst.weight or 0) // 1000:
                assert point.lost is not None and point.points > 0
        page = browser(worst.user).get(f"/deals/{game}/{DAY}/")
        assert "Against the best three" in text(browser(worst.user), f"/deals/{game}/{DAY}/")
        parted = points[0][1].parted
        assert parted is not None
        for table, number in ((worst.table_id, parted.own), (best[0].table_id, parted.other)):
            assert f"/t/{table}/replay/?move={number}" in page.content.decode()
        # Whoever has not finished reads nothing of it.
        assert "Against the best" not in text(browser(examples.member("Fay")), f"/deals/{game}/{DAY}/")


@pytest.mark.django_db
def test_in_wonderland_several_moves_are_one_turn() -> None:
    deal, ada = examples.drawn("wonderland"), examples.member()
    with at():
        snapshot = examples.begun(deal, ada)
        seats: list[int | None] = []
        # Until the second turn, of which the first move is made.
        while sum(seat == 0 and before != 0 for before, seat in pairwise([None, *seats])) < 2:
            seats.append(next(seat.index for seat in snapshot.seats if seat.is_awaited))
            snapshot = examples.step(snapshot)
        assert seats.count(0) > 2
        assert [len(turn.moves) for turn in turning_points.turns(snapshot.table)] == [
            seats.count(0) - 1,
            1,
        ]
        assert "Go on, turn 2" in text(browser(ada), "/deals/")
