"""Tea Time's fast playouts follow the rules: each of their moves is compared with the rules' result."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import cast

import pytest

from games.rules import core
from games.tea_time.rules import kernel, policy, search, value
from games.tea_time.rules.rules import State
from tests.rules import driver

GAME = core.game("tea_time")

MATCHES = 25
every_table = pytest.mark.parametrize("seats", GAME.SEATS)


def same(table: kernel.Table, state: State) -> None:
    """Check that the kernel's table equals the rules' state."""
    other = kernel.table_of(state)
    assert (table.deck, table.grid, table.held) == (other.deck, other.grid, other.held)
    assert (table.alice, table.legal) == (other.alice, other.legal)
    if any(state.grid):
        assert (table.seat, table.turn) == (other.seat, other.turn)


def dealt(seats: int, number: int) -> State:
    return cast(State, driver.begin("tea_time", seats, {}, f"kernel {number}")[0].state)


def played(state: State, number: int) -> State:
    move = kernel.BOARDS[len(state.held)].moves[number]
    after, _ = core.play(
        GAME, state, seat=state.seat, move=move, at=0, chance=driver.stream("", len(state.held))
    )
    return cast(State, after)


def sensibly(table: kernel.Table, moves: int) -> list[int]:
    return policy.play_round(table, value.values(table), moves)


def to_the_end(table: kernel.Table) -> list[int]:
    runs = []
    while table.legal:
        runs += sensibly(table, 1000)
    return runs


@every_table
@pytest.mark.parametrize("sensible", [False, True])
def test_every_move_of_a_playout_is_one_of_the_rules(seats: int, sensible: bool) -> None:
    moves = 0
    for number in range(MATCHES):
        state, random = dealt(seats, number), Random(number).random
        table = kernel.table_of(state)
        while any(state.grid):
            runs = [kernel.BOARDS[seats].moves[run] for run in kernel.legal_runs(table)]
            assert runs == GAME.legal_moves(state, state.seat)
            playout_move = sensibly(table, 1) if sensible else kernel.play_at_random(table, random, 1)
            state = played(state, playout_move[0])
            same(table, state)
            moves += 1
        outcome = GAME.outcome(state)
        assert outcome is not None and tuple(kernel.scores(table)) == outcome.scores
        assert core.ranks(kernel.final(table)) == outcome.ranks
    assert moves > 25 * MATCHES


@every_table
def test_a_playout_at_one_go_is_the_same_as_move_by_move(seats: int) -> None:
    for number in range(MATCHES):
        state, random = dealt(seats, number), Random(number).random
        for sensible in (False, True):
            table, replayed = kernel.table_of(state), kernel.table_of(state)
            for run in to_the_end(table) if sensible else kernel.play_at_random(table, random):
                gains = {number: gain for gain, number in policy.gains(replayed, value.values(replayed))}
                assert sorted(gains) == kernel.legal_runs(replayed)
                assert not sensible or gains[run] == max(gains.values())
                kernel.take(replayed, run)
            assert (table.grid, table.held, table.alice) == (replayed.grid, replayed.held, replayed.alice)
            assert table.deck == replayed.deck == [] and table.legal == replayed.legal == 0


@every_table
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_random_playout_plays_every_legal_move_alike(seats: int, turn: int) -> None:
    state = dealt(seats, 3)
    while state.turn < turn:
        state = played(state, 0)
    random, table = Random(1).random, kernel.table_of(state)
    legal = kernel.legal_runs(table)
    first = Counter(kernel.play_at_random(table.copy(), random, 1)[0] for _ in range(200 * len(legal)))
    assert sorted(first) == legal and all(130 < count < 280 for count in first.values())


@every_table
def test_a_guess_fits_the_view_and_differs_from_the_next(seats: int) -> None:
    for number in range(MATCHES):
        played, chance = driver.begin("tea_time", seats, {}, f"guess {number}")
        states = [step.state for step in driver.walk(played, chance, Random(number))]
        state = states[number % 8]
        worlds = search.Worlds(GAME.view(state, state.seat), Random(number))
        first, second = worlds.guess(), worlds.guess()
        true = kernel.table_of(state)
        assert (first.grid, first.held, first.alice) == (true.grid, true.held, true.alice)
        assert (first.seat, first.turn, first.legal) == (true.seat, true.turn, true.legal)
        assert sorted(first.deck) == sorted(second.deck) == sorted(true.deck)
        assert first.deck != second.deck
