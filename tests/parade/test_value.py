"""The learnt worth of Parade's cards: the bot and the learning see the same position, and nothing that is hidden.

Without numba the compiled functions of the learning run as they are.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from math import log
from random import Random

import pytest

from games.parade.rules import kernel, learning, loops, policy, positions, value
from games.parade.rules.compiled import coded, world_of
from games.parade.rules.loops import DECKS, HUES, LENGTH, ints
from games.rules.search import shares
from tests.parade.tables import GAME

every_table = pytest.mark.parametrize("seats", GAME.SEATS)


def tables(seats: int) -> Iterator[kernel.Table]:
    """Yield every seventh table of some matches, and those of their last rounds."""
    for number in range(3):
        rng = Random(f"value {seats} {number}")
        table, move = kernel.deal(range(66), rng.random, seats), number
        while table.left:
            if table.left > 0 or move % 7 == 0:
                yield table.copy()
            kernel.play_at_random(table, rng.random, 1)
            move += 1


def hidden_of(table: kernel.Table) -> list[int]:
    """Return the cards that the seat in turn doesn't know."""
    others = [hand for seat, hand in enumerate(table.hands) if seat != table.turn]
    return [card for cards in (*others, table.deck) for card in cards]


@every_table
def test_learning_sees_what_the_bot_sees(seats: int) -> None:
    written, after, costs = ints(positions.POSITION), ints(LENGTH), ints(HUES)
    sizes = HUES * positions.ROWS
    for table in tables(seats):
        world = dealt_world(table)
        for place, card in enumerate(table.hands[table.turn]):
            positions.set_position(world, place, after, written, 0, costs)
            colours, match = value.rows_after(table, card, hidden_of(table))
            for colour, rows in enumerate(colours):
                start = positions.ROWS * colour
                assert sorted(written[start : start + written[sizes + colour]]) == sorted(rows)
                assert max(rows) < value.COLOUR_ROWS[value.seats_of(seats)]
            assert list(written[sizes + HUES : sizes + HUES + len(match)]) == match
            assert max(match) < value.MATCH_ROWS[value.seats_of(seats)]


@every_table
def test_where_the_hidden_cards_are_changes_nothing(seats: int) -> None:
    rng = Random(1)
    for table in tables(seats):
        hidden, other = hidden_of(table), table.copy()
        rng.shuffle(hidden)
        for seat, hand in enumerate(other.hands):
            if seat != table.turn:
                other.hands[seat] = [hidden.pop() for _ in hand]
        other.deck = hidden
        assert value.chances(other) == value.chances(table)


def test_a_worth_is_that_of_the_learner() -> None:
    learner, room = learner_of(2), learning.room_of(2)
    for at, weight in enumerate(learner.weights):
        learner.weights[at] = value.STEP * round(weight / value.STEP)
    network, worths = value.network_of(learning.stored(learner.weights, 2)), set()
    for table in tables(2):
        worth = set_room(room, table, learner)
        position = value.rows_after(table, table.hands[table.turn][0], hidden_of(table))
        assert value.chance(network, *position) == pytest.approx(worth, abs=1e-5)
        worths.add(round(worth, 3))
    assert len(worths) > 5


def test_numbers_below_zero_are_cut_off_in_a_sum_of_packed_rows() -> None:
    rows = [[3, -5, 0, 700], [-1, -2, 9, -800], [0, 7, -9, 50]]
    assert value.cut_off(sum(map(value.packed, rows)), 4) == [2, 0, 0, 0]
    assert value.cut_off(sum(map(value.packed, rows[:2])), 4) == [2, 0, 9, 0]
    assert value.cut_off(1000 * value.packed(rows[0]), 4) == [3000, 0, 0, 700_000]


def test_a_slope_is_how_the_error_grows_with_the_weight() -> None:
    learner, room, won = learner_of(2), learning.room_of(2), 1.0
    table = list(tables(2))[2]
    worth = set_room(room, table, learner)
    learning.backward(learner, room, 0, worth - won)
    slopes = learner.slopes[:]
    # The steepest rows of each part, because 32 bits tell no small differences.
    match, mixed, last, length = learner.shape
    checked = 0
    for begin, end in ((0, match), (match, mixed), (mixed, last), (last, length)):
        for at in sorted(range(begin, end), key=lambda at: -abs(slopes[at]))[:5]:
            errors = []
            for change in (0.01, -0.02):
                learner.weights[at] += change
                errors.append(surprise(set_room(room, table, learner)))
            learner.weights[at] += 0.01
            assert (errors[0] - errors[1]) / 0.02 == pytest.approx(slopes[at], rel=0.05, abs=0.002)
            checked += abs(slopes[at]) > 0.01
    assert checked > 15


def test_the_same_seed_learns_the_same_weights() -> None:
    weights = learning.learnt(2, learning.BATCH, 1)
    assert weights == learning.learnt(2, learning.BATCH, 1)
    assert weights != learning.learnt(2, learning.BATCH, 2)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_card_of_most_worth_wins_more_than_the_cheapest(seats: int) -> None:
    won, matches = 0.0, 100
    for number in range(matches):
        rng, learned = Random(number), number % seats
        table = kernel.deal(range(66), rng.random, seats)
        while table.left:
            if table.turn == learned:
                kernel.play(table, value.best(table))
            else:
                policy.play_sensibly(table, 1)
        policy.keep_sensibly(table)
        won += shares(kernel.final(table))[learned]
    assert won / matches > 1.4 / seats


def dealt_world(table: kernel.Table) -> array[int]:
    """Return a table as the loops have it, with the cards of its deck."""
    world = world_of(loops, table)
    world[DECKS : DECKS + len(table.deck)] = array("q", coded(table.deck))
    return world


def learner_of(most: int) -> learning.Learner:
    """Return a learner with weights at random."""
    rng, shape = Random(1), learning.shape_of(most)
    weights = array("f", [rng.gauss(0, 0.1) for _ in range(shape[3])])
    return learning.Learner(shape, weights, *(learning.floats(shape[3]) for _ in range(3)))


def set_room(room: learning.Room, table: kernel.Table, learner: learning.Learner) -> float:
    """Write the position after the first card of the hand as the first of a match. Return its worth."""
    room.table[:] = dealt_world(table)
    positions.set_position(room.table, 0, room.after, room.positions, 0, room.costs)
    return learning.forward(learner, room, room.positions, 0)


def surprise(worth: float) -> float:
    """Return the cross entropy of a win that had this worth."""
    return -log(worth)
