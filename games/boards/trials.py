"""A move made by the rules on guesses at what its seat doesn't see: what the coach says of it is checked there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from games.rules import core
from games.rules.chance import Stream

GUESSES = 4
# By how many standard errors a share that was counted on guesses may differ from one that was calculated, and on how
# many guesses it is counted.
NEAR = 5
COUNTED = 200


class Trial(NamedTuple):
    """One guess before the move and after it."""

    before: Any
    after: Any
    events: Sequence[core.Event]


class Trials:
    """Those of one move. The guesses are the same each time, and nothing is played before it is asked."""

    def __init__(self, rules: core.Game, view: core.View, move: core.Move) -> None:
        self.rules, self.view, self.move = rules, view, move
        self._played: list[Trial] = []

    def always(self, holds: Callable[[Trial], bool]) -> bool:
        return all(holds(trial) for trial in self.played())

    def played(self) -> Sequence[Trial]:
        if not self._played:
            self._played = [self._play(number) for number in range(GUESSES)]
        return self._played

    def outlooks(self) -> list[Any]:
        """By guess what comes next: who may do what, and how the scores stand."""
        rules = self.rules
        return [
            ([(seat, rules.legal_moves(after, seat)) for seat in rules.to_act(after)], rules.standings(after))
            for _before, after, _events in self.played()
        ]

    def _play(self, number: int) -> Trial:
        before = self.rules.determinize(self.view, Random(number))
        chance = Stream(str(number).encode(), [])
        after, events = self.rules.apply(before, self.view["you"], self.move, 0, chance)
        return Trial(before, after, events)


def is_near(share: float, happens: Callable[[Random], bool]) -> bool:
    """Whether that happens about as often on guesses as was calculated."""
    rng = Random(0)
    counted = sum(happens(rng) for _ in range(COUNTED)) / COUNTED
    error = max(1 / COUNTED, (share * (1 - share) / COUNTED) ** 0.5)
    return bool(abs(counted - share) <= NEAR * error)
