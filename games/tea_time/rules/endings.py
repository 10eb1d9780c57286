"""How a round of Tea Time ends if each seat mostly takes what is best for itself. The functions use nothing but their
arguments."""

from __future__ import annotations

from games.rules.best_first import Ending, response
from games.rules.search import margin
from games.tea_time.rules import kernel, policy, value
from games.tea_time.rules.kernel import Table
from games.tea_time.rules.value import Values

# The worth of a point of lead over the others, in wins.
MARGIN = 0.01


class Endings:
    """The endings of the round with that number of cards in the deck. `values` are the worths at its end."""

    def __init__(self, deck: int, values: Values) -> None:
        self.deck, self.values = deck, values
        self.known: dict[tuple[object, ...], Ending] = {}

    def of(self, table: Table) -> Ending:
        """Return the expected ending, found by trying everything."""
        if not table.legal or len(table.deck) != self.deck:
            return self.estimate(table)
        key = kernel.key_of(table)
        if key not in self.known:
            endings = [self.of(kernel.after(table, number)) for number in kernel.legal_runs(table)]
            self.known[key] = response(endings, table.seat)
        return self.known[key]

    def estimate(self, table: Table) -> Ending:
        """Return the ending after what brings most at once, and change the table."""
        if len(table.deck) == self.deck:
            policy.play_round(table, self.values)
        return reached(table, self.values)


def reached(table: Table, values: Values) -> Ending:
    """Return the ending of a round that is over."""
    scores, wins = value.results(table, values)
    # Equal worths must be equal numbers.
    return scores, wins, [round(worth, 9) for worth in worths_of(scores, wins)]


def worths_of(scores: list[float], wins: list[float]) -> list[float]:
    """Return by seat what a result is worth: the share of the win, and a little for the lead."""
    return [win + MARGIN * margin(scores, seat) for seat, win in enumerate(wins)]
