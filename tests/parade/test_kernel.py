"""Parade's fast playouts follow the rules: each of their moves is compared with the rules' result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import cast

import pytest

from games.parade.rules import kernel, policy, search
from games.parade.rules.rules import DECK, PLAYS, State
from games.rules import core
from tests.parade.tables import GAME, NO_CHANCE
from tests.rules import driver

MATCHES = 25
every_table = pytest.mark.parametrize("seats", GAME.SEATS)


def same(table: kernel.Table, state: State) -> None:
    """Check that the kernel's table equals the rules' state."""
    assert [sorted(hand) for hand in table.hands] == [
        sorted(kernel.PLACE[card] for card in hand) for hand in state.hands
    ]
    other = kernel.table_of(state)
    assert (table.parade, table.held, table.deck) == (other.parade, other.held, other.deck)
    assert (table.turn, table.left) == (other.turn, other.left)


def dealt(seats: int, number: int) -> State:
    return cast(State, driver.begin("parade", seats, {}, f"kernel {number}")[0].state)


def played(state: State, card: int) -> State:
    after, _ = core.play(GAME, state, seat=state.turn, move=PLAYS[DECK[card]], at=0, chance=NO_CHANCE)
    return cast(State, after)


@every_table
@pytest.mark.parametrize("sensible", [False, True])
def test_every_move_of_a_playout_is_one_of_the_rules(seats: int, sensible: bool) -> None:
    moves = 0
    for number in range(MATCHES):
        state, random = dealt(seats, number), Random(number).random
        table = kernel.table_of(state)
        while state.left != 0:
            playout_move = (
                policy.play_sensibly(table, 1) if sensible else kernel.play_at_random(table, random, 1)
            )
            state = played(state, playout_move[0])
            same(table, state)
            moves += 1
        assert policy.play_sensibly(table) == kernel.play_at_random(table, random) == []
    assert moves > 30 * MATCHES // 2


@every_table
def test_a_playout_at_one_go_is_the_same_as_move_by_move(seats: int) -> None:
    for number in range(MATCHES):
        state = dealt(seats, number)
        for play in _ways(number):
            table, replayed = kernel.table_of(state), kernel.table_of(state)
            for card in play(table):
                kernel.play(replayed, card)
            assert [sorted(hand) for hand in table.hands] == [sorted(hand) for hand in replayed.hands]
            assert (table.parade, table.held, table.deck) == (replayed.parade, replayed.held, replayed.deck)
            assert (table.turn, table.left) == (replayed.turn, replayed.left)


def _ways(number: int) -> list[Callable[[kernel.Table], list[int]]]:
    random = Random(number).random
    return [
        lambda table: kernel.play_at_random(table, random),
        policy.play_sensibly,
    ]


@every_table
def test_the_end_is_counted_as_the_rules_count_it(seats: int) -> None:
    for number in range(4 * MATCHES):
        rng = Random(number)
        table = kernel.table_of(dealt(seats, number))
        state = dealt(seats, number)
        for card in kernel.play_at_random(table, rng.random):
            state = played(state, card)
        copy = table.copy()
        (kernel.keep_at_random if number % 2 else _keep_sensibly)(copy, rng.random)
        for seat, hand in enumerate(copy.hands):
            gone = [card for card in state.hands[seat] if kernel.PLACE[card] not in hand]
            state, _ = core.play(
                GAME, state, seat=seat, move={"type": "discard", "cards": gone}, at=0, chance=NO_CHANCE
            )
        outcome = GAME.outcome(state)
        scores = kernel.final(copy)
        assert outcome is not None and tuple(score // 100 for score in scores) == outcome.scores
        assert core.ranks(scores) == outcome.ranks


def _keep_sensibly(table: kernel.Table, random: Callable[[], float]) -> None:
    policy.keep_sensibly(table)


def test_a_random_playout_plays_every_card_of_the_hand_alike() -> None:
    state, random = dealt(4, 1), Random(2).random
    first = Counter(kernel.play_at_random(kernel.table_of(state), random, 1)[0] for _ in range(5000))
    assert len(first) == 5 and all(900 < count < 1100 for count in first.values())


@every_table
def test_a_guess_fits_the_view_and_differs_from_the_next(seats: int) -> None:
    for number in range(MATCHES):
        played, chance = driver.begin("parade", seats, {}, f"guess {number}")
        states = [step.state for step in driver.walk(played, chance, Random(number))]
        state = states[number % len(states)]
        seat = GAME.to_act(state)[0]
        view = GAME.view(state, seat)
        worlds = search.Worlds(view, Random(number))
        guesses = [worlds.guess() for _ in range(3)]
        true = kernel.table_of(state)
        for guess in guesses:
            assert sorted(guess.hands[seat]) == sorted(true.hands[seat])
            assert [len(hand) for hand in guess.hands] == [len(hand) for hand in true.hands]
            assert (guess.parade, guess.held, guess.left) == (true.parade, true.held, true.left)
            assert len(guess.deck) == len(true.deck)
            cards = [card for hand in guess.hands for card in hand] + list(guess.parade) + guess.deck
            assert len(set(cards)) == len(cards)
        assert guesses[0].hands != guesses[1].hands


@pytest.mark.parametrize(("others", "kept"), [(4, ["red-4", "red-10"]), (5, ["blue-1", "blue-2"])])
def test_two_cards_that_win_a_majority_together_are_kept(others: int, kept: list[str]) -> None:
    table = kernel.table_of(dealt(3, 1))
    table.held = [0] * len(table.held)
    before = (
        ["red-5", "red-6"],
        ["red-0", "red-1", "red-2", "red-3", "red-7"][:others],
        ["blue-3", "blue-4", "blue-5"],
    )
    for seat, cards in enumerate(before):
        kernel.lay(table.held, seat, [kernel.PLACE[card] for card in cards])
    table.hands[0] = [kernel.PLACE[card] for card in ("red-4", "blue-2", "red-10", "blue-1")]
    policy.keep_sensibly(table)
    assert {DECK[card] for card in table.hands[0]} == set(kept)
