"""The hard bots' search: its budget, its results, and that the same random numbers give the same answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.rules import core
from games.rules.budget import Budget
from games.rules.search import Problem, Result, ending, halving, search, shares
from tests.rules import driver
from tests.rules.driver import canonical

ROOT = Path(__file__).resolve().parents[2]
searching = pytest.mark.parametrize("name", ["parade", "tea_time", "wonderland"])


def outcome(value: float) -> Result:
    return [value, -value], [0.5, 0.5], value


def exact(table: int, move: float) -> Result:
    return outcome(move)


def problem(moves: Sequence[Any], playout: Any = exact, guess: Any = lambda: 0) -> Problem:
    return Problem(
        lambda: moves, 2, guess, playout, playouts=0, move_of=lambda move: {}, form=lambda move: move
    )


def test_the_better_half_is_played_out_more_often_and_the_best_comes_first() -> None:
    candidates = halving(problem([1.0, 4.0, 2.0, 3.0]), 80)
    assert [tally.move for tally in candidates] == [4.0, 3.0, 2.0, 1.0]
    assert [tally.count for tally in candidates] == [30, 30, 10, 10]
    assert candidates[0].candidate({}).scores == [4.0, -4.0]


def test_all_candidates_are_compared_on_the_same_guesses() -> None:
    numbers, guesses = count(), []

    def noted(table: int, move: str) -> Result:
        guesses.append((table, move))
        return outcome(0)

    halving(problem(["a", "b"], noted, lambda: next(numbers)), 6)
    assert guesses == [(0, "a"), (0, "b"), (1, "a"), (1, "b"), (2, "a"), (2, "b")]


@pytest.mark.parametrize("playouts", [1, 0])
def test_every_candidate_is_played_out_once_at_least(playouts: int) -> None:
    candidates = halving(problem([1.0, 2.0, 3.0]), playouts)
    assert candidates[0].move == 3.0 and all(tally.count >= 1 for tally in candidates)


@pytest.mark.parametrize("budget", [Budget(seconds=0.0), Budget(clock=0.0)])
def test_when_the_time_is_over_the_search_answers_with_what_it_has(budget: Budget) -> None:
    candidates = halving(problem([1.0, 2.0, 3.0]), 10**9, over=ending(budget))
    assert candidates[0].move == 3.0 and sum(tally.count for tally in candidates) < 30


def test_an_error_shrinks_with_the_number_of_playouts() -> None:
    def either(table: float, move: float) -> Result:
        return outcome(table)

    few, many = (
        halving(problem([0.0], either, Random(1).random), playouts)[0].candidate({}).error
        for playouts in (16, 1600)
    )
    assert many == pytest.approx(0.29 / 40, rel=0.1) and few > 5 * many


def test_seats_that_are_level_share_the_win() -> None:
    assert shares([3, 1, 1]) == [0, 0.5, 0.5]


def views(name: str, number: int = 12) -> list[tuple[core.View, Sequence[core.Move]]]:
    """Return views of awaited seats with their legal moves, at all sizes of table."""
    rules, cases = core.game(name), []
    for match_number in range(number):
        seats = rules.SEATS[match_number % len(rules.SEATS)]
        played, chance = driver.begin(name, seats, {}, f"search {match_number}")
        steps = list(driver.walk(played, chance, Random(match_number)))
        state = steps[match_number * len(steps) // number].state
        seat = rules.to_act(state)[-1]
        cases.append((rules.view(state, seat), rules.legal_moves(state, seat)))
    return cases


def searched(name: str, view: core.View, **budget: Any) -> list[Any]:
    candidates: list[Any] = import_module(f"games.{name}.rules.search").search(
        view, Random(4), Budget(**budget)
    )
    return candidates


@searching
def test_the_same_luck_finds_the_same_and_leaves_the_view_as_it_was(name: str) -> None:
    for view, legal in views(name):
        before = driver.plain(view)
        candidates = searched(name, view, playouts=24)
        assert candidates == searched(name, view, playouts=24)
        assert driver.plain(view) == before
        listed = {canonical(move) for move in legal}
        moves = [canonical(candidate.move) for candidate in candidates]
        assert len(set(moves)) == len(moves) and set(moves) <= listed
        assert core.game(name).choose("hard", view, Random(4), Budget(playouts=24)) == candidates[0].move


def hard_moves() -> str:
    """Return as JSON the hard bots' moves at some positions of each game."""
    return json.dumps(
        [
            core.game(name).choose("hard", view, Random(4), Budget(playouts=60))
            for name in ("parade", "tea_time", "wonderland")
            for view, _ in views(name)
        ]
    )


def test_another_process_finds_the_same_moves() -> None:
    program = "from tests.rules import test_search; print(test_search.hard_moves())"
    environment = {**os.environ, "PYTHONHASHSEED": "5", "DJANGO_SETTINGS_MODULE": "config.settings"}
    program = f"import django; django.setup(); {program}"
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert ran.stdout.strip() == hard_moves(), ran.stderr


@searching
def test_the_results_of_playouts_are_given_for_every_seat(name: str) -> None:
    for view, _ in views(name):
        seats, problem = len(view["scores"]), core.game(name).problem(view, Random(4))
        assert problem
        for candidate in search(problem, Budget(24)):
            assert candidate.playouts >= 1 and candidate.error >= 0
            assert len(candidate.scores) == len(candidate.wins) == seats
            assert sum(candidate.wins) == pytest.approx(1)


@searching
def test_the_best_candidate_has_the_best_value_of_those_played_out_most(name: str) -> None:
    for view, _ in views(name, 6):
        candidates = searched(name, view, playouts=60)
        last = [candidate for candidate in candidates if candidate.playouts == candidates[0].playouts]
        assert candidates[0].value == max(candidate.value for candidate in last)


@searching
def test_seconds_end_a_search_whose_playouts_would_take_hours(name: str) -> None:
    view, _ = views(name, 3)[1]
    assert searched(name, view, playouts=10**9, seconds=0.01)[0].playouts >= 1
