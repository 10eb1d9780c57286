"""In which order a result shows its people, and at which places."""

from __future__ import annotations

from typing import NamedTuple

from games.boards.people import Person
from games.boards.scene import Scene


class Place(NamedTuple):
    """`rank` is empty where a match was abandoned: nobody has won or lost it but who resigned, and who did is last."""

    person: Person
    rank: str
    wins: bool


def places(scene: Scene) -> list[Place]:
    """The winner first."""
    assert scene.outcome is not None
    ranks, abandoned = scene.outcome["ranks"], scene.outcome["reason"] == "abandoned"
    order = sorted(
        scene.people, key=lambda each: (abandoned and each.resigned, ranks[each.index], each.index)
    )
    if abandoned:
        return [Place(person, "", wins=False) for person in order]
    return [Place(person, f"{ranks[person.index]}.", ranks[person.index] == 1) for person in order]
