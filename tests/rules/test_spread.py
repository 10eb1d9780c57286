"""Chances by expected points and a spread."""

from __future__ import annotations

from random import Random

import pytest

from games.rules.spread import SPREADS, chances, likeliest


def test_the_chances_add_up_and_the_leader_has_the_most_the_smaller_the_spread_the_more() -> None:
    early, late = chances([30, 20, 20], 12), chances([30, 20, 20], 3)
    assert sum(early) == pytest.approx(1) and 1 / 3 < early[0] < late[0] < 1


def test_without_a_spread_the_points_are_final() -> None:
    assert chances([30, 29, 29], 0) == [1, 0, 0]
    assert chances([30, 30, 29], 0) == [0.5, 0.5, 0]


def test_the_spread_is_small_where_the_leaders_win_and_large_where_anybody_does() -> None:
    rng = Random(1)
    points = [[rng.gauss(30, 8), rng.gauss(30, 8)] for _ in range(200)]
    assert likeliest(points, [[float(a > b), float(a <= b)] for a, b in points]) == min(SPREADS)
    assert likeliest(points, [[0.5, 0.5]] * 200) == max(SPREADS)


def test_the_spread_of_drawn_winners_is_found_again() -> None:
    rng = Random(2)
    points = [[rng.gauss(30, 8) for _ in range(3)] for _ in range(3000)]
    winners = [rng.choices(range(3), chances(mine, 6))[0] for mine in points]
    wins = [[float(seat == winner) for seat in range(3)] for winner in winners]
    assert likeliest(points, wins) == pytest.approx(6, abs=0.5)
