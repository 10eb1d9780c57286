"""Tea Time's bots. A bot is a function of its seat's view."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules import core
from games.rules.budget import FULL, Budget
from games.tea_time.rules.rules import CHARACTERS, GRIDS, MOST, score
from games.tea_time.rules.search import search
from games.tea_time.rules.value import EARLY, EARLY_ALICE
from games.tea_time.rules.view import holding_of, preview

# The points below the best move that still count as sensible to the easy bot.
SENSIBLE = 3.2
Choice = tuple[core.Move, dict[str, Any]]


def choose(level: str, view: core.View, rng: Random, budget: Budget = FULL) -> core.Move:
    """Return the bot's move.

    - `gentle`: one card, for the best score of the moment, with its favourite character if several are equal.
    - `easy`: any move that is worth about as much as the best.
    - `greedy`: the move after which its cards are worth most, including what may still come.
    - `hard`: the best move that its search finds.
    - `random`: any legal move.
    """
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


def _liking(seat: int, choice: Choice) -> tuple[bool, int, int]:
    """Return whether it is one card, then the seat's score after the move, then the number of cards of its favourite
    character."""
    move, what = choice
    held = sum(stack["count"] for stack in what["held"] if stack["character"] == CHARACTERS[seat])
    return len(move["cells"]) == 1, what["scores"][seat], held


def _worth(view: core.View, choice: Choice) -> float:
    """Return the worth of a hand: from an equal worth of every card at the start to the points at the end."""
    _, what = choice
    share, alice = _share_left(view), what["alice"] == view["you"]
    holding = holding_of(what["held"])
    early = EARLY * sum(min(abs(count), MOST) for count in holding) + EARLY_ALICE * alice
    worth: float = share * early + (1 - share) * score(holding, alice)
    return worth


def _share_left(view: core.View) -> float:
    """Return the share of all cards that nobody has taken yet."""
    every = GRIDS[len(view["held"])].each * len(view["left"])
    return float(sum(view["left"].values()) / every)
