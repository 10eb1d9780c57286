"""The rest of a round of two seats, searched to its end.

Nothing is hidden or drawn in a round, and what one of two seats gains the other loses. So alpha-beta search finds what
is best for both (Knuth and Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6, 1975). After the first
move of a position the others are only asked whether they are better (Pearl, Scout, AAAI 1980).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from games.rules.best_first import Ending
from games.tea_time.rules import kernel, policy
from games.tea_time.rules.endings import reached
from games.tea_time.rules.kernel import Table
from games.tea_time.rules.value import Values

# The search counts in whole hundredths of a point, as the learnt values do, so equal results are equal numbers.
HUNDREDTHS = 100
# Alice decides a tie, so she is worth half a point more than her points.
TIE = 0.5
INFINITE = 10**9
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
        # By position that was searched: the least and the most that the seat in turn gains on the other, and its best
        # run as far as known.
        self.bounds: dict[tuple[object, ...], tuple[float, float, int]] = {}

    def best_runs(self, table: Table, count: int) -> list[int]:
        """Return the numbers of that many best runs of the seat in turn, best first. If the search ends early, the best
        that it has looked at, then those that bring most at once."""
        self.allowed = self.positions + self.limit
        choices, found = self._choices(table), list[int]()
        while choices and len(found) < count:
            best = self._best(table, choices)
            found.append(best[1])
            choices.remove(best)
        return found

    def ending(self, table: Table) -> Ending:
        """Return the ending after the best runs of both, and change the table. If the search ends early, both take what
        brings most at once."""
        self.allowed = self.positions + self.limit
        try:
            while table.legal and len(table.deck) == self.deck:
                self._search(table, -INFINITE, INFINITE)
                kernel.take(table, self.bounds[kernel.key_of(table)][2])
        except Over:
            policy.play_round(table, self.values)
        return reached(table, self.values)

    def _best(self, table: Table, choices: Sequence[Choice]) -> Choice:
        """Return the best of the choices, or of those that were looked at before the search was over."""
        best, most = choices[0], -float(INFINITE)
        with suppress(Over):
            for choice in choices:
                gain = self._gain(table, choice, most, INFINITE)
                if gain > most:
                    best, most = choice, gain
        return best

    def _choices(self, table: Table) -> list[Choice]:
        """Return the runs of the seat in turn, those first that bring most at once."""
        return sorted(policy.gains(table, self.hundredths), reverse=True)

    def _gain(self, table: Table, choice: Choice, alpha: float, beta: float) -> float:
        """Return what the seat in turn gains on the other until the round's end if it takes that run."""
        gain, number = choice
        after = table.copy()
        kernel.take(after, number)
        return gain - self._search(after, gain - beta, gain - alpha)

    def _search(self, table: Table, alpha: float, beta: float) -> float:
        """Return what the seat in turn gains on the other until the round's end, if that is between alpha and beta.
        Otherwise the result is a bound: at most it, or at least it."""
        if not table.legal or len(table.deck) != self.deck:
            return 0
        key = kernel.key_of(table)
        least, most, first = self.bounds.get(key, (-INFINITE, INFINITE, -1))
        if least >= beta or least == most:
            return least
        if most <= alpha:
            return most
        if self.positions >= self.allowed or self.is_over():
            raise Over
        self.positions += 1
        alpha, beta = max(alpha, least), min(beta, most)
        best, floor, best_run = -float(INFINITE), alpha, first
        choices = self._choices(table)
        if first >= 0:
            choices.sort(key=lambda choice: choice[1] != first)
        for choice in choices:
            if best == -INFINITE:
                gain = self._gain(table, choice, floor, beta)
            else:
                gain = self._gain(table, choice, floor, floor + 1)
                if floor < gain < beta:
                    gain = self._gain(table, choice, gain, beta)
            if gain > best:
                best, best_run = gain, choice[1]
                floor = max(floor, gain)
                if gain >= beta:
                    break
        if best <= alpha:
            # All runs are bounds, so none of them is known to be the best.
            most, best_run = best, first if first >= 0 else best_run
        elif best >= beta:
            least = best
        else:
            least = most = best
        self.bounds[key] = least, most, best_run
        return best
