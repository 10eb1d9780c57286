"""The order of people in a result, and their standings."""

from __future__ import annotations

from typing import NamedTuple

from games.boards.language import gettext as _
from games.boards.people import Person
from games.boards.scene import Scene


class ResultRow(NamedTuple):
    """A seat in a result, for a key. `you` is True for the reader's seat. `resigned` is in words, "" for others.

    `rank` is "" in an abandoned match, where only those who resigned have lost; they come last.
    """

    seat: int
    name: str
    rank: str
    wins: bool
    you: bool
    resigned: str
    score: int


def standings(scene: Scene) -> list[ResultRow]:
    """Return the standings of a finished match in words, the winner first."""
    assert scene.outcome is not None
    ranks, abandoned = scene.outcome["ranks"], scene.outcome["reason"] == "abandoned"
    order = sorted(
        scene.people, key=lambda person: (abandoned and person.resigned, ranks[person.seat], person.seat)
    )
    return [
        ResultRow(
            seat=person.seat,
            name=person.nameplate.name,
            rank="" if abandoned else f"{ranks[person.seat]}.",
            wins=ranks[person.seat] == 1 and not abandoned,
            you=person.seat == scene.you,
            resigned=resigned(person),
            score=scene.outcome["scores"][person.seat],
        )
        for person in order
    ]


def resigned(person: Person) -> str:
    """Return `resigned`, and if it was by the clock; "" for others."""
    if not person.resigned:
        return ""
    return _("resigned: out of time three times") if person.ran_out else _("resigned")
