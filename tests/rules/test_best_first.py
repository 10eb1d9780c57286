"""The tree of best moves: each seat finds what is best for itself, and a position takes over its best move's ending."""

from __future__ import annotations

import math

from games.rules.best_first import WIDENING, BestFirst, Ending

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


def best(choices: list[int]) -> Ending:
    """Return the ending if each seat takes what is best for itself, by trying everything."""
    if len(choices) == DEPTH:
        return after(choices)
    seat = seat_of(choices)
    return max((best([*choices, choice]) for choice in CHOICES), key=lambda ending: ending[2][seat])


def test_the_best_ending_is_found_and_then_settled() -> None:
    for first in CHOICES:
        tree = BestFirst(seat_of, moves_of, list.append, estimate)
        endings = [tree.visit([first], first) for _ in range(400)]
        assert endings[0] == estimate([first])
        assert endings[-1] == best([first])
        root = tree.roots[first]
        # Each position is added once and found to be settled once, at most.
        assert root.is_settled and root.visits <= 2 * sum(3**depth for depth in range(DEPTH))


def test_a_settled_candidate_is_not_looked_at_again() -> None:
    tree = BestFirst(seat_of, moves_of, list.append, estimate)
    for _ in range(400):
        tree.visit([1], 1)
    table = [1]
    visits = tree.roots[1].visits
    assert tree.visit(table, 1) == best([1])
    assert tree.roots[1].visits == visits and table == [1]


def test_the_better_move_is_visited_more_often() -> None:
    tree = BestFirst(
        lambda _table: 0,
        lambda table: [0.2, 0.8, 0.5] if len(table) == 1 else range(1000),
        list.append,
        lambda table: ([table[1] if len(table) > 1 else 0.0],) * 3,
    )
    for _ in range(300):
        tree.visit([0.0], "root")
    visits = [child.visits for child in tree.roots["root"].children.values()]
    assert max(visits) == visits[1] > 150


def test_a_position_begins_with_its_first_moves_and_widens() -> None:
    tree = BestFirst(
        lambda _table: 0,
        lambda table: range(1000) if len(table) < 3 else [],
        list.append,
        lambda _table: ([0.5],) * 3,
    )
    for _ in range(100):
        tree.visit(["root"], "root")
    tried = list(tree.roots["root"].children)
    assert tried == list(range(len(tried)))
    assert len(tried) <= math.ceil(1 + WIDENING * math.sqrt(100))


def test_each_candidate_has_a_tree_of_its_own() -> None:
    tree = BestFirst(seat_of, moves_of, list.append, estimate)
    for _ in range(5):
        tree.visit([0], 0)
    tree.visit([1], 1)
    assert tree.roots[0].visits == 5 and tree.roots[1].visits == 1
