"""The number of each character in a tunnel, what exploring a pile would add, and which unseen cards would make it
collapse, counted from the explorer's view alone. Three alike make it collapse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.rules import core
from games.wonderland.board.asking import Exploration
from games.wonderland.rules.odds import WHOLE, Counts, falls
from games.wonderland.rules.state import CHARACTERS, EVERYONE, KINDS

# Three alike make a tunnel collapse.
ALIKE = 3
Takes = tuple[str | None, ...]


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


class Seen(NamedTuple):
    """The known cards of a tunnel by kind, the number of each kind that its owner can't see, and how many of those lie
    in the tunnel."""

    tunnel: Counts
    unseen: Counts
    hidden: int


class Falling(NamedTuple):
    """The unseen cards that would make a tunnel collapse.

    `able` has how many of each kind would do so alone, `every` is the number of unseen cards, and `two` has the
    characters of which two would. `hidden` is true if an unknown hatter's card lies in the tunnel, so that nothing can
    be counted.
    """

    able: tuple[tuple[str, int], ...]
    two: tuple[str, ...]
    every: int
    hidden: bool

    @property
    def alone(self) -> int:
        return sum([number for _kind, number in self.able])


def seen(view: core.View) -> Seen:
    """Return the counts of the view. This runs at each choice, and building a table first would be much slower."""
    tunnel = view["tunnels"][view["turn"]]
    counting = [entry["card"] for entry in tunnel if entry["by"] is None]
    visible = [entry["card"] for cards in view["tunnels"] for entry in cards]
    visible += view["discards"]
    for cards in view["notebooks"]:
        visible += cards
    for pile in view["piles"]:
        visible += pile["up"]
        visible.append(pile["peeked"])
    counts = tuple([counting.count(kind) for kind in KINDS])
    unseen = tuple([count - visible.count(kind) for count, kind in zip(WHOLE, KINDS, strict=True)])
    return Seen(counts, unseen, len([entry for entry in tunnel if entry["card"] is None]))


def falling(table: Seen, takes: Takes) -> Falling:
    """Return the cards that may come with an exploration that `takes` these cards."""
    able, two = alone(table, takes), pairs(table, takes)
    return Falling(tuple(able.items()), two, sum(table.unseen), bool(table.hidden))


def alone(table: Seen, takes: Takes) -> dict[str, int]:
    """Return, by kind, the unseen cards of which a single one would make three with the known cards."""
    counts = _with(table.tunnel, takes)
    if None not in takes or falls(counts):
        return {}
    most, crowd = max(counts[:5]), counts[5]
    alike = zip(KINDS, table.unseen, (*counts[:5], most), strict=True)
    return {kind: unseen for kind, unseen, count in alike if unseen and count + crowd == 2}


def pairs(table: Seen, takes: Takes) -> tuple[str, ...]:
    """Return the characters of which two unseen cards make three, but one doesn't."""
    counts = _with(table.tunnel, takes)
    if takes.count(None) < 2 or falls(counts):
        return ()
    alike = zip(CHARACTERS, table.unseen, counts, strict=False)
    return tuple([kind for kind, unseen, count in alike if unseen and count + counts[5] == 1])


def _with(counts: Counts, cards: Takes) -> Counts:
    return tuple([count + cards.count(kind) for kind, count in zip(KINDS, counts, strict=True)])
