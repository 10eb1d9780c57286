"""The expected points of notebooks at the end, and the chances to win, between two turns.

learning.py makes the weights in weights.json: by the table rule `groups` and the number of seats one row for each
number of cards until the end. The functions use nothing but their arguments and that file.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from games.wonderland.rules import scoring
from games.wonderland.rules.table import Table

WEIGHTS_FILE = Path(__file__).with_name("weights.json")
# By seats, the number of cards until the end that has the last row of weights. More are hardly ever left after a turn.
LONGEST = {2: 11, 3: 21, 4: 20}


class Row(NamedTuple):
    """The points by which a notebook will grow: by its seat's place in the order of turns, by the number of kinds of
    which it has fewest, and for each of the other features. `spread` is that of final points by chance."""

    places: list[float]
    lacking: list[float]
    others: list[float]
    spread: float


WEIGHTS: dict[str, dict[str, list[Row]]] = {
    groups: {seats: [Row(*row) for row in rows] for seats, rows in by_seats.items()}
    for groups, by_seats in json.loads(WEIGHTS_FILE.read_text()).items()
}


def cards_to_end(table: Table) -> int:
    """Return the number of cards on the piles that will be empty at the end, with the fewest cards; 0 at the end."""
    if table.ending:
        return 0
    piles = sorted([len(up) + len(down) for up, down in zip(table.ups, table.downs, strict=True)])
    return sum(piles[: 1 if len(table.books) == 2 else 2])


def row_of(table: Table) -> Row | None:
    """Return the weights for a table between two turns, None at the end."""
    cards, seats = cards_to_end(table), len(table.books)
    if not cards:
        return None
    return WEIGHTS[table.groups][str(seats)][min(cards, LONGEST[seats]) - 1]


@lru_cache(maxsize=1 << 16)
def features(book: tuple[int, ...]) -> tuple[int, int, int, int, int]:
    """Return the features of a notebook that say how it will grow: the number of kinds of which it has fewest, the
    number of those of which it has at least two more, the cards, the most of one kind and the everyone cards."""
    least = min(book[:5])
    over = len([1 for count in book[:5] if count - least > 1])
    return book[:5].count(least), over, sum(book), max(book[:5]), book[5]


def ends(table: Table) -> tuple[list[float], float]:
    """Return the expected final points by seat, between two turns, and their spread by chance, 0 at the end."""
    row, seats = row_of(table), len(table.books)
    points: list[float] = []
    for seat, (book, tunnel) in enumerate(zip(table.books, table.tunnels, strict=True)):
        key = tuple(book)
        end: float = scoring.worth(key, table.groups)
        if row:
            lacking, over, cards, most, every = features(key)
            a, b, c, d, e = row.others
            end += row.places[(seat - table.turn) % seats] + row.lacking[lacking - 1]
            end += a * over + b * cards + c * most + d * every + e * len(tunnel)
        points.append(end)
    return points, row.spread if row else 0.0
