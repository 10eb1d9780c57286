"""A review, done or as far as it is, with what is needed to tell of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.boards.contract import CoachTexts
from games.coach import advice
from games.coach.analysis.review import Part
from games.rules import core


@dataclass(frozen=True)
class Reviewed:
    """`view_before(n)` is what the seat saw before move n, `played(n)` the move in words."""

    game: str
    eyes: int
    names: Sequence[str]
    parts: Sequence[Part]
    outcome: dict[str, Any]
    view_before: Callable[[int], core.View]
    played: Callable[[int], str]
    # The seat of whoever reads this.
    you: int | None = None
    # How many moves the match has, which come one after another.
    total: int = 0
    is_done: bool = True

    @property
    def texts(self) -> CoachTexts:
        found = advice.texts_of(self.game)
        assert found is not None
        return found

    @property
    def is_counted(self) -> bool:
        """Whether the match was played to its end: else its scores say nothing."""
        return bool(self.outcome.get("reason", "finished") == "finished")

    @property
    def won(self) -> bool:
        return bool(self.outcome["ranks"][self.eyes] == 1)

    def chances(self) -> list[list[float]]:
        """By move, each seat's share of the win before it; last, when all is found, how it ended. Of a move that was
        looked at again, what was found then."""
        found = [list(self._before(part)) for part in self.parts]
        if not self.is_done:
            return found
        ranks = self.outcome["ranks"]
        winners = [1.0 if rank == 1 else 0.0 for rank in ranks]
        end = [each / sum(winners) for each in winners]
        return [*found, end]

    def _before(self, part: Part) -> Sequence[float]:
        own = part["seat"] == self.eyes and "best" in part
        wins: Sequence[float] = part["best"]["wins"] if own else part["wins"]
        return wins
