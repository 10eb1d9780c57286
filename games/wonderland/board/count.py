"""The end of Wonderland: each notebook, grouped as its score counts it. Uses only the rules and the names of cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.boards import texts
from games.boards.elements import Key
from games.boards.language import gettext as _
from games.boards.language import ngettext
from games.boards.results import standings
from games.boards.scene import Scene
from games.wonderland.rules.scoring import ALL_FIVE, SET, division
from games.wonderland.rules.state import CHARACTERS, EVERYONE, KINDS

# The most parts in which a score is shown as a sum.
MOST_PARTS = 3


class Group(NamedTuple):
    kind: str
    size: int
    points: int


class Division(NamedTuple):
    """The best division of a notebook: the number of crowds, the number of sets of five, and the groups of the rest."""

    everyone: int
    sets: int
    groups: tuple[Group, ...]

    @property
    def everyone_points(self) -> int:
        return ALL_FIVE * self.everyone

    @property
    def sets_points(self) -> int:
        return SET * self.sets

    @property
    def rest(self) -> int:
        return sum([group.points for group in self.groups])


class Part(NamedTuple):
    """A part of a score in words; `kind` is whose mark stands before it, "" of none."""

    kind: str
    words: str


def result(scene: Scene) -> Key:
    """Return each seat with its notebook, the number of its cards and their points."""
    notebooks, groups = scene.view["notebooks"], scene.view["options"]["groups"]
    rows = [
        (standing, len(notebooks[standing.seat]), division_of(notebooks[standing.seat], groups))
        for standing in standings(scene)
    ]
    return "result_table", texts.reason(scene), groups, tuple(rows)


def division_of(cards: Sequence[str], groups: str) -> Division:
    counts = tuple(cards.count(kind) for kind in KINDS)
    sets = max(range(min(counts[:5]) + 1), key=lambda number: division(counts, groups, number))
    left = {kind: cards.count(kind) - sets for kind in CHARACTERS}
    square = groups == "square"
    whole = [Group(kind, size, size * size if square else size) for kind, size in left.items() if size]
    return Division(counts[5], sets, tuple(whole))


def parts(cards: Sequence[str], groups: str) -> tuple[Part, ...]:
    """A notebook's score as a sum: sets, crowds, then the other cards, in few parts."""
    division = division_of(cards, groups)
    parts = [Part("", _times(division.sets, SET))] if division.sets else []
    parts += [Part(EVERYONE, _times(division.everyone, ALL_FIVE))] if division.everyone else []
    others = _others(division.groups)
    if len(parts) + len(others) > MOST_PARTS:
        others = [Part("", _("%(points)d of others") % {"points": division.rest})]
    return (*parts, *others)


def _times(count: int, points: int) -> str:
    return str(points) if count == 1 else f"{count} × {points}"


def _others(groups: Sequence[Group]) -> list[Part]:
    """Cards that count one each together, groups that count more by themselves."""
    ones = sum(group.size for group in groups if group.points == group.size)
    parts = [
        Part(group.kind, f"{group.size} × {group.size}") for group in groups if group.points != group.size
    ]
    if ones:
        text = ngettext("%(count)d card at 1", "%(count)d cards at 1", ones)
        parts.append(Part("", text % {"count": ones}))
    return parts
