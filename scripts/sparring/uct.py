"""An information set tree search (Cowling, Powley and Whitehouse, Information set Monte Carlo tree search, 2012) with
playouts to the end of the match. It knows nothing of a game but its rules and how its playouts go on."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random
from typing import Any, NamedTuple

from games.rules import core
from games.rules.search import shares

EXPLORATION = 0.7


class Node:
    """A move of a seat: its visits, how often it could have been made, and the sum of the seat's wins."""

    __slots__ = ("children", "offers", "visits", "wins")

    def __init__(self) -> None:
        self.visits = self.offers = 0
        self.wins = 0.0
        self.children: dict[Any, Node] = {}


class Rules(NamedTuple):
    """A game as the search needs it. `finish` plays to the end and returns what ranks the seats."""

    guess: Callable[[], Any]
    seat: Callable[[Any], int]
    moves: Callable[[Any], Sequence[Any]]
    play: Callable[[Any, Any], None]
    finish: Callable[[Any], list[int]]
    move_of: Callable[[Any], core.Move]


def choose(rules: Rules, rng: Random, seconds: float) -> core.Move:
    """Return the move that was tried most in that much processor time."""
    root = Node()
    end = time.process_time() + seconds
    while time.process_time() < end:
        descend(rules, root, rng)
    return rules.move_of(max(root.children, key=lambda move: root.children[move].visits))


def descend(rules: Rules, root: Node, rng: Random) -> None:
    """Play one match from a guess at the hidden cards: down the tree, then as `finish` does."""
    table, node = rules.guess(), root
    path: list[tuple[int, Node]] = []
    while moves := rules.moves(table):
        seat, children = rules.seat(table), node.children
        new = [move for move in moves if move not in children]
        if new:
            move = rng.choice(new)
            children[move] = Node()
        for offered in moves:
            if offered in children:
                children[offered].offers += 1
        if not new:
            move = max(moves, key=lambda offered: bound(children[offered]))
        node = children[move]
        path.append((seat, node))
        rules.play(table, move)
        if new:
            break
    wins = shares(rules.finish(table))
    for seat, node in path:
        node.visits += 1
        node.wins += wins[seat]


def bound(node: Node) -> float:
    return node.wins / node.visits + EXPLORATION * sqrt(log(node.offers) / node.visits)
