"""The search of Parade's hard bot: the number of its playouts."""

from __future__ import annotations

from random import Random

import pytest

from games.parade.rules import search
from games.rules import core
from tests.rules import driver

GAME = core.game("parade")


@pytest.mark.parametrize(("seats", "playouts"), [(2, search.RANDOM_PLAYOUTS), (3, search.PLAYOUTS)])
def test_a_move_has_its_playouts_whatever_the_time(seats: int, playouts: int) -> None:
    view = view_of(seats)
    result = search.search(view, Random(1))
    assert playouts * 0.9 < sum(candidate.playouts for candidate in result) <= playouts
    assert result == search.search(view, Random(1))


def view_of(seats: int) -> core.View:
    state = driver.begin("parade", seats, {}, "search")[0].state
    return GAME.view(state, state.turn)
