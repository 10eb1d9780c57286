"""The tree of replies: each seat finds what is best for itself, and a node widens as it is visited."""

from __future__ import annotations

import math

from games.rules.tree import WIDENING, Tree

# Two seats take turns to choose 0 or 1, twice each. Seat 0 wins if two ones are chosen.
DEPTH = 4


def seat_of(choices: list[int]) -> int:
    return len(choices) % 2


def moves_of(choices: list[int]) -> list[int]:
    return [0, 1] if len(choices) < DEPTH else []


def usual_of(choices: list[int]) -> int:
    return 1


def grown(first: int, playouts: int) -> Tree:
    """Return a tree of what follows the first choice, after that many playouts."""
    tree = Tree(2, seat_of, moves_of, list.append, usual_of)
    for _ in range(playouts):
        choices = [first]
        path = tree.descend(choices, first)
        won = sum(choices) == 2
        tree.learn(path, [won, not won])
    return tree


def test_a_seat_that_can_avoid_the_others_win_learns_to_do_so() -> None:
    # Seat 1 chooses last, so it can always make it one, three or four ones.
    node = grown(1, 400).roots[1]
    assert node.visits == 400 and node.totals[1] / node.visits > 0.9


def test_a_seat_learns_what_is_good_against_the_usual_moves_of_another() -> None:
    # Seat 1 always chooses one, though that loses; after seat 0's first zero it may make it two ones or three.
    tree = Tree(2, seat_of, moves_of, list.append, usual_of)
    for _ in range(200):
        choices = [0]
        path = tree.descend(choices, 0, usual=[1])
        choices += [1] * (DEPTH - len(choices))
        won = sum(choices) == 2
        tree.learn(path, [won, not won])
    after = tree.roots[0].children[1]
    assert list(tree.roots[0].children) == [1]
    assert after.children[0].visits > after.children[1].visits > 0
    assert list(after.children[0].children) == [1]


def test_a_seat_that_is_sometimes_usual_still_finds_what_is_better_for_it() -> None:
    tree = Tree(2, seat_of, moves_of, list.append, usual_of)
    for number in range(400):
        choices = [1]
        path = tree.descend(choices, 1, usual=[1] if number % 4 == 0 else [])
        won = sum(choices + [1] * (DEPTH - len(choices))) == 2
        tree.learn(path, [won, not won])
    node = tree.roots[1]
    assert sum(child.visits for child in node.children.values()) == node.visits - 1
    assert set(node.children) == {0, 1}


def test_the_better_child_is_visited_more_often() -> None:
    tree = Tree(
        1, lambda _table: 0, lambda table: [0.2, 0.8, 0.5] if len(table) < 2 else [], list.append, usual_of
    )
    for _ in range(300):
        table = [0.0]
        path = tree.descend(table, "root")
        tree.learn(path, [table[-1]])
    visits = [child.visits for child in tree.roots["root"].children.values()]
    assert max(visits) == visits[1] > 200


def test_a_node_begins_with_its_first_moves_and_widens() -> None:
    tree = Tree(
        1, lambda _table: 0, lambda table: range(1000) if len(table) < 2 else [], list.append, usual_of
    )
    for _ in range(100):
        tree.learn(tree.descend(["root"], "root"), [0.5])
    assert len(tree.roots["root"].children) == math.ceil(1 + WIDENING * math.sqrt(99))


def test_each_candidate_has_a_tree_of_its_own() -> None:
    tree = grown(0, 10)
    tree.learn(tree.descend([1], 1), [1.0, 0.0])
    assert tree.roots[0].visits == 10 and tree.roots[1].visits == 1
