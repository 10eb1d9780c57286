"""The search of Parade's hard bot: the number of its playouts, and how often they stray from the cheapest card."""

from __future__ import annotations

from random import Random

import pytest

from games.parade.rules import policy, search
from games.parade.rules.rules import HAND
from games.rules import core
from tests.rules import driver

GAME = core.game("parade")


@pytest.mark.parametrize("seats", GAME.SEATS)
def test_a_move_has_its_playouts_whatever_the_time(seats: int) -> None:
    view, playouts = view_of(seats), search.HARD_PLAYOUTS
    candidates = search.search(view, Random(1))
    assert playouts * 0.9 < sum(candidate.playouts for candidate in candidates) <= playouts
    assert candidates == search.search(view, Random(1))


@pytest.mark.parametrize("seats", GAME.SEATS)
@pytest.mark.parametrize("share", [0.2, 1.0])
def test_that_share_of_the_moves_is_any_card_of_the_hand(seats: int, share: float) -> None:
    worlds = search.Worlds(view_of(seats), Random(1))
    strays = [stray for _ in range(200) for stray in worlds.strays(share)]
    assert sum(stray >= 0 for stray in strays) == pytest.approx(share * len(strays), rel=0.1)
    for place in range(HAND):
        assert strays.count(place) == pytest.approx(share * len(strays) / HAND, rel=0.2)


@pytest.mark.parametrize("seats", GAME.SEATS)
def test_there_is_a_stray_for_every_move_of_the_longest_match(seats: int) -> None:
    worlds = search.Worlds(view_of(seats), Random(1))
    for _ in range(50):
        table = worlds.guess()
        policy.play_sensibly(table, worlds.strays(1.0))
        assert table.left == 0


def view_of(seats: int) -> core.View:
    state = driver.begin("parade", seats, {}, "search")[0].state
    return GAME.view(state, state.turn)
