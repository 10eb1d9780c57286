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
        tree = BestFirst(tuple, seat_of, moves_of, list.append, estimate)
        endings = [tree.visit([first]) for _ in range(400)]
        assert endings[0] == estimate([first])
        assert endings[-1] == best([first])
        root = tree.nodes[first,]
        # Each position is added once and found to be settled once, at most.
        assert root.is_settled and root.visits <= 2 * sum(3**depth for depth in range(DEPTH))


def test_a_settled_candidate_is_not_looked_at_again() -> None:
    tree = BestFirst(tuple, seat_of, moves_of, list.append, estimate)
    for _ in range(400):
        tree.visit([1])
    table = [1]
    visits = tree.nodes[1,].visits
    assert tree.visit(table) == best([1])
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

    def best_of(choices: tuple[int, ...]) -> Ending:
        if len(choices) == DEPTH:
            return after(sorted(choices))
        endings = [best_of((*choices, choice)) for choice in CHOICES]
        return max(endings, key=lambda ending: ending[2][len(choices) % SEATS])

    tree = BestFirst(lambda choices: tuple(sorted(choices)), seat_of, moves_of, list.append, ending_of)
    for _ in range(400):
        ending = tree.visit([1])
    assert tree.nodes[1,].is_settled and ending == best_of((1,))
    assert len(asked) == len(set(asked)) == len(tree.nodes)
