"""A tree of the moves that seats choose after a candidate, learnt while the candidate's playouts are made.

A playout descends the tree by UCB1 (Kocsis and Szepesvári, Bandit based Monte-Carlo planning, ECML 2006): at each
node the seat in turn takes the move that has come off best for itself, or one that it knows too little about. The
playout leaves the tree by a new node and goes on by the game's light policy. A node begins with its most promising
move and widens as it is visited more often. In a playout some seats may do what they usually do instead, so that the
others learn what is good against both. May touch nothing but its arguments.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from typing import Any

# The weight of what is not known of a move beside its value, which is about 0 for a loss and 1 for a win.
EXPLORATION = 0.25
# A node that was visited n times chooses among its first 1 + WIDENING * sqrt(n) moves.
WIDENING = 1.5


class Node:
    """One position of the tree: its visits, and by seat the sum of the values of the playouts through it."""

    __slots__ = ("children", "moves", "totals", "usual", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.totals = [0.0] * seats
        # The moves from here, most promising first, and the one that is usual; None until asked for.
        self.moves: Sequence[Any] | None = None
        self.usual: Any = None
        # By move that was tried.
        self.children: dict[Any, Node] = {}


class Tree:
    """What follows each candidate. `seat_of(table)` is the seat in turn; `moves_of(table)` its moves, most promising
    first, none where the tree ends; `play(table, move)` makes one. `usual_of(table)` is the move of a seat that
    learns nothing. The moves of a node, the usual one included, must be the same in each guess at the hidden cards."""

    def __init__(
        self,
        seats: int,
        seat_of: Callable[[Any], int],
        moves_of: Callable[[Any], Sequence[Any]],
        play: Callable[[Any, Any], None],
        usual_of: Callable[[Any], Any],
    ) -> None:
        self.seats, self.seat_of, self.moves_of, self.play = seats, seat_of, moves_of, play
        self.usual_of = usual_of
        self.roots: dict[Any, Node] = {}

    def descend(self, table: Any, candidate: Any, usual: Collection[int] = ()) -> list[Node]:
        """Play from the position after the candidate down to a new node; return the nodes on the way. The seats
        `usual` make their usual moves."""
        node = self.roots.setdefault(candidate, Node(self.seats))
        path = [node]
        while node.visits:
            if node.moves is None:
                node.moves = self.moves_of(table)
            if not node.moves:
                break
            seat = self.seat_of(table)
            if seat not in usual:
                move = self._choice(node, node.moves, seat)
            elif (move := node.usual) is None:
                move = node.usual = self.usual_of(table)
            self.play(table, move)
            if move not in node.children:
                node.children[move] = Node(self.seats)
            node = node.children[move]
            path.append(node)
        return path

    def _choice(self, node: Node, moves: Sequence[Any], seat: int) -> Any:
        """Return the move that the seat tries next."""
        children = node.children
        tried = len(children)
        if tried < len(moves) and tried < 1 + WIDENING * math.sqrt(node.visits):
            return next(move for move in moves if move not in children)
        doubt = EXPLORATION * math.sqrt(math.log(node.visits + 1))
        bounds = [
            child.totals[seat] / child.visits + doubt / math.sqrt(child.visits) for child in children.values()
        ]
        return list(children)[bounds.index(max(bounds))]

    def learn(self, path: Sequence[Node], values: Sequence[float]) -> None:
        """Add a playout's values by seat to the nodes that it went through."""
        for node in path:
            node.visits += 1
            totals = node.totals
            for seat, value in enumerate(values):
                totals[seat] += value
