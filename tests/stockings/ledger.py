"""An independent check of a race: the cards are moved by the events alone, as somebody could do with a table and the
record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from games.rules import core
from games.stockings.rules.rules import State


class Ledger:
    """The four zones. Every event must find its cards where the rules page has them."""

    def __init__(self, setup: Mapping[str, Any], seats: int) -> None:
        self.deck = list(setup["deck"])
        self.hands: list[Counter[str]] = [Counter() for _ in range(seats)]
        for step in range(seats):
            self.hands[(setup["first"] + step) % seats].update(self.deck[:8])
            del self.deck[:8]
        self.stack: list[str] = []
        self.discards: list[str] = []
        self.flips = 0

    def note(self, event: core.Event) -> None:
        getattr(self, f"_{event['event']}", lambda event: None)(event)

    def _flipped(self, event: core.Event) -> None:
        self.flips += 1
        assert (event["card"], event["flip"]) == (self.deck.pop(0), self.flips)
        self.stack.append(event["card"])

    def _drew(self, event: core.Event) -> None:
        for card in event["cards"]:
            assert card == self.deck.pop(0)
            self.hands[event["seat"]][card] += 1

    def _out(self, seat: int, card: str) -> None:
        assert self.hands[seat][card] > 0
        self.hands[seat][card] -= 1

    def _right(self, event: core.Event) -> None:
        self._out(event["seat"], event["card"])
        self.stack.append(event["card"])

    def _discarded(self, event: core.Event) -> None:
        assert event["cards"] == self.stack
        self.discards += self.stack
        self.stack = []

    def _dropped(self, event: core.Event) -> None:
        for card in event["cards"]:
            self._out(event["seat"], card)
            self.discards.append(card)

    def _swapped(self, event: core.Event) -> None:
        one, other = event["seat"], event["with"]
        assert one != other
        self.hands[one], self.hands[other] = self.hands[other], self.hands[one]

    def _shuffled(self, event: core.Event) -> None:
        assert self.deck == []
        taken = self.discards or self.stack[:-1]
        assert Counter(event["cards"]) == Counter(taken)
        self.deck = list(event["cards"])
        if self.discards:
            self.discards = []
        else:
            del self.stack[:-1]

    def agrees(self, state: State) -> bool:
        zones = (self.deck, self.stack, self.discards) == (
            *map(list, (state.deck, state.stack, state.discards)),
        )
        return zones and [+hand for hand in self.hands] == [Counter(hand) for hand in state.hands]
