"""The race's bots: how fast they are, that they make mistakes, and that the better one wins more."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import median

import pytest

from games.rules import core, simulation
from tests.stockings.tables import RULES, slap, table

WAITING = RULES.view(table(["1 2", "4 5 6", "9 7"], newest="4"), 1)


def choices(view: core.View, level: str, looks: int = 2000) -> list[core.Move | None]:
    rng = Random(5)
    return [RULES.choose(level, view, rng) for _ in range(looks)]


@pytest.mark.parametrize(
    ("level", "typical"), [("gentle", 2300), ("easy", 1600), ("greedy", 900), ("hard", 397 + 3 * 38)]
)
def test_reactions_lie_about_their_median(level: str, typical: float) -> None:
    rng = Random(1)
    times = [RULES.reaction(level, WAITING, rng) for _ in range(4000)]
    assert median(times) == pytest.approx(typical, rel=0.03)
    quarter = sorted(times)[3000]
    assert quarter == pytest.approx(typical * 1.266, rel=0.04)  # a log-normal of sigma 0.35


def test_the_random_bot_takes_200_to_3000_ms() -> None:
    rng = Random(1)
    times = [RULES.reaction("random", WAITING, rng) for _ in range(4000)]
    assert min(times) == pytest.approx(200, abs=5)
    assert max(times) == pytest.approx(3000, abs=5)


@pytest.mark.parametrize("level", ["gentle", "easy", "greedy", "hard"])
def test_bots_mostly_lay_what_fits_and_sometimes_miss_or_slip(level: str) -> None:
    counts = Counter(None if move is None else move.get("card") for move in choices(WAITING, level))
    assert counts.most_common(1)[0][0] == "stocking-4"
    assert counts[None] > 0
    assert counts["stocking-5"] > 0


@pytest.mark.parametrize("level", ["gentle", "easy", "greedy", "hard"])
def test_bots_mostly_call_and_sometimes_forget(level: str) -> None:
    counts = Counter(
        move["type"] for move in choices(RULES.view(table(["1 2", "4", "9"], "4"), 1), level) if move
    )
    assert counts.most_common(1)[0][0] == "ho_ho_ho"
    assert counts["slap"] > 0


@pytest.mark.parametrize("level", ["gentle", "easy", "greedy", "hard"])
def test_bots_mostly_pass_what_they_cannot_use(level: str) -> None:
    counts = Counter(
        move["type"] for move in choices(RULES.view(table(["1", "5 6", "9"], "4"), 1), level) if move
    )
    assert counts.most_common(1)[0][0] == "pass"


def test_bots_take_the_smallest_hand_and_drop_all_they_may() -> None:
    swapping = RULES.view(table(["1 2 3", "4 5", "9", "7 7"], newest="elf"), 0)
    assert {move["seat"] for move in choices(swapping, "greedy") if move and move["type"] == "swap"} == {2}
    named, _ = slap(table(["santa 5", "4 4 6", "4"], newest="4"), 0, "santa")
    drops = [len(move["cards"]) for move in choices(RULES.view(named, 1), "easy") if move]
    assert set(drops) == {2}
    drop_moves = [move for move in choices(RULES.view(named, 2), "easy") if move and move["type"] == "drop"]
    assert all(move["cards"] == [] for move in drop_moves)


def test_the_greedy_bot_keeps_a_stocking_for_last() -> None:
    view = RULES.view(table(["1 2", "4 elf", "9 7 3 3"], newest="4"), 1)
    laid = Counter(move["card"] for move in choices(view, "greedy") if move and move["type"] == "slap")
    assert laid["elf"] > 20 * laid["stocking-4"]


def test_the_greedy_bot_beats_the_easy_one() -> None:
    wins = Counter[int]()
    for document in simulation.matches("stockings", ["greedy", "easy", "easy"], 30, "bots"):
        wins[document["outcome"]["ranks"].index(1)] += 1
    assert wins[0] > 15


def test_there_are_no_other_levels() -> None:
    with pytest.raises(ValueError, match="no level 'clever'"):
        RULES.choose("clever", WAITING, Random(1))
