"""The bots of the stocking race: what one does, and how long it takes it. Functions of their seat's view.

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
RANDOM_REACTION = (200, 3000)  # ms, at even odds


class Level(NamedTuple):
    """Odds from 0 to 1 a look, but for the median reaction in ms."""

    median: float
    misses: float  # a slap that it could lay
    slips: float  # lays a wrong card
    forgets: float  # to call, to answer a naming or to flip
    passes: float
    each: float = 0  # ms that the median grows by with every different card in the hand


GENTLE = Level(median=2300, misses=0.3, slips=0.03, forgets=0.35, passes=0.5)
EASY = Level(median=1600, misses=0.25, slips=0.05, forgets=0.3, passes=0.5)
GREEDY = Level(median=900, misses=0.05, slips=0.01, forgets=0.05, passes=0.85)
# A good person's: to say whether what is shown is one of a few things kept in mind takes 397 ms and 38 ms more for each
# of them, with an error in 1.3 % of the answers (Sternberg 1966, High-speed scanning in human memory, Science
# 153:652-654). How often one forgets a duty is a guess of ours.
HARD = Level(median=397, each=38, misses=0.013, slips=0.013, forgets=0.02, passes=0.95)
LEVELS = {"gentle": GENTLE, "easy": EASY, "greedy": GREEDY, "hard": HARD}


def reaction(level: str, view: core.View, rng: Random) -> int:
    """How long after the last change that it sees the bot acts, in ms."""
    if level == core.RANDOM:
        return rng.randint(*RANDOM_REACTION)
    found = _level(level)
    median = found.median + found.each * len(set(view["hand"]))
    return round(rng.lognormvariate(log(median), SPREAD))


def choose(level: str, view: core.View, rng: Random, budget: Budget = FULL) -> core.Move | None:
    """The move that a bot makes on what it sees, or None for nothing now.

    `random`: one look in three nothing, else any listed move. The others call, answer, swap, lay what fits and
    pass what doesn't, and now and then err; `greedy` errs less than `gentle` and `easy` and thinks which card to
    lay, and `hard` does so as quickly and carefully as a good person.
    """
    choices = preview(view, view["you"])
    if not choices:
        return None
    if level == core.RANDOM:
        return None if rng.random() < 1 / 3 else rng.choice(choices)[0]
    return _duty(_level(level), choices, rng) or _race(_level(level), view, choices, rng)


def _level(level: str) -> Level:
    if level not in LEVELS:
        raise ValueError(f"no level {level!r}")
    return LEVELS[level]


def _of(kind: str, choices: list[Choice]) -> list[Choice]:
    return [choice for choice in choices if choice[0]["type"] == kind]


def _duty(level: Level, choices: list[Choice], rng: Random) -> core.Move | None:
    """What is done without regard to the newest card: the first of these that there is and isn't forgotten."""
    for kind in ("ho_ho_ho", "swap", "drop", "flip"):
        if (found := _of(kind, choices)) and rng.random() >= level.forgets:
            return max(found, key=_worth)[0]
    return None


def _worth(choice: Choice) -> float:
    """How good a swap or drop is: the fewest cards got, the most dropped without getting one back."""
    move, what = choice
    if move["type"] == "drop":
        return -1 if what["returned"] else len(move["cards"])
    return -float(what.get("gets", 0))


def _race(level: Level, view: core.View, choices: list[Choice], rng: Random) -> core.Move | None:
    slaps = _of("slap", choices)
    # Who comes to this with a last card has forgotten to call, and lays it all the same.
    right = [choice for choice in slaps if choice[1]["verdict"] == "right" or choice[1]["why"] == "no_call"]
    if view["phase"] == "wait":
        if slaps and rng.random() < level.slips:
            return rng.choice(slaps)[0]
        if right and rng.random() >= level.misses:
            return (_best(view, right) if level in (GREEDY, HARD) else rng.choice(right))[0]
    passing = _of("pass", choices)
    return passing[0][0] if passing and not right and rng.random() < level.passes else None


def _best(view: core.View, right: list[Choice]) -> Choice:
    """The slap after which the hand is best off."""
    return max(right, key=lambda choice: _merit(view, choice))


def _merit(view: core.View, choice: Choice) -> float:
    """In cards: what the effect is likely to be worth, less the specials that stay: one can't be laid last."""
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
