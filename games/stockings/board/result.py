"""The race's result: who is left with which cards, and how fast each seat was."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import texts
from games.boards.elements import Key
from games.boards.places import Place, places
from games.boards.scene import Scene
from games.stockings.board.reactions import Line, lines


class Row(NamedTuple):
    """A seat in the result. `line` shows its slaps, where they were stored; `cards` are those left, sorted."""

    name: str
    rank: str
    wins: bool
    you: bool
    resigned: str
    reacted: str
    marked: str
    line: Line | None
    cards: tuple[str, ...]
    total: int


def result(scene: Scene) -> Key:
    drawn = lines(scene.people)
    rows = [_row(scene, place, drawn) for place in places(scene)]
    return "result_table", texts.reason(scene), scene.opened is not None, bool(drawn), tuple(rows)


def _row(scene: Scene, place: Place, drawn: list[Line]) -> Row:
    assert scene.outcome is not None
    person, seat = place.person, place.person.index
    return Row(
        person.name,
        place.rank,
        place.wins,
        seat == scene.viewer and scene.current,
        texts.resigned(person),
        "" if drawn else texts.reacted(person),
        texts.marked(person),
        drawn[seat] if drawn else None,
        tuple(scene.opened["hands"][seat]) if scene.opened else (),
        scene.outcome["scores"][seat],
    )
