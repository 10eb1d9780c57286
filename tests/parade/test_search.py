"""The search of Parade's hard bot: how far it looks ahead, and by how many playouts it counts that."""

from __future__ import annotations

from random import Random

import pytest

from games.parade.rules import search, value
from games.parade.rules.kernel import PLACE
from games.rules import core
from games.rules.budget import Budget
from tests.rules import driver

GAME = core.game("parade")


@pytest.mark.parametrize("seats", GAME.SEATS)
@pytest.mark.parametrize("playouts", [None, 440])
def test_a_move_has_its_playouts_whatever_the_time(seats: int, playouts: int | None) -> None:
    view, most = view_of(seats), (playouts or search.HARD_PLAYOUTS) // search.LOOK
    candidates = search.search(view, Random(1), Budget(playouts))
    assert most * 0.8 < sum(candidate.playouts for candidate in candidates) <= most
    assert candidates == search.search(view, Random(1), Budget(playouts))


def test_without_time_it_plays_the_card_that_is_worth_most() -> None:
    view = view_of(3)
    worths = dict(zip(hand_of(view), value.chances(search.Worlds(view, Random(1)).guess()), strict=True))
    candidates = search.search(view, Random(1), Budget(clock=0))
    assert [candidate.playouts for candidate in candidates] == [1] * search.LIKELY
    likely = sorted(worths, key=worths.__getitem__)[-search.LIKELY :]
    assert {PLACE[candidate.move["card"]] for candidate in candidates} == set(likely)


def test_discards_are_played_out() -> None:
    played, chance = driver.begin("parade", 2, {}, "search")
    *_, state = [step.state for step in driver.walk(played, chance, Random(1)) if step.state.left == 0]
    view = GAME.view(state, GAME.to_act(state)[0])
    assert view["phase"] == "discard"
    candidates = search.search(view, Random(1))
    assert len(candidates) == 6 and candidates[0].playouts > search.HARD_PLAYOUTS // 6


def hand_of(view: core.View) -> list[int]:
    return [PLACE[card] for card in view["hand"]]


def view_of(seats: int) -> core.View:
    state = driver.begin("parade", seats, {}, "search")[0].state
    return GAME.view(state, state.turn)
