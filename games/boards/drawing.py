"""Boards by value: a frame and keys of elements, and the HTML of a key, which is cached (docs/drawing.md)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.boards.elements import Elements, Frame, Key
from games.boards.language import spoken
from games.boards.macros import lists, macros

# The number of cached elements, of a few hundred bytes each.
DRAWN = 20_000


class Board(NamedTuple):
    """The board of one viewer at one moment, in one language, because keys contain words.

    `public` is one dict for all viewers. A key of `own` replaces a public one; None leaves it out.
    """

    game: str
    frame: Frame
    public: Elements
    own: Mapping[str, Key | None]

    @property
    def elements(self) -> Elements:
        return {id: key for id, key in {**self.public, **self.own}.items() if key is not None}

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


def whole(board: Board, language: str, others: Mapping[str, str] | None = None) -> SafeString:
    """Return the HTML of the whole board. `others` is HTML of a page's own, by the place where it stands."""
    places = lists(board.game)
    # By id; items of a list are joined under the place where it grows.
    html: dict[str, list[str]] = defaultdict(list)
    for id, key in board.elements.items():
        place = places[key[0]].format(*key) if key[0] in places else id
        html[place].append(drawn(board.game, language, id, key))
    for place, other in (others or {}).items():
        html[place].append(other)
    at = defaultdict(SafeString, {place: SafeString("".join(items)) for place, items in html.items()})
    return SafeString(macros(board.game)[board.frame.macro](at, board.frame))
