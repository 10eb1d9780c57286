"""Parade, by Naoki Homma: take as little as you can. Rules: templates/rules/parade.en.html."""

from games.rules import core
from games.rules.parade.bot import choose
from games.rules.parade.rules import (
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
from games.rules.parade.view import determinize, preview, view, witness

NAME = "Parade"
SEATS = (2, 3, 4, 5, 6)
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
