"""A board by value: its frame and its elements' keys, what a page that shows one must swap in to show another, and the
HTML of a key, which is drawn once. docs/drawing.md has the whole on one screen."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString
from markupsafe import Markup

from games.boards.elements import Elements, Frame, Key
from games.boards.installed import board_of
from games.boards.language import spoken
from games.boards.macros import SHARED_LISTS, macros

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
    # By id, and the items of a list together under the place where it grows.
    at: dict[str, Markup] = defaultdict(Markup)
    for id, key in board.elements.items():
        at[_list_of(board.game, key) or id] += Markup(drawn(board.game, language, id, key))
    return SafeString(macros(board.game)[board.frame.macro](at, board.frame))


def changes(old: Board | None, new: Board, language: str) -> str:
    """What a page that shows the old board must swap in to show the new one: the elements whose keys differ, or all of it."""
    found = (
        None
        if old is None or old.frame != new.frame
        else _difference(new.game, old.elements, new.elements, language)
    )
    return swapped(whole(new, language)) if found is None else found


def swapped(html: str) -> str:
    """Marked to be swapped into the element with the same id."""
    return html.replace(" ", ' hx-swap-oob="outerMorph" ', 1)


def _difference(game: str, old: Elements, new: Elements, language: str) -> str | None:
    """None if more has changed than elements' looks and what is in a list."""
    changed = [
        swapped(drawn(game, language, id, key)) for id, key in new.items() if id in old and old[id] != key
    ]
    if old.keys() == new.keys():
        return "".join(changed) if list(old) == list(new) else None
    gone = [id for id in old if id not in new]
    came = _grown(game, old, new)
    if came is None or not all(_list_of(game, old[id]) for id in gone):
        return None
    deleted = [f'<i id="{id}" hx-swap-oob="delete"></i>' for id in gone]
    grown = [
        f'<div hx-swap-oob="{place}">{"".join([drawn(game, language, id, new[id]) for id in ids])}</div>'
        for place, ids in came.items()
    ]
    return "".join([*deleted, *changed, *grown])


def _grown(game: str, old: Elements, new: Elements) -> dict[str, list[str]] | None:
    """The new items by the place where their list grows; None if that is not where they belong."""
    if [id for id in old if id in new] != [id for id in new if id in old]:
        return None
    items: dict[str, list[str]] = defaultdict(list)
    for id, key in new.items():
        if place := _list_of(game, key):
            items[place].append(id)
        elif id not in old:
            return None
    came = {place: [id for id in ids if id not in old] for place, ids in items.items()}
    for place, ids in items.items():
        first = place.startswith("after")
        end = ids[: len(came[place])] if first else ids[len(ids) - len(came[place]) :]
        if end != came[place]:
            return None
    return {place: ids for place, ids in came.items() if ids}


def _list_of(game: str, key: Key) -> str:
    """The place where the list grows in which the element is an item, as htmx names it; "" of any other element."""
    place = SHARED_LISTS.get(key[0]) or board_of(game).LISTS.get(key[0], "")
    return place.format(*key) if "{" in place else place
