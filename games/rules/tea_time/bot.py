"""Tea Time's bots. A bot is a function of its seat's view."""

from __future__ import annotations

from random import Random

from games.rules import core
from games.rules.tea_time.view import preview

# How many points less than the best a move may bring and still count as sensible to the easy bot.
SENSIBLE = 6


def choose(level: str, view: core.View, rng: Random) -> core.Move:
    moves = preview(view, view["you"])
    if level == "random":
        return rng.choice(moves)[0]
    scores = [what["scores"][view["you"]] for _, what in moves]
    margin = SENSIBLE if level == "easy" else 0
    return rng.choice([m for (m, _), s in zip(moves, scores, strict=True) if s >= max(scores) - margin])
