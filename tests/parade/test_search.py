"""The search of Parade's hard bot: how far it looks ahead, and by how many playouts it counts that."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import cast

import pytest

from games.parade.rules import search, value
from games.parade.rules.kernel import PLACE
from games.parade.rules.rules import State
from games.rules import core
from games.rules.budget import Budget
from tests.rules import driver

GAME = core.game("parade")


@pytest.mark.parametrize("seats", GAME.SEATS)
@pytest.mark.parametrize("playouts", [None, 1320])
def test_a_move_has_its_playouts_whatever_the_time(seats: int, playouts: int | None) -> None:
    most, numbers = (playouts or search.HARD_PLAYOUTS) // (search.LOOK * seats), set()
    for view in islice(views(seats), 0, None, 9):
        candidates = search.search(view, Random(1), Budget(playouts))
        looks = sum(candidate.playouts for candidate in candidates)
        assert looks == 1 if len(candidates) == 1 else most * 0.7 < looks <= most
        assert candidates == search.search(view, Random(1), Budget(playouts))
        numbers.add(len(candidates))
    assert max(numbers) > 1


def test_without_time_it_plays_the_card_that_is_worth_most() -> None:
    numbers = set()
    for view in views(3):
        worths = value.chances(search.Worlds(view, Random(1)).guess())
        close = [
            PLACE[card]
            for card, worth in zip(view["hand"], worths, strict=True)
            if worth > max(worths) - search.CLOSE
        ]
        candidates = search.search(view, Random(1), Budget(clock=0))
        assert [candidate.playouts for candidate in candidates] == [1] * min(len(close), search.LIKELY)
        assert {PLACE[candidate.move["card"]] for candidate in candidates} <= set(close)
        numbers.add(len(candidates))
    assert numbers == {1, 2, 3}


def test_discards_are_played_out() -> None:
    played, chance = driver.begin("parade", 2, {}, "search")
    states = [cast(State, step.state) for step in driver.walk(played, chance, Random(1))]
    state = next(state for state in states if state.left == 0)
    view = GAME.view(state, GAME.to_act(state)[0])
    assert view["phase"] == "discard"
    candidates = search.search(view, Random(1))
    assert len(candidates) == 6 and candidates[0].playouts > search.HARD_PLAYOUTS // 6


def views(seats: int) -> Iterator[core.View]:
    """Yield the views of the seats in turn of a match, each before its move."""
    played, chance = driver.begin("parade", seats, {}, "search")
    for step in driver.walk(played, chance, Random(1)):
        if cast(State, step.state).left != 0:
            yield GAME.view(step.state, cast(State, step.state).turn)
