"""How near a tunnel is to its fall: what it counts of each character, and what exploring a pile would add to that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.boards.fragments import Part, by_language, part
from games.boards.fragments import gettext as _
from games.wonderland.board.cards import INKS, back, face, mark
from games.wonderland.rules.state import CHARACTERS, EVERYONE

# Three alike and it falls.
ALIKE = 3


class Arrival(NamedTuple):
    """A card that would come, None if nobody knows which, from the pile `source`, and the piles that bring it."""

    card: str | None
    source: int
    explored: tuple[int, ...]


def arrivals(whats: Mapping[int, dict[str, Any]]) -> tuple[Arrival, ...]:
    """`whats`: by pile what exploring it would bring, as the rules' preview says."""
    explored: dict[tuple[str | None, int, int], list[int]] = {}
    for pile, what in whats.items():
        for place, (card, source) in enumerate(zip(what["takes"], what["piles"], strict=True)):
            # Where two piles are left, both cards come from the other one.
            nth = what["piles"][:place].count(source)
            explored.setdefault((card, source, nth), []).append(pile)
    return tuple([Arrival(card, source, tuple(piles)) for (card, source, _nth), piles in explored.items()])


@by_language
def coming(seat: int, arriving: tuple[Arrival, ...]) -> Part:
    """The cards themselves, of which a browser shows those that the chosen pile brings."""
    cards = [
        {"face": face(each.card) if each.card else back(_("a card face down")), "to": _spaced(each.explored)}
        for each in arriving
    ]
    return part("wonderland/coming.jinja", f"coming-{seat}", cards=cards)


@by_language
def alike(seat: int, counting: tuple[str, ...], arriving: tuple[Arrival, ...]) -> Part:
    """`counting`: the cards of the tunnel that the viewer knows and that nothing covers."""
    kinds = [
        {"mark": mark(kind), "ink": INKS[kind], "pips": _pips(kind, counting, arriving)}
        for kind in CHARACTERS
    ]
    return part("wonderland/alike.jinja", f"alike-{seat}", kinds=kinds)


def _pips(kind: str, counting: Sequence[str], arriving: Sequence[Arrival]) -> list[dict[str, Any]]:
    """One for each of three alike: whether it is there, and which piles would bring it."""
    there = sum(card in (kind, EVERYONE) for card in counting)
    added: dict[int, int] = {}
    for each in arriving:
        if each.card in (kind, EVERYONE):
            for pile in each.explored:
                added[pile] = added.get(pile, 0) + 1
    return [
        {
            "there": place < there,
            "to": _spaced([pile for pile, more in sorted(added.items()) if there <= place < there + more]),
        }
        for place in range(ALIKE)
    ]


def _spaced(piles: Sequence[int]) -> str:
    return " ".join(map(str, piles))
