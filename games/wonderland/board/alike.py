"""Counts of each character in a tunnel, and what exploring a pile would add: three alike, and it falls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.wonderland.board.asking import Exploration
from games.wonderland.rules.state import EVERYONE

# Three alike and it falls.
ALIKE = 3


class Arrival(NamedTuple):
    """A card that would come, None if nobody knows which, from the pile `source`, and the piles that bring it."""

    card: str | None
    source: int
    explored: tuple[int, ...]


class Pip(NamedTuple):
    """One of three alike: whether it is `there`, and `to` which piles' explorer it would come."""

    there: bool
    to: tuple[int, ...]


def arrivals(explore: Mapping[int, Exploration]) -> tuple[Arrival, ...]:
    """`explore`: by pile what exploring it would bring."""
    explored: dict[tuple[str | None, int, int], list[int]] = {}
    for pile, what in explore.items():
        for place, (card, source) in enumerate(zip(what.takes, what.piles, strict=True)):
            # Where two piles are left, both cards come from the other one.
            nth = what.piles[:place].count(source)
            explored.setdefault((card, source, nth), []).append(pile)
    return tuple([Arrival(card, source, tuple(piles)) for (card, source, _nth), piles in explored.items()])


def pips(kind: str, counting: Sequence[str], arriving: Sequence[Arrival]) -> list[Pip]:
    """Of one character. `counting`: the cards of the tunnel that the viewer knows and that nothing covers."""
    there = sum(card in (kind, EVERYONE) for card in counting)
    added: dict[int, int] = {}
    for each in arriving:
        if each.card in (kind, EVERYONE):
            for pile in each.explored:
                added[pile] = added.get(pile, 0) + 1
    return [
        Pip(
            place < there,
            tuple([pile for pile, more in sorted(added.items()) if there <= place < there + more]),
        )
        for place in range(ALIKE)
    ]
