"""Tea Time's result, character by character."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import texts
from games.boards.elements import Key
from games.boards.places import places
from games.boards.scene import Scene
from games.tea_time.board.columns import Amount, amounts


class Row(NamedTuple):
    """A seat in the result."""

    seat: int
    rank: str
    wins: bool
    you: bool
    name: str
    resigned: str
    held: tuple[Amount, ...]
    total: int


def result(scene: Scene) -> Key:
    assert scene.outcome is not None
    view, scores = scene.view, scene.outcome["scores"]
    rows = [
        Row(
            person.index,
            rank,
            wins,
            person.index == scene.viewer and scene.current,
            person.name,
            texts.resigned(person),
            tuple(amounts(view["held"][person.index], view["alice"] == person.index, {})),
            scores[person.index],
        )
        for person, rank, wins in places(scene)
    ]
    return "result_table", texts.reason(scene), tuple(rows)
