"""The chances of majorities at the discard, where all seats choose at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb
from random import Random

from games.boards.trials import is_near
from games.parade.rules import rules
from games.parade.rules.rules import COLOUR, COLOURS, DECK, KEPT
from games.parade.rules.view import determinize
from games.rules import core

# The number of cards that everybody keeps.
KEEPS = KEPT - 2


def majority(view: core.View, hand: Sequence[str], colour: str) -> float:
    """Return the chance that the view's seat has the majority of a colour with the kept cards.

    Each other seat is taken to keep any two of the cards that the view does not show.
    """
    you = view["you"]
    held = [sum(COLOUR[card] == colour for card in cards) for cards in view["before"]]
    mine = held.pop(you) + sum(COLOUR[card] == colour for card in hand)
    unseen = hidden(view)
    of_colour = sum(COLOUR[card] == colour for card in unseen)
    lead = 2 if len(held) == 1 else 0
    good = 0
    for more in product(range(KEEPS + 1), repeat=len(held)):
        if all(mine >= before + new + lead for before, new in zip(held, more, strict=True)):
            good += _ways(more, of_colour, len(unseen) - of_colour)
    return good / _all_ways(len(held), len(unseen)) if mine else 0.0


def hidden(view: core.View) -> list[str]:
    """Return the cards that the view does not show."""
    visible = {*view["hand"], *view["parade"], *(card for cards in view["before"] for card in cards)}
    return [card for card in DECK if card not in visible]


def _ways(more: Sequence[int], of_colour: int, others: int) -> int:
    """Return the number of ways in which the seats keep `more` cards of the colour, and others of the rest."""
    ways = 1
    for number in more:
        ways *= comb(of_colour, number) * comb(others, KEEPS - number)
        of_colour, others = of_colour - number, others - (KEEPS - number)
        if of_colour < 0 or others < 0:
            return 0
    return ways


def _all_ways(seats: int, hidden: int) -> int:
    ways = 1
    for seat in range(seats):
        ways *= comb(hidden - KEEPS * seat, KEEPS)
    return ways


def is_counted(view: core.View, kept_cards: Sequence[str], colour: str, chance: float) -> bool:
    """Return True if guesses at the others' hands give about the same chance."""
    you, place = view["you"], COLOURS.index(colour)

    def crowned(rng: Random) -> bool:
        before = []
        for seat, hand in enumerate(determinize(view, rng).hands):
            keeps = kept_cards if seat == you else rng.sample(hand, KEEPS)
            before.append((*view["before"][seat], *keeps))
        return rules.count(before)[you][place][1]

    return is_near(chance, crowned)
