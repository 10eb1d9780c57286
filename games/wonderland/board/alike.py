"""The number of each character in a tunnel, and what exploring a pile would add. Three alike make it collapse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.wonderland.board.asking import Exploration
from games.wonderland.rules.state import EVERYONE

# Three alike make a tunnel collapse.
ALIKE = 3


class Arrival(NamedTuple):
    """A card that would come from the pile `source` (None if nobody knows the card), and the piles whose exploration
    brings it."""

    card: str | None
    source: int
    explored: tuple[int, ...]


class Pip(NamedTuple):
    """One of three places for a character: `there` if it is taken, and else the piles `to` whose exploration would
    bring it."""

    there: bool
    to: tuple[int, ...]


def arrivals(explore: Mapping[int, Exploration]) -> tuple[Arrival, ...]:
    """Return the cards that would come. `explore` has the effect of exploring each pile."""
    explored: dict[tuple[str | None, int, int], list[int]] = {}
    for pile, what in explore.items():
        for place, (card, source) in enumerate(zip(what.takes, what.piles, strict=True)):
            # When only two piles are left, both cards come from the other one.
            nth = what.piles[:place].count(source)
            explored.setdefault((card, source, nth), []).append(pile)
    return tuple([Arrival(card, source, tuple(piles)) for (card, source, _nth), piles in explored.items()])


def pips(kind: str, counting: Sequence[str], arriving: Sequence[Arrival]) -> list[Pip]:
    """Return the places of one character. `counting` are the tunnel's known and uncovered cards."""
    there = sum(card in (kind, EVERYONE) for card in counting)
    added: dict[int, int] = {}
    for arrival in arriving:
        if arrival.card in (kind, EVERYONE):
            for pile in arrival.explored:
                added[pile] = added.get(pile, 0) + 1
    return [
        Pip(
            place < there,
            tuple([pile for pile, more in sorted(added.items()) if there <= place < there + more]),
        )
        for place in range(ALIKE)
    ]
