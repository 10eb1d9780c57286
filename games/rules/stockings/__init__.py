"""The Stocking Race (Perds pas ta paire de Noël, by Simon LeBeau): get rid of every card first, all at once.

Rules: templates/rules/stockings.en.html.
"""

from games.rules import core
from games.rules.stockings.bot import choose, reaction
from games.rules.stockings.clock import drawn, due
from games.rules.stockings.moves import MOVES, apply, check, legal_moves
from games.rules.stockings.rules import dump, load, outcome, setup, standing, to_act
from games.rules.stockings.view import determinize, preview, view, witness

NAME = "The Stocking Race"
SEATS = (3, 4, 5, 6)
LIVE = True
RULES = 1
OPTIONS = (
    core.Option("window", 5000, range(500, 60001), {3: 3000}),
    core.Option("pause", 1200, range(60001)),
    core.Option("limit", 400, range(1, 100001)),
)
LEVELS = ("random", "easy", "greedy")

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
    "reaction",
    "setup",
    "standing",
    "to_act",
    "view",
    "witness",
]
