"""A guided first match: a fixed deal and the moves that are made on it, with a sentence for each thing to learn.

A game that brings one has it as `GUIDE` in its `guide.py`; the app registers it here. What a sentence says of the cards
is declared beside it as facts, and a test asks the rules for them (tests/rules/test_guides.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.shapes import Move

# The seat of whoever is guided.
LEARNER = 0
# What the learner's seat brings to the shuffle: with the seed it fixes the deal, and all later luck.
SALT = "guided"


@dataclass(frozen=True, kw_only=True)
class Step:
    """One thing to see or to do. `title` and `text` are lazy translations, `points_at` the CSS selectors of what it is
    about. `move` is what the learner does here; None: nothing but to read on."""

    title: Any
    text: Any
    points_at: str = ""
    move: Move | None = None
    # What the sentences say, as parts of what the rules answer: of the learner's view, of what the preview says of
    # `move`, and of the view after it.
    sees: Mapping[str, Any] = field(default_factory=dict)
    does: Mapping[str, Any] = field(default_factory=dict)
    then: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Other:
    """A move of somebody else."""

    seat: int
    move: Move


@dataclass(frozen=True)
class Guide:
    """`seed` fixes the deal for so many `seats`, of which the learner has the first turn."""

    seats: int
    seed: str
    script: Sequence[Step | Other]

    @property
    def steps(self) -> list[tuple[int, Step]]:
        """Each step with the number of moves before it."""
        return [(number, each) for number, each in self._numbered() if isinstance(each, Step)]

    @property
    def moves(self) -> list[tuple[int, Move]]:
        """Whose seat moves, and how, in order."""
        found: list[tuple[int, Move]] = []
        for each in self.script:
            if isinstance(each, Other):
                found.append((each.seat, each.move))
            elif each.move is not None:
                found.append((LEARNER, each.move))
        return found

    def _numbered(self) -> Iterator[tuple[int, Step | Other]]:
        number = 0
        for each in self.script:
            yield number, each
            number += each.move is not None


_guides: dict[str, Guide] = {}


def register(game: str, guide: Guide) -> None:
    """Make a game's guided match known: its app does so when the site starts."""
    _guides[game] = guide


def guide(game: str) -> Guide | None:
    """The game's guided match, if it brings one."""
    return _guides.get(game)
