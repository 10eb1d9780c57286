"""A board by value: its frame and its elements' keys, what a page that shows one must swap in to show another, and the
HTML of a key, which is drawn once. docs/drawing.md has the whole on one screen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString
from markupsafe import Markup

from games.boards.elements import Elements, Frame, Key
from games.boards.language import spoken
from games.boards.macros import lists, macros

# Drawn elements of a few hundred bytes each.
DRAWN = 20_000


class Board(NamedTuple):
    """What one viewer is shown at one moment, in one language: words in keys are in it."""

    game: str
    frame: Frame
    elements: Elements

    @property
    def whole(self) -> SafeString:
        """Its HTML in the active language."""
        return whole(self, spoken())

    @property
    def drawn(self) -> dict[str, str]:
        """The HTML of each element, likewise."""
        return {id: drawn(self.game, spoken(), id, key) for id, key in self.elements.items()}


@lru_cache(maxsize=DRAWN)
def drawn(game: str, language: str, id: str, key: Key) -> str:
    """The HTML of one element; `language` is the active one. Its id is its first attribute."""
    return str(macros(game)[key[0]](id, *key[1:]))


def whole(board: Board, language: str) -> SafeString:
    """The HTML of all of it."""
    places = lists(board.game)
    # By id, and the items of a list together under the place where it grows.
    at: dict[str, Markup] = defaultdict(Markup)
    for id, key in board.elements.items():
        place = places[key[0]].format(*key) if key[0] in places else id
        at[place] += Markup(drawn(board.game, language, id, key))
    return SafeString(macros(board.game)[board.frame.macro](at, board.frame))


def changes(old: Board | None, new: Board, language: str) -> str:
    """What a page that shows the old board must swap in to show the new one: the elements whose keys differ, or all of it."""
    found = None
    if old is not None and old.frame == new.frame:
        found = _difference(new.game, language, old.elements, new.elements)
    return swapped(whole(new, language)) if found is None else found


def swapped(html: str) -> str:
    """Marked to be swapped into the element with the same id."""
    return html.replace(" ", ' hx-swap-oob="outerMorph" ', 1)


def _difference(game: str, language: str, old: Elements, new: Elements) -> str | None:
    """None if more has changed than elements' looks and what is in a list."""
    came = {id: key for id, key in new.items() if id not in old}
    gone = {id: key for id, key in old.items() if id not in new}
    grown = _grown(lists(game), old, new, came, gone)
    if grown is None:
        return None
    found = [f'<i id="{id}" hx-swap-oob="delete"></i>' for id in gone]
    for id, key in new.items():
        if id not in came and old[id] != key:
            found.append(swapped(drawn(game, language, id, key)))
    for place, ids in grown.items():
        items = "".join([drawn(game, language, id, new[id]) for id in ids])
        found.append(f'<div hx-swap-oob="{place}">{items}</div>')
    return "".join(found)


def _grown(
    places: Mapping[str, str], old: Elements, new: Elements, came: Elements, gone: Elements
) -> dict[str, list[str]] | None:
    """The new items' ids by the place where their list grows; None if other elements came or went, or elsewhere."""
    if [id for id in old if id not in gone] != [id for id in new if id not in came]:
        return None
    if not came and not gone:
        return {}
    if not places.keys() >= {key[0] for key in (*came.values(), *gone.values())}:
        return None
    items: dict[str, list[str]] = defaultdict(list)
    for id, key in new.items():
        if key[0] in places:
            items[places[key[0]].format(*key)].append(id)
    grown = {place: [id for id in ids if id in came] for place, ids in items.items()}
    for place, ids in grown.items():
        end = items[place][: len(ids)] if place.startswith("after") else items[place][-len(ids) :]
        if ids and ids != end:
            return None
    return {place: ids for place, ids in grown.items() if ids}
