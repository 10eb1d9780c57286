"""The order of people in a result, and their standings."""

from __future__ import annotations

from typing import NamedTuple

from games.boards.language import gettext as _
from games.boards.people import Person
from games.boards.scene import Scene


class Place(NamedTuple):
    """A person's place. `rank` is "" in an abandoned match, where only those who resigned have lost; they come last."""

    person: Person
    rank: str
    wins: bool


class ResultRow(NamedTuple):
    """A seat in a result, for a key. `you` is True for the reader's seat. `resigned` is in words, "" for others."""

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
        scene.people, key=lambda person: (abandoned and person.resigned, ranks[person.seat], person.seat)
    )
    if abandoned:
        return [Place(person, "", wins=False) for person in order]
    return [Place(person, f"{ranks[person.seat]}.", ranks[person.seat] == 1) for person in order]


def standings(scene: Scene) -> list[ResultRow]:
    """Return the standings of a finished match in words, the winner first."""
    assert scene.outcome is not None
    scores = scene.outcome["scores"]
    return [
        ResultRow(
            seat=person.seat,
            name=person.name,
            rank=rank,
            wins=wins,
            you=person.seat == scene.you,
            resigned=resigned(person),
            score=scores[person.seat],
        )
        for person, rank, wins in places(scene)
    ]


def resigned(person: Person) -> str:
    """Return `resigned`, and if it was by the clock; "" for others."""
    if not person.resigned:
        return ""
    return _("resigned: out of time three times") if person.ran_out else _("resigned")
