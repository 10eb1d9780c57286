"""The worth of cards at the end of a round: how it is learnt, that it makes sense to a player, and what the search
does with it."""

from __future__ import annotations

from random import Random

import pytest

from games.rules import core
from games.tea_time.rules import kernel, learning, policy, search, value
from games.tea_time.rules.kernel import BOARDS
from games.tea_time.rules.rules import ALICE_POINTS, MOST, POINTS, State
from tests.rules import driver

GAME = core.game("tea_time")
every_table = pytest.mark.parametrize("seats", GAME.SEATS)
# Between two seats hard looks for the best run in another way (test_duel.py).
among_more = pytest.mark.parametrize("seats", [3, 4])


def dealt(seats: int, number: int = 1) -> kernel.Table:
    return kernel.table_of(driver.begin("tea_time", seats, {}, f"value {number}")[0].state)


def last_round(seats: int) -> kernel.Table:
    table = dealt(seats)
    while table.deck:
        policy.play_round(table, value.values(table))
    return table


def learnt_of(seats: int, seed: int) -> learning.Weights:
    return learning.learnt(seats, learning.matches(seats, 6, seed, learning.at_first))


@every_table
def test_the_same_seed_learns_the_same_and_another_seed_something_else(seats: int) -> None:
    assert learnt_of(seats, 1) == learnt_of(seats, 1) != learnt_of(seats, 2)


@every_table
def test_worths_and_places_that_the_points_follow_are_found(seats: int) -> None:
    starts = learning.matches(seats, 150, 1, learning.at_first)[1]
    # What the start of a round is worth beside its points: by number of cards, by surplus and by place.
    truth = [1.5, 1.0, 3.0, 2.0, -1.0, -4.0, *[0.0, 1.0, 2.0, 3.0, 0.0, 0.0], *range(7, 7 + seats)]
    samples = []
    for start in starts:
        sample = learning.sampled(start.table, {})
        expected = [
            now + sum([weight * feature for weight, feature in zip(truth, mine, strict=True)])
            for now, mine in zip(sample.points, sample.features, strict=True)
        ]
        samples.append(sample._replace(expected=expected))
    found = learning.least_squared(samples, seats, 1)
    usual = round(learning.average(seats, 1))
    worths = found["cards"][usual]
    gained = [worths[count + 1] - worths[count] for count in range(4)]
    wanted = [POINTS[count + 1] - POINTS[count] + truth[count + 1] - truth[count] for count in range(4)]
    assert gained == pytest.approx(wanted, abs=0.5)
    # The same slope for all numbers of cards would change nothing: the surpluses add up to 0.
    slopes = [found["cards"][2 * usual][count] - worths[count] for count in range(3)]
    assert [slope - slopes[0] for slope in slopes] == pytest.approx([0, 1, 2], abs=0.4)
    assert found["places"][1] - found["places"][0] == pytest.approx(1, abs=0.3)
    level = [
        sum([found["cards"][left][min(abs(held), MOST)] for left, held in zip(rest, mine, strict=True)])
        + found["places"][(seat - start.table.seat) % seats]
        - sample.expected[seat]
        for start, sample in zip(starts, samples, strict=True)
        for rest in [learning.cards_left(start.table)]
        for seat, mine in enumerate(start.table.held)
    ]
    assert sum(level) / len(level) == pytest.approx(0, abs=0.1)


def test_alice_counts_for_the_seat_that_ends_with_her() -> None:
    start = learning.matches(3, 1, 1, learning.at_first)[1][0].table
    table = start.copy()
    learning.play_round(table, value.values(start))
    assert learning.sampled(start, {}).expected == kernel.scores(table)


@every_table
def test_before_the_last_round_the_seats_are_worth_more_or_less_by_their_places_after_alice(
    seats: int,
) -> None:
    table, gained = dealt(seats), list[float]()
    values = value.values(table)
    for table.alice in range(seats):
        points, _ = value.results(table, values)
        gained.append(points[0] - points[1])
    assert gained == pytest.approx(
        [values.places[-alice % seats] - values.places[(1 - alice) % seats] for alice in range(seats)]
    )
    assert len(set(gained)) > 1


@every_table
def test_two_of_a_kind_are_worth_more_while_more_of_them_may_come(seats: int) -> None:
    table, two_rounds = dealt(seats), 2 * BOARDS[seats].size
    some, few = (
        value.values(table).cards[0][2]
        for count in (6, 2)
        for table.deck in [[0] * count + [1 + number % 5 for number in range(two_rounds - count)]]
    )
    assert some > few


@every_table
def test_after_the_last_round_the_points_and_the_winner_are_the_rules(seats: int) -> None:
    table = last_round(seats)
    policy.play_round(table, value.values(table))
    points, wins = value.results(table, value.values(table))
    assert points == kernel.scores(table)
    ranks = core.ranks(kernel.final(table))
    assert [rank == 1 for rank in ranks] == [won > 0 for won in wins] and sum(wins) == 1
    assert value.LAST.alice == ALICE_POINTS and value.LAST.cards[0][: MOST + 1] == list(POINTS)


@every_table
def test_what_may_be_missed_leaves_a_lead_of_one_point_less_certain_the_more_cards_there_are(
    seats: int,
) -> None:
    scores, wins = [20.0, *[19.0] * (seats - 1)], [1.0, *[0.0] * (seats - 1)]
    chances = [value.with_misses(scores, wins, cards) for cards in (1, value.CERTAIN, 3, 9, 18)]
    leaders = [each[0] for each in chances]
    assert leaders[:2] == [1, 1] and leaders[1:] == sorted(leaders[1:], reverse=True)
    assert all(sum(each) == pytest.approx(1) for each in chances) and leaders[-1] > 1 / seats


@every_table
def test_of_seats_with_as_many_points_the_one_without_alice_is_ahead(seats: int) -> None:
    scores = [20.0] * seats
    wins = [1.0, *[0.0] * (seats - 1)]
    first, *others = value.with_misses(scores, wins, 5)
    assert first > others[0] and len(set(others)) == 1


@every_table
def test_the_chances_before_it_add_up_and_follow_the_points(seats: int) -> None:
    table = dealt(seats)
    table.held[0] = [4] * 6
    points, wins = value.results(table, value.values(table))
    assert sum(wins) == pytest.approx(1) and max(wins) == wins[0] and max(points) == points[0]


@every_table
def test_a_run_gains_what_the_hand_is_worth_more_afterwards(seats: int) -> None:
    table = dealt(seats)
    kernel.play_at_random(table, Random(seats).random, 3)
    values, seat = value.values(table), table.seat
    gains, most = policy.gains(table, values), 0

    def worth(position: kernel.Table) -> float:
        cards = sum(worths[count] for worths, count in zip(values.cards, position.held[seat], strict=True))
        return cards + values.alice * (position.alice == seat)

    for gain, number in gains:
        after = table.copy()
        kernel.take(after, number)
        assert gain == pytest.approx(worth(after) - worth(table))
        most = max(most, len(BOARDS[seats].runs[number]))
    assert most == 3


@among_more
def test_half_of_the_others_are_greedy_in_the_hard_bots_playouts(seats: int) -> None:
    view = GAME.view(driver.begin("tea_time", seats, {}, "value 1")[0].state, dealt(seats).seat)
    problem = search.bot_problem(view, Random(1))
    drawn = [seat for _ in range(400) for seat in problem.guess()[1]]
    assert view["you"] not in drawn
    for seat in set(range(seats)) - {view["you"]}:
        assert 160 < drawn.count(seat) < 240


@every_table
def test_a_greedy_seat_of_a_playout_does_what_the_greedy_bot_does_in_every_round(seats: int) -> None:
    for step in driver.journey("tea_time", seats, 1).steps:
        table = kernel.table_of(step.state)
        gains = {run: gain for gain, run in policy.gains(table, value.greedy(table))}
        move = GAME.choose("greedy", GAME.view(step.state, step.seat), Random(1))
        (run,) = [run for run in gains if BOARDS[seats].moves[run] == move]
        assert gains[run] == pytest.approx(gains[policy.greedy_run(table)])


@among_more
def test_a_full_board_gets_fewer_playouts_than_the_last_runs(seats: int) -> None:
    table, last = dealt(seats), last_round(seats)
    while last.legal.bit_count() > 6:
        kernel.take(last, kernel.legal_runs(last)[0])
    full = search.affordable(table)
    assert full * table.legal.bit_count() <= search.WORK
    assert full < search.affordable(last) == search.PLAYOUTS
    view = GAME.view(driver.begin("tea_time", seats, {}, "value 1")[0].state, table.seat)
    tried = search.search(view, Random(1))
    assert full / 2 < sum(candidate.playouts for candidate in tried) <= full


def view_of(table: kernel.Table) -> core.View:
    names = [*GAME.view(driver.begin("tea_time", 2, {}, "names")[0].state, 0)["left"], "alice"]
    state = State(
        deck=(),
        grid=tuple(None if card == kernel.EMPTY else names[card] for card in table.grid),
        held=tuple(tuple(mine) for mine in table.held),
        gone=(0,) * 6,
        alice=None if table.alice == kernel.NOBODY else table.alice,
        seat=table.seat,
        turn=table.turn,
    )
    return GAME.view(state, table.seat)
