"""A review, finished or in progress, with the data that its texts need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.boards.contract import CoachTexts
from games.boards.language import gettext as _
from games.coach import advice
from games.coach.analysis.review import Part
from games.rules import core


@dataclass(frozen=True)
class Reviewed:
    """`view_before(n)` is what the seat saw before move n, `played(n)` describes the move."""

    game: str
    eyes: int
    names: Sequence[str]
    parts: Sequence[Part]
    outcome: dict[str, Any]
    view_before: Callable[[int], core.View]
    played: Callable[[int], str]
    # The reader's seat.
    you: int | None = None
    # True if the seat's person resigned, so that a bot played on.
    resigned: bool = False
    # The number of moves of the match.
    total: int = 0
    is_done: bool = True

    @property
    def texts(self) -> CoachTexts:
        return advice.texts_of(self.game)

    @property
    def is_counted(self) -> bool:
        """Return True if the match was played to its end. Else its scores mean nothing."""
        return bool(self.outcome.get("reason", "finished") == "finished")

    @property
    def is_abandoned(self) -> bool:
        return bool(self.outcome.get("reason") == "abandoned")

    @property
    def won(self) -> bool:
        return bool(self.outcome["ranks"][self.eyes] == 1) and not self.resigned and not self.is_abandoned

    @property
    def labels(self) -> list[str]:
        """Return the names, with `You` for the reader's own."""
        return [_("You") if seat == self.you else name for seat, name in enumerate(self.names)]

    def chances(self) -> list[list[float]]:
        """Return for each move the seats' chances to win before it, and after the last one the result."""
        chances = [list(part["wins"]) for part in self.parts]
        if len(chances) < self.total:
            return chances
        if self.is_abandoned and chances:
            # Nobody won.
            return [*chances, chances[-1]]
        ranks = self.outcome["ranks"]
        winners = [1.0 if rank == 1 else 0.0 for rank in ranks]
        end = [winner / sum(winners) for winner in winners]
        return [*chances, end]
