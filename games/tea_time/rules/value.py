"""The worth of cards at the end of a round, learnt from matches of the light policy against itself.

learning.py makes the table in weights.json. The functions use nothing but their arguments and that file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from games.rules.search import shares
from games.rules.spread import chances
from games.tea_time.rules.kernel import ALICE, BOARDS, EMPTY, WORTH, Table
from games.tea_time.rules.rules import ALICE_POINTS, GRIDS, INDEX, MOST, POINTS

# By seats and rounds that follow: `cards` has the worth of a character by the number of its cards in the deck and by
# the number that a seat holds of it. `places` has the points that a place in the next round's order adds to make final
# points of the worths, the first of the seat that begins. `spread` tells how far chance still moves the points.
WEIGHTS: dict[str, Any] = json.loads((Path(__file__).parent / "weights.json").read_text())
SPAN = 12  # more cards of a character than any seat holds
# The greedy bot's worth of a card and of Alice at the start of a match. With the points themselves a bot that looks
# only one move ahead would take nothing, because the first card of a character loses four.
EARLY, EARLY_ALICE = 3, 1
# The last cards of a match, with which seats miss nothing. What they miss before moves the points like chance, with a
# spread that grows as the root of the number of cards (docs/decisions/0049).
CERTAIN = 2


class Values(NamedTuple):
    """What a seat's cards are worth at the end of the present round, in final points.

    `cards` is by character and number of cards held, mirror cards from the list's end. After the last round `spread`
    is 0 and the points are the final ones. Before it Alice is worth nothing: she is laid out again at once. Her
    holder begins the next round, and `places` has the points that each place in its order adds. Who ends with Alice
    counts there, too.
    """

    cards: Sequence[Sequence[float]]
    alice: float
    spread: float
    places: Sequence[float] = ()


LAST = Values([WORTH] * len(INDEX), ALICE_POINTS, 0.0)


def values(table: Table, weights: dict[str, Any] | None = None) -> Values:
    """Return the worth of cards at the end of the table's round; `weights` are those of its number of seats."""
    following = len(table.deck) // BOARDS[len(table.held)].size
    if not following:
        return LAST
    weights = (weights or WEIGHTS[str(len(table.held))])[str(following)]
    cards = [mirrored(weights["cards"][table.deck.count(character)]) for character in range(len(INDEX))]
    return Values(cards, 0.0, weights["spread"], weights["places"])


def greedy(table: Table) -> Values:
    """Return the greedy bot's worths, by the cards that nobody has taken yet."""
    return early(table, len(table.deck) + sum([card not in (ALICE, EMPTY) for card in table.grid]))


def early(table: Table, left: int) -> Values:
    """Return worths from equal ones for all cards at the start to the points at the end, with so many cards left."""
    share = left / (GRIDS[len(table.held)].each * len(INDEX))
    points = [share * EARLY * count + (1 - share) * POINTS[count] for count in range(MOST + 1)]
    alice = share * EARLY_ALICE + (1 - share) * ALICE_POINTS
    return Values([mirrored(points)] * len(INDEX), alice, 0.0)


def mirrored(points: Sequence[float]) -> list[float]:
    """Return the points by number of cards, for mirror cards too, from the points of none, one, ... MOST cards."""
    counts = [*range(SPAN + 1), *range(SPAN, 0, -1)]
    return [points[min(count, MOST)] for count in counts]


def results(table: Table, values: Values) -> tuple[list[float], list[float]]:
    """Return the expected final points by seat and their shares of the win, at the end of a round."""
    points = [
        sum([worths[count] for worths, count in zip(values.cards, mine, strict=True)]) for mine in table.held
    ]
    if values.spread:
        seats = len(points)
        points = [mine + values.places[(seat - table.alice) % seats] for seat, mine in enumerate(points)]
        return points, chances(points, values.spread)
    points[table.alice] += values.alice
    return points, shares([-2 * mine - (seat == table.alice) for seat, mine in enumerate(points)])


def with_misses(scores: Sequence[float], wins: Sequence[float], cards: int) -> Sequence[float]:
    """Return the seats' shares of the win among seats that miss some best replies. `scores` and `wins` are those after
    best replies, `cards` is the number of cards left in the last round."""
    if cards <= CERTAIN:
        return wins
    if list(scores).count(max(scores)) > 1:
        # Alice decides the tie.
        scores = [score + share / 2 for score, share in zip(scores, wins, strict=True)]
    # Equal chances must be equal numbers.
    return [round(chance, 9) for chance in chances(scores, sqrt(cards - CERTAIN))]
