"""The luck of a shared deal's bots, and the match of bots alone. It runs in the bots' processes, too: it imports the
rules only."""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from random import Random

from games.rules import core
from games.rules.budget import Budget
from games.rules.chance import Stream

# The seat whose person plays the deal of a day.
SEAT = 0
Moves = list[tuple[int, core.Move]]


def bot_seed(seed: str, seat: int, moves: Sequence[tuple[int | None, core.Move]]) -> int:
    """Return the number by which a bot's generator begins: it follows from the deal's seed, the seat and all moves so
    far, wherever and whenever they were made."""
    told = json.dumps([seat, moves], sort_keys=True, separators=(",", ":"))
    return int.from_bytes(hmac.digest(bytes.fromhex(seed), told.encode(), "sha256")[:8], "big")


def first_awaited(awaited: Sequence[int], person: int | None = None) -> int:
    """Return the seat that moves next where several may: the person's, else the lowest."""
    return min(awaited, key=lambda seat: (seat != person, seat))


def play(rules: core.Game, seed: str, levels: Sequence[str], playouts: int | None) -> Moves:
    """Return the moves of a match of bots on that deal, one level a seat. Searches take so many playouts, however long
    they take."""
    stream, moves = Stream(bytes.fromhex(seed), [""] * len(levels)), Moves()
    state, _setup = core.deal(rules, len(levels), stream, {})
    while awaited := rules.to_act(state):
        seat = first_awaited(awaited, SEAT)
        rng = Random(bot_seed(seed, seat, moves))
        move = rules.choose(levels[seat], rules.view(state, seat), rng, Budget(playouts=playouts))
        assert move is not None, "a bot of a turn game must move"
        state, _events = core.play(rules, state, seat, move, 0, stream)
        moves.append((seat, move))
    return moves
