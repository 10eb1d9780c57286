"""The bots of the stocking race: their moves and reaction times, as functions of their seat's view.

A bot that does nothing now looks again when something has changed.
"""

from __future__ import annotations

from math import log
from random import Random
from typing import Any, NamedTuple

from games.rules import core
from games.rules.budget import FULL, Budget
from games.stockings.rules.rules import SPECIALS
from games.stockings.rules.view import preview

Choice = tuple[core.Move, dict[str, Any]]

SPREAD = 0.35
RANDOM_REACTION = (200, 3000)  # in ms, uniformly distributed


class Level(NamedTuple):
    """Odds from 0 to 1 for each look, except the median reaction in ms."""

    median: float
    misses: float  # a slap that it could make
    slips: float  # to lay a wrong card
    forgets: float  # to call, to answer a naming, or to flip
    passes: float
    each: float = 0  # ms that each different card in the hand adds to the median


GENTLE = Level(median=2300, misses=0.3, slips=0.03, forgets=0.35, passes=0.5)
EASY = Level(median=1600, misses=0.25, slips=0.05, forgets=0.3, passes=0.5)
GREEDY = Level(median=900, misses=0.05, slips=0.01, forgets=0.05, passes=0.85)
# Like a skilled person. Deciding if what is shown is one of a few memorised things takes 397 ms, and 38 ms more for
# each of them, with 1.3 % errors (Sternberg 1966, High-speed scanning in human memory, Science 153:652-654). How often
# a duty is forgotten is our guess.
HARD = Level(median=397, each=38, misses=0.013, slips=0.013, forgets=0.02, passes=0.95)
PARAMETERS = {"gentle": GENTLE, "easy": EASY, "greedy": GREEDY, "hard": HARD}


def reaction(level: str, view: core.View, rng: Random) -> int:
    """Return the ms after the last visible change until the bot acts."""
    if level == core.RANDOM:
        return rng.randint(*RANDOM_REACTION)
    parameters = _level(level)
    median = parameters.median + parameters.each * len(set(view["hand"]))
    return round(rng.lognormvariate(log(median), SPREAD))


def choose(level: str, view: core.View, rng: Random, budget: Budget = FULL) -> core.Move | None:
    """Return the bot's move on its view, or None for nothing now.

    `random` does nothing in one look of three, else any listed move. The others call, answer, swap, lay what fits and
    pass what doesn't, and sometimes err. `greedy` errs less than `gentle` and `easy` and chooses which card to lay;
    `hard` does so as quickly and carefully as a skilled person.
    """
    choices = preview(view, view["you"])
    if not choices:
        return None
    if level == core.RANDOM:
        return None if rng.random() < 1 / 3 else rng.choice(choices)[0]
    return _duty(_level(level), choices, rng) or _race(_level(level), view, choices, rng)


def _level(level: str) -> Level:
    if level not in PARAMETERS:
        raise ValueError(f"no level {level!r}")
    return PARAMETERS[level]


def _of(kind: str, choices: list[Choice]) -> list[Choice]:
    return [choice for choice in choices if choice[0]["type"] == kind]


def _duty(level: Level, choices: list[Choice], rng: Random) -> core.Move | None:
    """Return the first of the actions that don't depend on the newest card and are not forgotten."""
    for kind in ("ho_ho_ho", "swap", "drop", "flip"):
        if (possible := _of(kind, choices)) and rng.random() >= level.forgets:
            return max(possible, key=_worth)[0]
    return None


def _worth(choice: Choice) -> float:
    """Return the worth of a swap or drop: the fewest cards received, the most dropped without one coming back."""
    move, what = choice
    if move["type"] == "drop":
        return -1 if what["returned"] else len(move["cards"])
    return -float(what.get("gets", 0))


def _race(level: Level, view: core.View, choices: list[Choice], rng: Random) -> core.Move | None:
    slaps = _of("slap", choices)
    # A bot with a last card here has forgotten to call, and lays it all the same.
    right = [choice for choice in slaps if choice[1]["verdict"] == "right" or choice[1]["why"] == "no_call"]
    if view["phase"] == "wait":
        if slaps and rng.random() < level.slips:
            return rng.choice(slaps)[0]
        if right and rng.random() >= level.misses:
            return (_best(view, right) if level in (GREEDY, HARD) else rng.choice(right))[0]
    passing = _of("pass", choices)
    return passing[0][0] if passing and not right and rng.random() < level.passes else None


def _best(view: core.View, right: list[Choice]) -> Choice:
    """Return the slap after which the hand is best."""
    return max(right, key=lambda choice: _merit(view, choice))


def _merit(view: core.View, choice: Choice) -> float:
    """Return in cards the likely worth of the effect, less for specials that stay, since one can't be laid last."""
    move, what = choice
    if what["wins"]:
        return 100
    rest = list(view["hand"])
    rest.remove(move["card"])
    merit = 0.0
    if what["effect"] == "fireplace":
        merit = 1.0
    elif what["effect"] == "swap":
        merit = len(rest) - min(size for seat, size in enumerate(view["hands"]) if seat != view["you"])
    elif what["effect"] == "naming":
        design = view["card"] if move["card"] in SPECIALS else move["card"]
        merit = rest.count(design) - 0.25
    return merit - 10 * all(card in SPECIALS for card in rest)
