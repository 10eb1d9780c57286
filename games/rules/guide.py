"""The guided first match of a game: a fixed deal, the moves made on it, and a sentence for each thing to learn.

A game may have one as `GUIDE` in its `guide.py`; its app registers it here. The facts that a sentence states about the
cards are declared beside it, and tests/guided/test_guides.py checks them by the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.shapes import Move

# The seat of the guided person.
LEARNER = 0
# The salt of the learner's seat. Together with the seed it fixes the deal and all later chance.
SALT = "guided"


@dataclass(frozen=True, kw_only=True)
class Step:
    """One thing to see or to do.

    `title` and `text` are lazy translations; `points_at` are CSS selectors of the elements to mark. `move` is the move
    that the learner makes, None if there is only something to read.
    """

    title: Any
    text: Any
    points_at: str = ""
    move: Move | None = None
    # The facts of the sentences, as parts of the rules' answers: the learner's view, the preview of `move`, and the
    # view after it.
    sees: Mapping[str, Any] = field(default_factory=dict)
    does: Mapping[str, Any] = field(default_factory=dict)
    then: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Other:
    """A move of another seat."""

    seat: int
    move: Move


@dataclass(frozen=True)
class Guide:
    """A script for `seats` seats. `seed` fixes the deal; the learner has the first turn."""

    seats: int
    seed: str
    script: Sequence[Step | Other]

    @property
    def steps(self) -> list[tuple[int, Step]]:
        """The steps, each with the number of moves before it."""
        return [(number, item) for number, item in self._numbered() if isinstance(item, Step)]

    @property
    def moves(self) -> list[tuple[int, Move]]:
        """The moves of all seats in order, each with its seat."""
        moves: list[tuple[int, Move]] = []
        for item in self.script:
            if isinstance(item, Other):
                moves.append((item.seat, item.move))
            elif item.move is not None:
                moves.append((LEARNER, item.move))
        return moves

    def _numbered(self) -> Iterator[tuple[int, Step | Other]]:
        number = 0
        for item in self.script:
            yield number, item
            number += item.move is not None


_guides: dict[str, Guide] = {}


def register(game: str, guide: Guide) -> None:
    """Register a game's guided match. The game's app calls this when the site starts."""
    _guides[game] = guide


def guide(game: str) -> Guide | None:
    """Return the game's guided match, None if it has none."""
    return _guides.get(game)
