"""Parade's result, colour by colour."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import texts
from games.boards.elements import Key
from games.boards.places import Place, places
from games.boards.scene import Scene
from games.parade.rules.rules import COLOURS, Columns, count


class Cell(NamedTuple):
    """A seat's cards of one colour; `tied`: others have as many."""

    colour: str
    values: tuple[int, ...]
    crowned: bool
    tied: bool
    points: int


class Row(NamedTuple):
    """A seat in the result. `kept` are the two cards of the hand that counted."""

    seat: int
    name: str
    rank: str
    wins: bool
    you: bool
    cards: int
    kept: tuple[str, ...]
    resigned: str
    cells: tuple[Cell, ...]
    total: int


def result(scene: Scene) -> Key:
    columns = count(scene.view["before"])
    tied = {colour for number, colour in enumerate(COLOURS) if sum(each[number][1] for each in columns) > 1}
    rows = [_row(scene, place, columns[place.person.index], tied) for place in places(scene)]
    return "result_table", texts.reason(scene), tuple(rows)


def _row(scene: Scene, place: Place, columns: Columns, tied: set[str]) -> Row:
    assert scene.outcome is not None
    person, seat = place.person, place.person.index
    before = scene.view["before"][seat]
    cells = [
        Cell(colour, values, crowned, colour in tied, len(values) if crowned else sum(values))
        for colour, (values, crowned) in zip(COLOURS, columns, strict=True)
    ]
    return Row(
        seat,
        person.name,
        place.rank,
        place.wins,
        seat == scene.viewer,
        len(before),
        tuple(before[-2:]) if scene.view["discards"] else (),
        texts.resigned(person),
        tuple(cells),
        scene.outcome["scores"][seat],
    )
