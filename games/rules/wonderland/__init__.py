"""Wonderland, by Shi Chen: press your luck in five piles. Rules: templates/rules/wonderland.en.html."""

from games.rules import core
from games.rules.wonderland.bot import choose
from games.rules.wonderland.rules import (
    MOVES,
    apply,
    check,
    drawn,
    legal_moves,
    outcome,
    standing,
    to_act,
)
from games.rules.wonderland.state import dump, load, setup
from games.rules.wonderland.view import determinize, preview, view, witness

NAME = "Wonderland"
SEATS = (2, 3, 4)
LIVE = False
RULES = 1
OPTIONS: tuple[core.Option, ...] = (
    core.Option("reuse_keys", default=True, choices=(True, False)),
    core.Option("groups", default="linear", choices=("linear", "square")),
)
LEVELS = ("random", "easy", "greedy")


def due(state: core.State) -> None:
    return None


__all__ = [
    "LEVELS",
    "LIVE",
    "MOVES",
    "NAME",
    "OPTIONS",
    "RULES",
    "SEATS",
    "apply",
    "check",
    "choose",
    "determinize",
    "drawn",
    "due",
    "dump",
    "legal_moves",
    "load",
    "outcome",
    "preview",
    "setup",
    "standing",
    "to_act",
    "view",
    "witness",
]
