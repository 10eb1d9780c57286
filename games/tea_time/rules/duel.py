"""The rest of a round of two seats, searched to its end.

Nothing is hidden or drawn in a round, and what one of two seats gains the other loses. So alpha-beta search finds what
is best for both (Knuth and Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6, 1975). After the first
move of a position the others are only asked whether they are better (Pearl, Scout, AAAI 1980). Searches of a few turns
come first: they order the moves, and their best run is the answer if the whole search has to end early.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf

from games.rules.best_first import Ending
from games.tea_time.rules import kernel, policy
from games.tea_time.rules.endings import reached
from games.tea_time.rules.kernel import Table
from games.tea_time.rules.value import Values

# The search counts in whole hundredths of a point, as the learnt values do, so equal results are equal numbers.
HUNDREDTHS = 100
# Alice decides a tie, so she is worth half a point more than her points.
TIE = 0.5
# The numbers of turns of the searches before the whole one.
FIRST_TURNS = (3, 6)
# A run, after what it brings at once in hundredths of a point.
Choice = tuple[float, int]


class Over(Exception):
    """The search has looked at as many positions as it may, or its time is over."""


class Duel:
    """The rest of the table's round between two seats. `values` are the worths at its end.

    Each call of a public method looks at no more than `limit` new positions, and at none once `is_over()` is true.
    """

    def __init__(
        self, table: Table, values: Values, limit: int, is_over: Callable[[], bool] = lambda: False
    ) -> None:
        self.deck, self.values = len(table.deck), values
        cards = [[round(HUNDREDTHS * worth) for worth in worths] for worths in values.cards]
        # Before the last round Alice decides the order of the next one.
        alice = values.places[0] - values.places[1] if values.places else values.alice + TIE
        self.hundredths = Values(cards, round(HUNDREDTHS * alice), 0.0)
        self.limit, self.is_over = limit, is_over
        self.positions = self.allowed = 0
        # By position and turns left: the least and the most that the seat in turn gains on the other. By position: its
        # best run as far as any search knows.
        self.bounds: dict[tuple[object, ...], tuple[float, float]] = {}
        self.runs: dict[tuple[object, ...], int] = {}

    def best_runs(self, table: Table, count: int) -> list[int]:
        """Return the numbers of that many best runs of the seat in turn, best first. If the search ends early, the best
        that it has looked at, first that of a search of a few turns, then those that bring most at once."""
        self.allowed = self.positions + self.limit
        choices, found = self._choices(table), list[int]()
        cards = sum(card != kernel.EMPTY for card in table.grid)
        for turns in [turns for turns in FIRST_TURNS if turns < cards]:
            best = self._best(table, choices, turns)
            choices.remove(best)
            choices.insert(0, best)
        while choices and len(found) < count:
            best = self._best(table, choices, inf)
            found.append(best[1])
            choices.remove(best)
        return found

    def ending(self, table: Table) -> Ending:
        """Return the ending after the best runs of both, and change the table. If the search ends early, both take what
        brings most at once."""
        self.allowed = self.positions + self.limit
        try:
            while table.legal and len(table.deck) == self.deck:
                self._search(table, -inf, inf, inf)
                kernel.take(table, self.runs[kernel.key_of(table)])
        except Over:
            policy.play_round(table, self.values)
        return reached(table, self.values)

    def _best(self, table: Table, choices: Sequence[Choice], turns: float) -> Choice:
        """Return the choice that is best within that many turns, or the best of those that were looked at before the
        search was over."""
        best, most = choices[0], -inf
        with suppress(Over):
            for choice in choices:
                gain = self._gain(table, choice, most, inf, turns)
                if gain > most:
                    best, most = choice, gain
        return best

    def _choices(self, table: Table) -> list[Choice]:
        """Return the runs of the seat in turn, those first that bring most at once."""
        return sorted(policy.gains(table, self.hundredths), reverse=True)

    def _gain(self, table: Table, choice: Choice, alpha: float, beta: float, turns: float) -> float:
        """Return what the seat in turn gains on the other within that many turns of the round if it takes that run."""
        gain, number = choice
        after = kernel.after(table, number)
        return gain - self._search(after, gain - beta, gain - alpha, turns - 1)

    def _search(self, table: Table, alpha: float, beta: float, turns: float) -> float:
        """Return what the seat in turn gains on the other within that many turns of the round, if that is between alpha
        and beta. Otherwise the result is a bound: at most it, or at least it."""
        if not turns or not table.legal or len(table.deck) != self.deck:
            return 0
        key = kernel.key_of(table)
        least, most = self.bounds.get((key, turns), (-inf, inf))
        if least >= beta or least == most:
            return least
        if most <= alpha:
            return most
        if self.positions >= self.allowed or self.is_over():
            raise Over
        self.positions += 1
        alpha, beta = max(alpha, least), min(beta, most)
        best, floor, best_run = -inf, alpha, -1
        choices, first = self._choices(table), self.runs.get(key)
        if first is not None:
            choices.sort(key=lambda choice: choice[1] != first)
        for choice in choices:
            if best == -inf:
                gain = self._gain(table, choice, floor, beta, turns)
            else:
                gain = self._gain(table, choice, floor, floor + 1, turns)
                if floor < gain < beta:
                    gain = self._gain(table, choice, gain, beta, turns)
            if gain > best:
                best, best_run = gain, choice[1]
                floor = max(floor, gain)
                if gain >= beta:
                    break
        if best <= alpha:
            # All runs are bounds, so none of them is known to be the best.
            most, best_run = best, best_run if first is None else first
        elif best >= beta:
            least = best
        else:
            least = most = best
        self.bounds[key, turns], self.runs[key] = (least, most), best_run
        return best
