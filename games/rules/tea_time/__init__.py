"""Tea Time, by Emanuele Ornella: nothing of a character, or as much as you can. Rules: templates/rules/tea_time.en.html."""

from games.rules import core
from games.rules.tea_time.bot import choose
from games.rules.tea_time.rules import (
    MOVES,
    apply,
    check,
    dump,
    legal_moves,
    load,
    outcome,
    setup,
    standing,
    to_act,
)
from games.rules.tea_time.view import determinize, preview, view, witness

NAME = "Tea Time"
SEATS = (2, 3, 4)
LIVE = False
RULES = 1
OPTIONS: tuple[core.Option, ...] = ()
LEVELS = ("random", "easy", "greedy")


def drawn(state: core.State, move: core.Move, events: list[core.Event]) -> list[object]:
    return []


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
