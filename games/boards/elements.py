"""The parts of a board: elements by id, each described by its key, and the frame around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.boards.people import Nameplate
from games.boards.scene import Scene

# A macro's name and the small values that it draws: hashable, compared by value. Equal keys look alike.
Key = tuple[Any, ...]
# By the id of the HTML element. Items of a list are in the list's order.
Elements = dict[str, Key]


class Frame(NamedTuple):
    """The layout around the elements, which seldom changes. If it differs, the whole board is sent.

    `macro` draws it, `about` is whatever else a game's layout depends on. `yours` is False in a replay of another
    seat's view.
    """

    macro: str
    viewer: int | None
    # True for the newest board
    current: bool
    people: tuple[Nameplate, ...]
    about: Key = ()
    yours: bool = True

    @property
    def seated(self) -> bool:
        return self.viewer is not None

    @property
    def me(self) -> Nameplate | None:
        return None if self.viewer is None else self.people[self.viewer]

    @property
    def others(self) -> Sequence[Nameplate]:
        """The others clockwise from the viewer's left; everybody for a spectator."""
        if self.viewer is None:
            return self.people
        return self.people[self.viewer + 1 :] + self.people[: self.viewer]


def frame_of(scene: Scene, macro: str, *about: Any) -> Frame:
    return Frame(
        macro,
        scene.viewer,
        current=scene.current,
        people=tuple([person.nameplate for person in scene.people]),
        about=about,
        yours=scene.is_yours,
    )
