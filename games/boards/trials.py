"""Check what the coach says of a move: the rules make the move on guesses at the hidden cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from games.boards.contract import Claim
from games.rules import core
from games.rules.chance import Stream

GUESSES = 4
# A calculated share may differ by NEAR standard errors from the share that is counted on COUNTED guesses.
NEAR = 5
COUNTED = 200


class Trial(NamedTuple):
    """One guess before the move and after it."""

    before: Any
    after: Any
    events: Sequence[core.Event]


class Trials:
    """The trials of one move, made when they are first needed. The guesses are the same each time."""

    def __init__(self, rules: core.Game, view: core.View, move: core.Move) -> None:
        self.rules, self.view, self.move = rules, view, move

    def claim(self, text: str, holds: Callable[[Trial], bool], *, argues: bool = False) -> Claim:
        """Return a sentence that is true if each trial shows it."""
        return Claim(text, lambda: self.always(holds), argues)

    def always(self, holds: Callable[[Trial], bool]) -> bool:
        return all(holds(trial) for trial in self.played)

    @cached_property
    def played(self) -> Sequence[Trial]:
        return [self._play(number) for number in range(GUESSES)]

    def outlooks(self) -> list[Any]:
        """Return for each guess the legal moves of the seats to act after the move, and the standings."""
        rules = self.rules
        return [
            ([(seat, rules.legal_moves(after, seat)) for seat in rules.to_act(after)], rules.standings(after))
            for _before, after, _events in self.played
        ]

    def _play(self, number: int) -> Trial:
        before = self.rules.determinize(self.view, Random(number))
        chance = Stream(str(number).encode(), [])
        after, events = self.rules.apply(before, self.view["you"], self.move, 0, chance)
        return Trial(before, after, events)


def is_near(share: float, happens: Callable[[Random], bool]) -> bool:
    """Return True if the event happens on guesses about as often as was calculated."""
    rng = Random(0)
    counted = sum(happens(rng) for _ in range(COUNTED)) / COUNTED
    error = max(1 / COUNTED, (share * (1 - share) / COUNTED) ** 0.5)
    return bool(abs(counted - share) <= NEAR * error)
