"""Tea Time's bots. A bot is a function of its seat's view."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules import core
from games.rules.budget import FULL, Budget
from games.tea_time.rules.policy import EARLY, EARLY_ALICE
from games.tea_time.rules.rules import CHARACTERS, GRIDS, MOST, score
from games.tea_time.rules.search import search
from games.tea_time.rules.view import holding_of, preview

# How many points less than the best a move may be worth and still count as sensible to the easy bot.
SENSIBLE = 3.2
Choice = tuple[core.Move, dict[str, Any]]


def choose(level: str, view: core.View, rng: Random, budget: Budget = FULL) -> core.Move:
    """`gentle`: the best score of the moment, its favourite character where several are equal. `easy`: any move
    that is worth about as much as the best. `greedy`: the move after which its cards are worth most, counting
    what may still come. `hard`: what comes off best in playouts. `random`: any legal move."""
    if level == "hard":
        return search(view, rng, budget)[0].move
    moves = preview(view, view["you"])
    if level == core.RANDOM:
        return rng.choice(moves)[0]
    if level == "gentle":
        return max(moves, key=lambda choice: _liking(view["you"], choice))[0]
    worths = [_worth(view, choice) for choice in moves]
    if level == "easy":
        least = max(worths) - SENSIBLE
        return rng.choice([move for (move, _), worth in zip(moves, worths, strict=True) if worth >= least])
    if level == "greedy":
        return moves[worths.index(max(worths))][0]
    raise ValueError(f"no level {level!r}")


def _liking(seat: int, choice: Choice) -> tuple[int, int]:
    """The seat's score after the move, then how many cards of its favourite character it would hold."""
    _, what = choice
    held = sum(each["count"] for each in what["held"] if each["character"] == CHARACTERS[seat])
    return what["scores"][seat], held


def _worth(view: core.View, choice: Choice) -> float:
    """From every card alike at the start of the match to the points that are written down at its end."""
    _, what = choice
    share, alice = _share_left(view), what["alice"] == view["you"]
    holding = holding_of(what["held"])
    early = EARLY * sum(min(abs(count), MOST) for count in holding) + EARLY_ALICE * alice
    worth: float = share * early + (1 - share) * score(holding, alice)
    return worth


def _share_left(view: core.View) -> float:
    """The part of all cards that nobody has taken yet."""
    every = GRIDS[len(view["held"])].each * len(view["left"])
    return float(sum(view["left"].values()) / every)
