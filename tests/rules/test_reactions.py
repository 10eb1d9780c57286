"""Reactions that no person has."""

from __future__ import annotations

from random import Random

import pytest

from games.rules.reactions import FAST, TOO_EVEN, judged


def mark(reactions: list[int]) -> str:
    verdict = judged(reactions)
    assert verdict is not None
    return verdict.mark


def test_without_a_reaction_nothing_is_told() -> None:
    assert judged([]) is None


def test_the_usual_reaction_is_the_median() -> None:
    verdict = judged([410, 900, 380, 520, 400])
    assert verdict is not None
    assert (verdict.best, verdict.usual, verdict.mark) == (380, 410, "")


def test_the_told_reaction_is_not_shorter_than_the_counted_one() -> None:
    verdict = judged([60, 80, 420, 90])
    assert verdict is not None
    assert (verdict.best, verdict.usual) == (100, 100)


@pytest.mark.parametrize("seed", range(50))
def test_a_person_is_not_marked(seed: int) -> None:
    """The fastest people: 300 ms on average, give or take 40."""
    rng = Random(seed)
    assert mark([max(100, round(rng.gauss(300, 40))) for _ in range(40)]) == ""


def test_a_script_that_acts_at_once_is_marked() -> None:
    assert mark([5, 6, 5]) == FAST
    assert mark([-150] * 25) == FAST


@pytest.mark.parametrize("short", [0, 1, 2])
def test_as_many_as_can_be_lucky_are_not_marked(short: int) -> None:
    assert mark([60] * short + [380, 420, 510, 333, 610, 480]) == ""


def test_a_usual_reaction_below_anybodys_is_marked() -> None:
    assert mark([140, 149, 120, 900, 145]) == FAST
    assert mark([140, 149, 151, 900, 151]) == ""
    assert mark([140, 149, 120, 145]) == ""


def test_reactions_that_are_too_even_are_marked() -> None:
    assert mark([400, 410, 395, 405, 400, 399, 401, 408]) == TOO_EVEN
    assert mark([400, 410, 395, 405, 400, 399, 401]) == ""
    assert mark([400, 410, 395, 405, 400, 399, 401, 508]) == ""
