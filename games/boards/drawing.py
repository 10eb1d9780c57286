"""Boards by value: a frame and keys of elements, the difference between two boards, and the HTML of a key, which is
cached. docs/drawing.md explains all of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString
from markupsafe import Markup

from games.boards.elements import Elements, Frame, Key
from games.boards.language import spoken
from games.boards.macros import lists, macros

# The number of cached elements, of a few hundred bytes each.
DRAWN = 20_000
SWAP = ' hx-swap-oob="outerMorph" '


class Board(NamedTuple):
    """The board of one viewer at one moment, in one language, because keys contain words."""

    game: str
    frame: Frame
    elements: Elements

    @property
    def whole(self) -> SafeString:
        """The board's HTML in the active language."""
        return whole(self, spoken())

    @property
    def drawn(self) -> dict[str, str]:
        """The HTML of each element, in the active language."""
        return {id: drawn(self.game, spoken(), id, key) for id, key in self.elements.items()}


@lru_cache(maxsize=DRAWN)
def drawn(game: str, language: str, id: str, key: Key) -> str:
    """Return the HTML of one element in the active `language`. Its id is its first attribute."""
    return macros(game)[key[0]](id, *key[1:])


def whole(board: Board, language: str) -> SafeString:
    """Return the HTML of the whole board."""
    places = lists(board.game)
    # By id; items of a list are joined under the place where it grows.
    at: dict[str, Markup] = defaultdict(Markup)
    for id, key in board.elements.items():
        place = places[key[0]].format(*key) if key[0] in places else id
        at[place] += Markup(drawn(board.game, language, id, key))
    return SafeString(macros(board.game)[board.frame.macro](at, board.frame))


def changes(old: Board | None, new: Board, language: str) -> str:
    """Return what a page swaps in to get from the old board to the new one: the elements whose keys differ, or all."""
    if old is not None and old.frame == new.frame:
        swaps = _swaps(new.game, language, old.elements, new.elements)
        if swaps is not None:
            return "".join(swaps)
    return swapped(whole(new, language))


def swapped(html: str) -> str:
    """Mark HTML to be swapped into the element with the same id."""
    return html.replace(" ", SWAP, 1)


def _swaps(game: str, language: str, old: Elements, new: Elements) -> list[str] | None:
    """Return what to swap in, or None if more has changed than elements' looks and what is in a list."""
    came = [id for id in new if id not in old]
    gone = [id for id in old if id not in new]
    grown = _grown(lists(game), old, new=new, came=came, gone=gone) if came or gone else {}
    if grown is None:
        return None
    changed = [(id, key) for id, key in new.items() if id in old and old[id] != key]
    swaps = [f'<i id="{id}" hx-swap-oob="delete"></i>' for id in gone]
    swaps += [drawn(game, language, id, key).replace(" ", SWAP, 1) for id, key in changed]
    for place, ids in grown.items():
        items = "".join([drawn(game, language, id, new[id]) for id in ids])
        swaps.append(f'<div hx-swap-oob="{place}">{items}</div>')
    return swaps


def _grown(
    places: Mapping[str, str], old: Elements, new: Elements, came: Sequence[str], gone: Sequence[str]
) -> dict[str, list[str]] | None:
    """Return the new items' ids by the place where their list grows, or None if other elements came, went or moved."""
    if [id for id in old if id in new] != [id for id in new if id in old]:
        return None
    if [id for id in gone if old[id][0] not in places] or [id for id in came if new[id][0] not in places]:
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
