"""Parade's compiled playouts give exactly what the plain ones give.

Without numba the loops that it would compile run as they are; `make fast` runs these tests with numba.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import cast

import pytest

from games.parade.rules import loops, search
from games.parade.rules.compiled import LOOPS
from games.parade.rules.rules import State
from games.rules import core
from games.rules.budget import Budget
from games.rules.search import Candidate, Problem, compared
from games.rules.search import search as searched
from tests.parade.tables import GAME
from tests.rules import driver

PLAYOUTS, MATCHES = 12, 2
every_table = pytest.mark.parametrize("seats", GAME.SEATS)


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that has loaded the loops."""
    monkeypatch.setattr(LOOPS, "loaded", loops)


def views(seats: int) -> Iterator[core.View]:
    """Yield views of awaited seats from all parts of a match, with its last round and its discards."""
    for number in range(MATCHES):
        played, chance = driver.begin("parade", seats, {}, f"loops {number}")
        states = [cast(State, step.state) for step in driver.walk(played, chance, Random(number))]
        late = [state for state in states if state.left is not None]
        for state in (*states[number::20], late[0], late[seats // 2], late[seats], late[-1]):
            yield GAME.view(state, GAME.to_act(state)[-1])


def found(problem: Problem, rng: Random) -> list[Candidate]:
    """Return what a search finds, and what a comparison with the policy's own choice does."""
    candidates = searched(problem, Budget(PLAYOUTS))
    compared_ones = compared(problem, [None, candidates[0].move], Budget(PLAYOUTS))
    # Both must leave the same random numbers to whatever comes next.
    return [*candidates, *compared_ones, Candidate({}, value=rng.random())]


@every_table
def test_loops_find_to_the_digit_what_the_plain_playouts_find(loaded: None, seats: int) -> None:
    phases = set()
    for number, view in enumerate(views(seats)):
        results = []
        for is_plain in (True, False):
            rng = Random(number)
            problem = search.problem(view, rng)
            problem = replace(problem, compiled=lambda: None) if is_plain else problem
            assert (problem.compiled() is None) == is_plain
            results.append(found(problem, rng))
        assert results[0] == results[1]
        phases.add((view["phase"], view["left"] is None))
    assert phases == {("play", True), ("play", False), ("discard", False)}
