"""Tea Time's bots. A bot is a function of its seat's view."""

from __future__ import annotations

from random import Random

from games.rules import core
from games.rules.tea_time.rules import GRIDS, MOST, Holding, score
from games.rules.tea_time.view import holding_of, preview

# How many points less than the best a move may bring now and still count as sensible to the easy bot.
SENSIBLE = 6
# What a card is worth at the start of a match, and Alice: the points themselves would have a bot that
# looks no further than its move hold nothing at all, for the first card of a character loses four.
EARLY, EARLY_ALICE = 3, 1


def choose(level: str, view: core.View, rng: Random) -> core.Move:
    """`random`: any legal move. `easy`: any move that leaves it near the best score of the moment.
    `greedy`: the move after which its cards are worth most, counting what may still come."""
    moves = preview(view, view["you"])
    if level == "random":
        return rng.choice(moves)[0]
    if level == "easy":
        now = [what["scores"][view["you"]] for _, what in moves]
        least = max(now) - SENSIBLE
        return rng.choice([move for (move, _), points in zip(moves, now, strict=True) if points >= least])
    if level == "greedy":
        share = _share_left(view)
        worths = [_worth(holding_of(what["held"]), what["alice"] == view["you"], share) for _, what in moves]
        return moves[worths.index(max(worths))][0]
    raise ValueError(f"no level {level!r}; there are random, easy and greedy")


def _share_left(view: core.View) -> float:
    """The part of all cards that nobody has taken yet."""
    every = GRIDS[len(view["held"])].each * len(view["left"])
    return float(sum(view["left"].values()) / every)


def _worth(holding: Holding, alice: bool, share: float) -> float:
    """From every card alike at the start of the match to the points that are written down at its end."""
    early = EARLY * sum(min(abs(count), MOST) for count in holding) + EARLY_ALICE * alice
    return share * early + (1 - share) * score(holding, alice)
