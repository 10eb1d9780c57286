"""Random playouts of the rules alone, on one core: deal, legal moves, apply, to the end."""

from __future__ import annotations

import time
from random import Random

from games.rules import core


class Dice:
    """Luck without the committed stream, which is a cost of dealing and not of the rules."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        deck = list(cards)
        self.rng.shuffle(deck)
        return tuple(deck)

    def pick(self, n: int) -> int:
        return self.rng.randrange(n)


def playouts(game: str, seconds: float) -> tuple[float, float]:
    """Playouts and moves a second at four seats (or the game's most)."""
    rules, rng = core.game(game), Random(1)
    seats = min(4, max(rules.SEATS))
    options = core.settle_options(rules, seats, {})
    dice, matches, moves = Dice(rng), 0, 0
    began = time.perf_counter()
    while (taken := time.perf_counter() - began) < seconds:
        state = rules.setup(seats, dice, options)
        while awaited := rules.to_act(state):
            seat = awaited[0]
            legal = rules.legal_moves(state, seat)
            state, _ = rules.apply(state, seat, legal[int(rng.random() * len(legal))], 0, dice)
            moves += 1
        rules.outcome(state)
        matches += 1
    return matches / taken, moves / taken


def main(seconds: float) -> None:
    print("\nRandom 4-seat playouts a second, one core (aim for Parade: 3,000)")
    base = None
    for game in (name for name in core.names() if not core.game(name).LIVE):
        matches, moves = playouts(game, seconds / 2)
        base = base or matches
        print(f"  {game:12} {matches:8,.0f} playouts {moves:10,.0f} moves   x{matches / base:.2f}")
