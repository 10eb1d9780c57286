"""In which order a result shows its people, and what it says of each."""

from __future__ import annotations

from typing import NamedTuple

from games.boards.language import gettext as _
from games.boards.people import Person
from games.boards.scene import Scene


class Place(NamedTuple):
    """`rank` is empty where a match was abandoned: nobody has won or lost it but who resigned, and who did is last."""

    person: Person
    rank: str
    wins: bool


class Standing(NamedTuple):
    """A seat in a result, as a key holds it. `you`: it is the reader's; `resigned` in words, empty of who played on."""

    seat: int
    name: str
    rank: str
    wins: bool
    you: bool
    resigned: str
    score: int


def places(scene: Scene) -> list[Place]:
    """Return the people of a match that is over, the winner first."""
    assert scene.outcome is not None
    ranks, abandoned = scene.outcome["ranks"], scene.outcome["reason"] == "abandoned"
    order = sorted(
        scene.people, key=lambda each: (abandoned and each.resigned, ranks[each.index], each.index)
    )
    if abandoned:
        return [Place(person, "", wins=False) for person in order]
    return [Place(person, f"{ranks[person.index]}.", ranks[person.index] == 1) for person in order]


def standings(scene: Scene) -> list[Standing]:
    """Return the same in words."""
    assert scene.outcome is not None
    scores = scene.outcome["scores"]
    return [
        Standing(
            person.index,
            person.name,
            rank,
            wins,
            person.index == scene.you,
            resigned(person),
            scores[person.index],
        )
        for person, rank, wins in places(scene)
    ]


def resigned(person: Person) -> str:
    """Return `resigned`, and whether by the clock; empty of who plays on."""
    if not person.resigned:
        return ""
    return _("resigned: out of time three times") if person.ran_out else _("resigned")
