"""Random playouts on one core: by the rules alone (deal, legal moves, apply, to the end), and by the games' kernels
from a guess at what a seat can't see."""

from __future__ import annotations

import time
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from games.rules import core
from games.rules.budget import Budget
from scripts.bench import report, stage


class Dice:
    """Chance without the committed stream, whose cost belongs to dealing and not to the rules."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        deck = list(cards)
        self.rng.shuffle(deck)
        return tuple(deck)

    def pick(self, n: int) -> int:
        return self.rng.randrange(n)


def playouts(game: str, seconds: float) -> tuple[float, float]:
    """Return playouts and moves a second at four seats (or the game's most)."""
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


def kernel_of(game: str) -> tuple[Any, Any] | None:
    """Return the modules `rules/kernel.py` and `rules/search.py`, or None if the game has no kernel."""
    package = type(core.game(game)).__module__
    if not find_spec(f"{package}.kernel"):
        return None
    return import_module(f"{package}.kernel"), import_module(f"{package}.search")


def guessed(game: str, kernel: Any, search: Any, seconds: float) -> float:
    """Return the kernel's playouts a second at four seats, each from a new guess at the deal."""
    rules, rng = core.game(game), Random(1)
    state = rules.setup(4, Dice(rng), core.settle_options(rules, 4, {}))
    worlds = search.Worlds(rules.view(state, rules.to_act(state)[0]), rng)
    matches = 0
    began = time.perf_counter()
    while (taken := time.perf_counter() - began) < seconds:
        table = worlds.guess()
        kernel.play_at_random(table, rng.random)
        kernel.finish(table, rng.random)
        matches += 1
    return matches / taken


def searched(game: str, search: Any, seconds: float) -> float:
    """Return the playouts a second of the hard bot's search at four seats."""
    rules, rng = core.game(game), Random(1)
    state = rules.setup(4, Dice(rng), core.settle_options(rules, 4, {}))
    view = rules.view(state, rules.to_act(state)[0])
    began = time.perf_counter()
    candidates = search.search(view, rng, Budget(10**9, clock=seconds))
    count: int = sum(candidate.playouts for candidate in candidates)
    return count / (time.perf_counter() - began)


def main(seconds: float) -> None:
    # Games are registered when Django is set up.
    stage.prepare()
    print("\nRandom 4-seat playouts a second, one core")
    base = None
    for game in (name for name in core.names() if not core.game(name).REAL_TIME):
        matches, moves = playouts(game, seconds / 2)
        base = base or matches
        report.note("playouts", game, playouts=matches, moves=moves)
        print(f"  {game:12} {matches:8,.0f} playouts {moves:10,.0f} moves   x{matches / base:.2f}")
    print("\nThe kernels' playouts a second from guesses at a 4-seat deal, one core")
    for game in core.names():
        if kernel := kernel_of(game):
            print(f"  {game:12} {guessed(game, *kernel, seconds / 2):8,.0f} playouts at random", end="")
            print(f" {searched(game, kernel[1], seconds / 2):8,.0f} of the hard bot")
