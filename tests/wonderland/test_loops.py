"""Wonderland's compiled functions do what the plain ones do, and learn the same from the same seed.

Without numba the loops that it would compile run as they are; `make fast` runs these tests with numba.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from games.rules import core
from games.rules.spread import SPREADS, chances
from games.wonderland.rules import kernel, league, learning, loops, playouts, policy, search, value
from games.wonderland.rules import table as tables
from games.wonderland.rules.compiled import loops_table
from games.wonderland.rules.state import PILES
from tests.rules import driver

GAME = core.game("wonderland")
MATCHES = 5
every_table = pytest.mark.parametrize("seats", GAME.SEATS)
every_option = pytest.mark.parametrize(
    "options",
    [{"reuse_keys": reuse, "groups": groups} for reuse in (True, False) for groups in ("linear", "square")],
    ids=str,
)


@pytest.fixture(scope="module")
def light() -> playouts.Policy:
    return playouts.policy_of()


def dealt(seats: int, options: dict[str, Any], number: int) -> tables.Table:
    return tables.table_of(driver.begin("wonderland", seats, options, f"loops {number}")[0].state)


def parts(table: loops.Ints) -> list[list[int]]:
    """Return what a table of the loops holds, without what lies behind the ends of its lists."""
    rows = (
        (loops.DOWN_SIZES, loops.DOWNS, loops.DEEPEST, PILES),
        (loops.UP_SIZES, loops.UPS, loops.CARDS, PILES),
        (loops.TUNNEL_SIZES, loops.TUNNELS, loops.CARDS, table[loops.SEATS]),
    )
    lists = [
        list(table[begin + width * number :][: table[sizes + number]])
        for sizes, begin, width, count in rows
        for number in range(count)
    ]
    powers = (
        list(table[loops.PAIRS :][: 2 * table[loops.USABLE]]) if table[loops.PHASE] == tables.POWERS else []
    )
    return [list(table[: loops.USABLE]), list(table[loops.DISCARDS : loops.PAIRS]), powers, *lists]


def padded(move: tables.Move) -> loops.Move:
    a, b, c, d, e = (*move, 0, 0, 0, 0)[:5]
    return a, b, c, d, e


def flat(rows: Sequence[value.Row]) -> list[float]:
    """Return the rows of a value one after the other."""
    weights: list[float] = []
    for places, lacking, others, spread in rows:
        weights += [*places, *[0.0] * (loops.MOST - len(places)), *lacking, *others, spread]
    return weights


def twister_of(rng: Random) -> loops.Ints:
    return array("q", rng.getstate()[1])


def walk(
    seats: int, options: dict[str, Any], light: playouts.Policy
) -> Iterator[tuple[tables.Table, loops.Ints]]:
    """Yield the tables of both kinds in matches of random moves and of the light policy's, which both choose."""
    for number in range(MATCHES):
        table = dealt(seats, options, number)
        other, rng = loops_table(table), Random(number)
        while table.phase != tables.OVER:
            yield table, other
            move = policy.sensible(table)
            assert playouts.sensible(other, light) == padded(move)
            if number % 2:
                move = kernel.any_move(table, rng.random)
            twister = twister_of(rng)
            kernel.play(table, move, rng.random)
            loops.play(other, padded(move), twister)
            assert twister == twister_of(rng)
        yield table, other


@every_table
@every_option
def test_the_loops_play_and_choose_as_the_plain_functions(
    light: playouts.Policy, seats: int, options: dict[str, Any]
) -> None:
    for table, other in walk(seats, options, light):
        assert parts(other) == parts(loops_table(table))
        assert [playouts.points(other, seat) for seat in range(seats)] == kernel.scores(table)


@every_table
@every_option
def test_the_learning_sees_the_value_that_the_bot_sees(
    light: playouts.Policy, seats: int, options: dict[str, Any]
) -> None:
    rows = value.WEIGHTS[options["groups"]][str(seats)]
    weights = learning.value_of([flat(rows)], seats)
    seen = set()
    for table, other in walk(seats, options, light):
        if table.phase in (tables.FIRST, tables.OVER):
            ends, spread = value.ends(table)
            playouts.evaluate(other, weights, 0)
            assert list(weights.ends)[:seats] == pytest.approx(ends)
            assert list(weights.chances)[:seats] == pytest.approx(chances(ends, spread))
            seen.add(value.cards_to_end(table))
    assert 0 in seen and len(seen) > 5


@every_table
def test_the_learning_chooses_among_the_moves_of_the_bot_on_guesses_that_fit(
    light: playouts.Policy, seats: int
) -> None:
    options = {"reuse_keys": True, "groups": "linear"}
    room, dealt_anew = league.room(), 0
    for number in range(MATCHES):
        played, chance = driver.begin("wonderland", seats, options, f"guess {number}")
        for step in driver.walk(played, chance, Random(number)):
            if not GAME.to_act(step.state):
                continue
            table = tables.table_of(step.state)
            other = loops_table(table)
            count = league.set_moves(other, room.moves)
            moves = {league.move_at(room.moves, at) for at in range(count)}
            assert moves == {padded(move) for move in search.distinct(GAME.view(step.state, table.turn))}
            league.set_guess(other, room.guess, room.hidden, twister_of(Random(number)))
            assert kinds(room.guess) == kinds(other)
            assert not any(loops.falls(room.guess, seat) for seat in range(seats))
            own, downs = loops.COUNTS + loops.SPIRITS * table.turn, loops.DOWN_SIZES
            assert room.guess[:own] == other[:own]
            assert room.guess[downs : loops.DOWNS] == other[downs : loops.DOWNS]
            # The face-down cards of the piles: the search must not see the true ones.
            dealt_anew += parts(room.guess)[3 : 3 + PILES] != parts(other)[3 : 3 + PILES]
    assert dealt_anew > 20 * MATCHES


def kinds(table: loops.Ints) -> list[int]:
    """Return how many cards of each kind lie in piles and tunnels."""
    lying = [entry & 7 for part in parts(table)[3:] for entry in part]
    return [lying.count(kind) for kind in range(loops.SPIRITS)]


def test_the_same_seed_plays_the_same_matches_and_another_seed_others() -> None:
    rows = [flat(value.WEIGHTS["linear"]["2"])]
    matches = [learning.starts("linear", 2, rows, 2, seed, playouts=4) for seed in ("1", "1", "2")]
    assert matches[0] == matches[1] != matches[2]


def test_the_learning_finds_by_what_notebooks_grow_and_how_far_chance_moves_them() -> None:
    """The points of these starts follow from the features alone, and the higher ones always win."""
    rng, starts = Random(1), []
    for _ in range(200):
        # Large, so that the pull to the row before hardly counts.
        features = [array("d", [30 * rng.random() for _ in range(playouts.FEATURES)]) for _ in range(2)]
        grown = [sum(number * feature for number, feature in enumerate(mine)) for mine in features]
        wins = [float(mine == max(grown)) for mine in grown]
        starts.append(learning.Start(3, features, grown, [0.0, 0.0], wins))
    true = list(range(playouts.FEATURES))
    for before, error in (([0.0] * playouts.FEATURES, 0.5), (true, 1e-6)):
        *weights, spread = learning.row_of(starts, before)
        assert weights == pytest.approx(true, abs=error)
        assert spread == min(SPREADS)


def test_few_starts_change_little_of_the_row_for_one_card_less() -> None:
    features = [array("d", [1.0] * playouts.FEATURES) for _ in range(2)]
    before = [float(number) for number in range(playouts.FEATURES)]
    start = learning.Start(3, features, [1000.0, 1000.0], [0.0, 0.0], [1.0, 0.0])
    *weights, _spread = learning.row_of([start], before)
    moved = [after - weight for after, weight in zip(weights, before, strict=True)]
    assert moved == pytest.approx([moved[0]] * playouts.FEATURES) and 0 < moved[0] < 20
