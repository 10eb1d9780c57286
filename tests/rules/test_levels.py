"""The bots' levels: which exist, that the weaker ones aren't random, and that the figures are counted correctly."""

from __future__ import annotations

from multiprocessing.pool import ThreadPool
from pathlib import Path
from random import Random

import pytest

from games.rules import core, simulation
from games.rules.budget import Budget
from scripts import bot_figures
from scripts.sparring import partners
from tests.helpers.own_games import OWN
from tests.rules import driver

LEVELS = ["random", "gentle", "easy", "greedy", "hard"]
every_game = pytest.mark.parametrize("name", OWN)
every_table = pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in OWN for seats in core.game(name).SEATS]
)


def share(name: str, seats: int, level: str, among: str, matches: int, playouts: int | None = None) -> float:
    """Return the share of the matches that one bot wins among others."""
    pairing = bot_figures.Pairing(
        game=name, seats=seats, level=level, among=among, seed="levels", playouts=playouts
    )
    return sum(bot_figures.play(pairing, number).won for number in range(matches)) / matches


@every_game
def test_every_game_has_the_same_levels_from_the_weakest_to_the_strongest(name: str) -> None:
    assert list(core.game(name).LEVELS) == LEVELS


@every_table
def test_an_easy_bot_wins_clearly_more_than_its_share_among_random_ones(name: str, seats: int) -> None:
    assert share(name, seats, level="easy", among="random", matches=18) > 1.3 / seats


@pytest.mark.parametrize("name", [name for name in OWN if not core.game(name).REAL_TIME])
def test_a_gentle_bot_has_a_taste_and_no_dice(name: str) -> None:
    rules = core.game(name)
    played, chance = driver.begin(name, rules.SEATS[-1], {}, "taste")
    for step in driver.walk(played, chance, Random(1)):
        view = rules.view(step.state, step.seat)
        assert rules.choose("gentle", view, Random(1)) == rules.choose("gentle", view, Random(2))


@pytest.mark.parametrize(("name", "playouts"), [("parade", 80), ("tea_time", 30), ("wonderland", 150)])
def test_a_hard_bot_beats_a_greedy_one_even_with_little_thought(name: str, playouts: int) -> None:
    assert share(name, 2, level="hard", among="greedy", matches=14, playouts=playouts) > 0.55


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in OWN if partners(name) for seats in core.game(name).SEATS]
)
def test_a_sensible_beginner_wins_its_share_among_gentle_bots(name: str, seats: int) -> None:
    assert share(name, seats, level="beginner", among="gentle", matches=60) >= 1 / seats


@pytest.mark.parametrize("seats", [5, 6])
def test_parades_easy_bot_wins_clearly_more_than_its_share_at_large_tables(seats: int) -> None:
    assert share("parade", seats, level="easy", among="gentle", matches=30) > 1.3 / seats


def test_matches_that_were_kept_are_not_played_again(tmp_path: Path) -> None:
    pairing = bot_figures.Pairing("parade", 2, level="greedy", among="beginner", seed="kept", playouts=None)
    path = tmp_path / "figures.jsonl"
    with ThreadPool(1) as pool:
        matches = bot_figures.measure(pairing, 3, bot_figures.Kept(path, bot_figures.Played), pool)
        lines = path.read_text()
        assert bot_figures.measure(pairing, 3, bot_figures.Kept(path, bot_figures.Played), pool) == matches
    assert path.read_text() == lines and lines.count("\n") == 3


@pytest.mark.parametrize("name", [name for name in OWN if partners(name)])
def test_each_partner_makes_only_moves_that_are_legal(name: str) -> None:
    for number, partner in enumerate(partners(name)):
        seats = core.game(name).SEATS[number % len(core.game(name).SEATS)]
        pairing = bot_figures.Pairing(name, seats, level="gentle", among=partner, seed="legal", playouts=None)
        assert 0 <= bot_figures.play(pairing, 0).won <= 1


def test_in_the_race_a_hard_bot_beats_greedy_ones() -> None:
    assert share("stockings", 3, level="hard", among="greedy", matches=30) > 0.5


def test_parades_greedy_bot_wins_three_matches_of_five_among_easy_ones() -> None:
    assert share("parade", 2, level="greedy", among="easy", matches=60) > 0.5


def test_figures_are_of_the_one_bot_and_its_interval_narrows() -> None:
    pairing = bot_figures.Pairing(
        game="parade", seats=2, level="greedy", among="random", seed="row", playouts=None
    )
    matches = [bot_figures.play(pairing, number) for number in range(4)]
    assert matches == [match._replace(ms=one.ms) for match, one in zip(_again(pairing), matches, strict=True)]
    row = bot_figures.row(pairing, matches)
    assert row[:4] == ["parade", "2", "greedy", "random"] and row[-1] == "-"
    assert bot_figures.interval(0.5, 400) == pytest.approx(0.049)
    assert bot_figures.interval(1.0, 400) == pytest.approx(0.0025)


def _again(pairing: bot_figures.Pairing) -> list[bot_figures.Played]:
    return [bot_figures.play(pairing, number) for number in range(4)]


def test_a_simulated_match_keeps_to_its_budget() -> None:
    one, other = (
        next(simulation.matches("parade", ["hard"] * 2, 1, "budget", budget=Budget(playouts)))
        for playouts in (5, 5)
    )
    assert one == other
