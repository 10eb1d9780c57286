"""Matches of bots alone on a shared deal. This also runs in the bots' processes, so it imports only the rules."""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from random import Random

from games.rules import core, match, simulation
from games.rules.budget import Budget
from games.rules.chance import Stream

# The seat whose person plays the deal of a day.
SEAT = 0
# The time between two moves of a turn-based game, in ms, for replays.
PACE = 2000
# Seat (None is the clock), move, and ms since the match began.
Moves = list[tuple[int | None, core.Move, int]]


def bot_seed(seed: str, seat: int, moves: Sequence[tuple[int | None, core.Move]]) -> int:
    """Return the seed of a bot's random generator. It depends only on the deal, the seat and all moves so far.

    So in each try the bots of a shared deal answer the same moves alike.
    """
    history = json.dumps([seat, moves], sort_keys=True, separators=(",", ":"))
    return int.from_bytes(hmac.digest(bytes.fromhex(seed), history.encode(), "sha256")[:8], "big")


def play(rules: core.Game, seed: str, levels: Sequence[str], playouts: int | None) -> Moves:
    """Return the moves of a match of bots on that deal, one level a seat. Only `playouts` limits the searches."""
    stream = Stream(bytes.fromhex(seed), [""] * len(levels))
    if isinstance(rules, core.RealTimeGame):
        return _race(rules, seed, levels, stream)
    moves: list[tuple[int, core.Move]] = []
    state, _setup = core.deal(rules, len(levels), stream, {})
    while awaited := rules.to_act(state):
        # Where several seats may move, the person's is the first.
        seat = min(awaited)
        rng = Random(bot_seed(seed, seat, moves))
        move = rules.choose(levels[seat], rules.view(state, seat), rng, Budget(playouts=playouts))
        assert move is not None, "a bot of a turn game must move"
        state, _events = core.play(rules, state, seat, move, 0, stream)
        moves.append((seat, move))
    return [(seat, move, PACE * number) for number, (seat, move) in enumerate(moves, start=1)]


def _race(rules: core.RealTimeGame, seed: str, levels: Sequence[str], stream: Stream) -> Moves:
    options = core.settle_options(rules, len(levels), {})
    state, setup = core.deal(rules, len(levels), stream, options)
    played = match.Match(rules, len(levels), options, state, setup)
    bots = [
        simulation.Bot(seat, level, Random(bot_seed(seed, seat, []))) for seat, level in enumerate(levels)
    ]
    simulation.run_real_time(played, rules, bots, stream, legal=False)
    return [(entry["seat"], entry["move"], entry["at"]) for entry in played.moves]
