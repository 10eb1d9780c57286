"""Parade's result by colour."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import texts
from games.boards.elements import Key
from games.boards.places import standings
from games.boards.scene import Scene
from games.parade.rules.rules import COLOURS, Columns, count


class Cell(NamedTuple):
    """A seat's cards of one colour. `tied` is true if others have as many."""

    colour: str
    values: tuple[int, ...]
    crowned: bool
    tied: bool
    points: int


def result(scene: Scene) -> Key:
    """Return each seat with its number of cards, the two cards it kept, and its cells."""
    before = scene.view["before"]
    columns = count(before)
    tied = {colour for number, colour in enumerate(COLOURS) if sum(each[number][1] for each in columns) > 1}
    last_cards = [tuple(cards[-2:]) if scene.view["discards"] else () for cards in before]
    rows = [
        (
            standing,
            len(before[standing.seat]),
            last_cards[standing.seat],
            _cells(columns[standing.seat], tied),
        )
        for standing in standings(scene)
    ]
    return "result_table", texts.reason(scene), tuple(rows)


def _cells(columns: Columns, tied: set[str]) -> tuple[Cell, ...]:
    return tuple(
        [
            Cell(
                colour,
                values=values,
                crowned=crowned,
                tied=colour in tied,
                points=len(values) if crowned else sum(values),
            )
            for colour, (values, crowned) in zip(COLOURS, columns, strict=True)
        ]
    )
