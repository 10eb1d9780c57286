"""A tree of the moves that seats choose after a candidate, for games in which nothing is drawn until the tree ends.

Each position of the tree has an ending: what the match is expected to come to from there. That of a new position is
the game's own estimate. Every position above has the mean of the endings of its moves, each as often as the seat in
turn is expected to choose it: the better a move is for the seat, the more often (a quantal response: McKelvey and
Palfrey, Quantal response equilibria for extensive form games, Experimental Economics 1, 1998). Which position is added
next is decided as in UCB1 (Kocsis and Szepesvári, Bandit based Monte-Carlo planning, ECML 2006): at each position the
seat in turn takes the move with the best ending for itself, or one that was looked at too seldom. A position begins
with its most promising move and widens as it is visited more often. Moves in another order that lead to the same
position share its node. The functions touch nothing but their arguments.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from operator import mul
from typing import Any

# By seat: scores, shares of the win, and what they are worth, which is what seats compare.
Ending = tuple[Sequence[float], Sequence[float], Sequence[float]]
# The weight of what is not known of a move beside its worth, which is about 0 for a loss and 1 for a win.
EXPLORATION = 0.2
# A position that was visited n times chooses among its first 1 + WIDENING * sqrt(n) moves.
WIDENING = 1.5
# A move that is worth TEMPERATURE less than another is chosen e times less often. One that is worth NEVER less than the
# best is not chosen at all (docs/decisions/0050).
TEMPERATURE, NEVER = 0.1, 0.5


def response(endings: Sequence[Ending], seat: int) -> Ending:
    """Return the mean of the endings of a position's moves, each as often as that seat chooses its move."""
    most = max([ending[2][seat] for ending in endings])
    likely = [ending for ending in endings if most - ending[2][seat] < NEVER]
    if len(likely) == 1:
        return likely[0]
    odds = [math.exp((ending[2][seat] - most) / TEMPERATURE) for ending in likely]
    total = sum(odds)
    scores, wins, worths = [
        [sum(map(mul, odds, by_ending)) / total for by_ending in zip(*parts, strict=True)]
        for parts in zip(*likely, strict=True)
    ]
    return scores, wins, worths


class Node:
    """One position of the tree."""

    __slots__ = ("children", "ending", "is_settled", "moves", "seat", "visits")

    def __init__(self, ending: Ending) -> None:
        self.visits = 1
        self.ending = ending
        # Every move is settled, so more visits can't change the ending.
        self.is_settled = False
        # The moves from here, most promising first, and the seat in turn; None until asked for.
        self.moves: Sequence[Any] | None = None
        self.seat = 0
        # By move that was tried.
        self.children: dict[Any, Node] = {}


class BestFirst:
    """A tree of what follows the visited positions.

    `key_of(table)` is equal for equal positions, whatever led to them; `seat_of(table)` is the seat in turn;
    `moves_of(table)` its moves, most promising first, none where the tree ends; `play(table, move)` makes one.
    `ending_of(table)` estimates the ending and may change the table.
    """

    def __init__(
        self,
        key_of: Callable[[Any], Hashable],
        seat_of: Callable[[Any], int],
        moves_of: Callable[[Any], Sequence[Any]],
        play: Callable[[Any, Any], None],
        ending_of: Callable[[Any], Ending],
    ) -> None:
        self.key_of, self.seat_of, self.moves_of = key_of, seat_of, moves_of
        self.play, self.ending_of = play, ending_of
        self.nodes: dict[Hashable, Node] = {}

    def visit(self, table: Any) -> Ending:
        """Add at most one position after that of the table, and return its ending as far as it is known now. The table
        is changed."""
        root, is_new = self._node_of(table)
        if not (is_new or root.is_settled):
            self._grow(root, table)
        return root.ending

    def _node_of(self, table: Any) -> tuple[Node, bool]:
        """Return the node of the table's position, and whether it is new."""
        key = self.key_of(table)
        node = self.nodes.get(key)
        if node is not None:
            return node, False
        node = self.nodes[key] = Node(self.ending_of(table))
        return node, True

    def _grow(self, root: Node, table: Any) -> None:
        node, path = root, [root]
        while True:
            if node.moves is None:
                node.moves, node.seat = self.moves_of(table), self.seat_of(table)
            move = _choice(node, node.moves)
            if move is None:
                break
            self.play(table, move)
            if move not in node.children:
                node.children[move], is_new = self._node_of(table)
                if is_new:
                    break
            node = node.children[move]
            path.append(node)
        for node in reversed(path):
            node.visits += 1
            _learn(node)


def _choice(node: Node, moves: Sequence[Any]) -> Any:
    """Return the move that is looked at next, None if all are settled."""
    children = node.children
    tried = len(children)
    unsettled = [move for move, child in children.items() if not child.is_settled]
    if tried < len(moves) and (not unsettled or tried < 1 + WIDENING * math.sqrt(node.visits)):
        return next(move for move in moves if move not in children)
    if not unsettled:
        return None
    seat, doubt = node.seat, EXPLORATION * math.sqrt(math.log(node.visits + 1))
    bounds = [
        (child := children[move]).ending[2][seat] + doubt / math.sqrt(child.visits) for move in unsettled
    ]
    return unsettled[bounds.index(max(bounds))]


def _learn(node: Node) -> None:
    """Let the position have the ending that follows from its moves, and be settled if all of its moves are."""
    children = node.children.values()
    if children:
        node.ending = response([child.ending for child in children], node.seat)
    node.is_settled = len(children) == len(node.moves or ()) and all(child.is_settled for child in children)
