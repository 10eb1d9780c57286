"""Parade's result by colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.boards import texts
from games.boards.elements import Key
from games.boards.results import standings
from games.boards.scene import Scene
from games.parade.rules.rules import COLOURS, Columns, count, worth


class Cell(NamedTuple):
    """A seat's cards of one colour. `tied` are the names of others with as many."""

    colour: str
    values: tuple[int, ...]
    crowned: bool
    tied: str
    points: int


def result(scene: Scene) -> Key:
    """Return each seat with its number of cards, the two cards it kept, and its cells."""
    before = scene.view["before"]
    columns = count(before)
    last_cards = [tuple(cards[-2:]) if scene.view["discards"] else () for cards in before]
    rows = [
        (
            standing,
            len(before[standing.seat]),
            last_cards[standing.seat],
            _cells(scene, columns, standing.seat),
        )
        for standing in standings(scene)
    ]
    return "result_table", texts.reason(scene), tuple(rows)


def _cells(scene: Scene, columns: Sequence[Columns], seat: int) -> tuple[Cell, ...]:
    return tuple(
        [
            Cell(
                colour,
                values=values,
                crowned=crowned,
                tied=_others(scene, columns, number, seat) if crowned else "",
                points=worth(values, crowned),
            )
            for number, (colour, (values, crowned)) in enumerate(zip(COLOURS, columns[seat], strict=True))
        ]
    )


def _others(scene: Scene, columns: Sequence[Columns], number: int, seat: int) -> str:
    """Return the names of the others who have a crown for the colour of this number."""
    crowned = [other for other, cells in enumerate(columns) if cells[number][1] and other != seat]
    return texts.names([texts.called(scene, other) for other in crowned])
