"""What a page swaps in to get from one board to another: the elements whose keys differ, and new items of lists.
docs/drawing.md explains it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from games.boards.drawing import Board, drawn, whole
from games.boards.elements import Elements
from games.boards.macros import lists

SWAP = ' hx-swap-oob="outerMorph" '


class Difference(NamedTuple):
    """What a page swaps in to get from the old elements to the new ones: HTML by id, and the new items of lists by the
    place where their list grows and by id."""

    swaps: dict[str, str]
    grown: dict[str, dict[str, str]]


# The differences between the public elements of two moments, by the id of the old dict: the same for all viewers.
PublicDifferences = dict[int, Difference | None]


def changes(old: Board | None, new: Board, language: str, differences: PublicDifferences) -> str:
    """Return what a page swaps in to get from the old board to the new one: the elements whose keys differ, or all."""
    if old is not None and old.frame == new.frame:
        before = id(old.public)
        if before not in differences:
            differences[before] = difference(new.game, language, old.public, new.public)
        public = differences[before]
        swaps = None if public is None else _swaps(old, new, language, public)
        if swaps is not None:
            return "".join(swaps)
    return swapped(whole(new, language))


def swapped(html: str) -> str:
    """Mark HTML to be swapped into the element with the same id."""
    return html.replace(" ", SWAP, 1)


def _swaps(old: Board, new: Board, language: str, public: Difference) -> list[str] | None:
    """Return what one viewer swaps in: what differs publicly, but for the elements that the viewer has or had as own.
    None if more has changed than elements' looks and what is in a list."""
    # In the order of the new ones, for lists.
    ids = {**new.own, **old.own}
    own = difference(new.game, language, _of(old, ids), _of(new, ids))
    if own is None:
        return None
    if any(id in old.public for items in own.grown.values() for id in items):
        # An item comes back to its place between others.
        return None
    swaps = [html for id, html in public.swaps.items() if id not in ids] + list(own.swaps.values())
    for place in {**public.grown, **own.grown}:
        mine = own.grown.get(place, {})
        items = {**public.grown.get(place, {}), **mine}
        if shown := "".join([html for id, html in items.items() if id in mine or id not in ids]):
            swaps.append(f'<div hx-swap-oob="{place}">{shown}</div>')
    return swaps


def _of(board: Board, ids: Mapping[str, object]) -> Elements:
    """Return those of a board's elements."""
    own, public = board.own, board.public
    return {id: key for id in ids if (key := own[id] if id in own else public.get(id)) is not None}


def difference(game: str, language: str, old: Elements, new: Elements) -> Difference | None:
    """Return what differs; None if more has changed than elements' looks and what is in a list."""
    differing = [id for id, key in new.items() if old.get(id) != key]
    came = [id for id in differing if id not in old]
    gone = [id for id in old if id not in new]
    grown = _grown(game, old, new, came, gone) if came or gone else {}
    if grown is None:
        return None
    swaps = {id: f'<i id="{id}" hx-swap-oob="delete"></i>' for id in gone}
    for id in differing:
        if id in old:
            swaps[id] = drawn(game, language, id, new[id]).replace(" ", SWAP, 1)
    items = {place: {id: drawn(game, language, id, new[id]) for id in ids} for place, ids in grown.items()}
    return Difference(swaps, items)


def _grown(
    game: str, old: Elements, new: Elements, came: list[str], gone: list[str]
) -> dict[str, list[str]] | None:
    """Return the new items' ids by the place where their list grows, or None if other elements came, went or moved."""
    places = lists(game)
    if any([old[id][0] not in places for id in gone] + [new[id][0] not in places for id in came]):
        return None
    if came and [id for id in old if id in new] != [id for id in new if id in old]:
        return None
    grown: dict[str, list[str]] = defaultdict(list)
    for id in came:
        grown[places[new[id][0]].format(*new[id])].append(id)
    for place, ids in grown.items():
        template = places[new[ids[0]][0]]
        items = [
            id
            for id, key in new.items()
            if key[0] in places and places[key[0]] == template
            if template == place or template.format(*key) == place
        ]
        if ids != (items[: len(ids)] if place.startswith("after") else items[-len(ids) :]):
            return None
    return grown
