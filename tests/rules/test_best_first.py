"""The tree of likely moves: a position has the mean of its moves' endings, the better ones more often."""

from __future__ import annotations

import math

import pytest

from games.rules.best_first import NEVER, TEMPERATURE, WIDENING, BestFirst, Ending, response

# Three seats take turns to choose 0, 1 or 2, five times in all.
DEPTH, CHOICES, SEATS = 5, (0, 1, 2), 3


def seat_of(choices: list[int]) -> int:
    return len(choices) % SEATS


def moves_of(choices: list[int]) -> tuple[int, ...]:
    return CHOICES if len(choices) < DEPTH else ()


def after(choices: list[int]) -> Ending:
    """Return the ending of these choices, a number for each seat that follows no order."""
    worths = [
        math.sin(1 + seat + sum(choice * 7**place for place, choice in enumerate(choices)))
        for seat in range(3)
    ]
    return worths, worths, worths


def estimate(choices: list[int]) -> Ending:
    choices += [0] * (DEPTH - len(choices))
    return after(choices)


def expected(choices: list[int]) -> list[float]:
    """Return the worths by seat that follow if everything is tried."""
    if len(choices) == DEPTH:
        return list(after(choices)[2])
    return mean([expected([*choices, choice]) for choice in CHOICES], seat_of(choices))


def mean(worths: list[list[float]], seat: int) -> list[float]:
    most = max(each[seat] for each in worths)
    chosen = [0.0 if each[seat] <= most - NEVER else math.e ** (each[seat] / TEMPERATURE) for each in worths]
    return [
        sum(odds * each[other] for odds, each in zip(chosen, worths, strict=True)) / sum(chosen)
        for other in range(SEATS)
    ]


def test_the_expected_ending_is_found_and_then_settled() -> None:
    for first in CHOICES:
        tree = BestFirst(tuple, seat_of, moves_of, list.append, estimate)
        endings = [tree.visit([first]) for _ in range(400)]
        assert endings[0] == estimate([first])
        assert endings[-1][2] == pytest.approx(expected([first]))
        root = tree.nodes[first,]
        # Each position is added once and found to be settled once, at most.
        assert root.is_settled and root.visits <= 2 * sum(3**depth for depth in range(DEPTH))


@pytest.mark.parametrize(
    ("worse", "share"), [(0.0, 1 / 2), (TEMPERATURE, 1 / (1 + math.e)), (NEVER, 0.0), (1.0, 0.0)]
)
def test_the_worse_a_move_is_the_more_seldom_it_is_chosen(worse: float, share: float) -> None:
    good, poor = ([3, 9], [1, 0], [0.8, 0.2]), ([5, 1], [0, 1], [0.8 - worse, 0.2 + worse])
    scores, wins, worths = response([good, poor], seat=0)
    assert list(scores) == pytest.approx([3 + 2 * share, 9 - 8 * share])
    assert list(wins) == pytest.approx([1 - share, share])
    assert list(worths) == pytest.approx([0.8 - worse * share, 0.2 + worse * share])


def test_a_settled_candidate_is_not_looked_at_again() -> None:
    tree = BestFirst(tuple, seat_of, moves_of, list.append, estimate)
    for _ in range(400):
        ending = tree.visit([1])
    table = [1]
    visits = tree.nodes[1,].visits
    assert tree.visit(table) == ending
    assert tree.nodes[1,].visits == visits and table == [1]


def test_the_better_move_is_visited_more_often() -> None:
    tree = BestFirst(
        tuple,
        lambda _table: 0,
        lambda table: [0.2, 0.8, 0.5] if len(table) == 1 else range(1000),
        list.append,
        lambda table: ([table[1] if len(table) > 1 else 0.0],) * 3,
    )
    for _ in range(300):
        tree.visit([0.0])
    visits = [child.visits for child in tree.nodes[0.0,].children.values()]
    assert max(visits) == visits[1] > 150


def test_a_position_begins_with_its_first_moves_and_widens() -> None:
    tree = BestFirst(
        tuple,
        lambda _table: 0,
        lambda table: range(1000) if len(table) < 3 else [],
        list.append,
        lambda _table: ([0.5],) * 3,
    )
    for _ in range(100):
        tree.visit(["root"])
    tried = list(tree.nodes["root",].children)
    assert tried == list(range(len(tried)))
    assert len(tried) <= math.ceil(1 + WIDENING * math.sqrt(100))


def test_positions_that_are_alike_are_looked_at_once() -> None:
    """The order of the choices doesn't matter here."""
    asked: list[tuple[int, ...]] = []

    def ending_of(choices: list[int]) -> Ending:
        asked.append(tuple(sorted(choices)))
        return estimate(sorted(choices))

    def expected_of(choices: tuple[int, ...]) -> list[float]:
        if len(choices) == DEPTH:
            return list(after(sorted(choices))[2])
        return mean([expected_of((*choices, choice)) for choice in CHOICES], len(choices) % SEATS)

    tree = BestFirst(lambda choices: tuple(sorted(choices)), seat_of, moves_of, list.append, ending_of)
    for _ in range(400):
        ending = tree.visit([1])
    assert tree.nodes[1,].is_settled and ending[2] == pytest.approx(expected_of((1,)))
    assert len(asked) == len(set(asked)) == len(tree.nodes)
