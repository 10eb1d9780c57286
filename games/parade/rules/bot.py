"""Parade's bots. A bot is a function of its seat's view."""

from __future__ import annotations

from random import Random
from typing import Any

from games.parade.rules.rules import COLOUR, COLOURS, VALUE
from games.parade.rules.search import search
from games.parade.rules.view import preview
from games.rules import core
from games.rules.budget import FULL, Budget

# The points above the least that a move may cost and still count as sensible to the easy bot.
SENSIBLE = 5


def choose(level: str, view: core.View, rng: Random, budget: Budget = FULL) -> core.Move:
    """Return the bot's move.

    - `gentle`: at most one card if possible, but cards of its favourite colour are welcome.
    - `easy`: any move that costs little more than the cheapest.
    - `greedy`: the least damage now, including majorities that any seat wins or loses.
    - `hard`: the best move in playouts.
    - `random`: any legal move.
    """
    if level == "hard":
        return search(view, rng, budget)[0].move
    moves = preview(view, view["you"])
    if level == core.RANDOM:
        return rng.choice(moves)[0]
    if level == "gentle":
        return _within(moves, [_disliked(view["you"], what) for _, what in moves], 0)[0]
    if level == "easy":
        harms = [_printed(what) for _, what in moves]
        return rng.choice(_within(moves, harms, SENSIBLE))
    if level == "greedy":
        return _within(moves, [_harm(view, what) for _, what in moves], 0)[0]
    raise ValueError(f"no level {level!r}")


def _disliked(seat: int, what: dict[str, Any]) -> float:
    """Return the number of cards that would come, one at least, with those of the seat's favourite colour counted
    negative."""
    cards = what.get("takes", what.get("kept", ()))
    favourites = sum(COLOUR[card] == COLOURS[seat] for card in cards)
    return max(1, len(cards)) - 2 * favourites


def _within(
    moves: list[tuple[core.Move, dict[str, Any]]], harms: list[float], margin: float
) -> list[core.Move]:
    limit = min(harms) + margin
    return [move for (move, _), harm in zip(moves, harms, strict=True) if harm <= limit]


def _printed(what: dict[str, Any]) -> float:
    """Return the printed points that would come, without majorities."""
    return sum(VALUE[card] for card in what.get("takes", what.get("kept", ())))


def _harm(view: core.View, what: dict[str, Any]) -> float:
    """Return the points that would come, less half of the others' mean change, plus a quarter for each card taken.

    So of two harmless cards the one that brings fewer is played.
    """
    you = view["you"]
    change: list[int] = [after - now for after, now in zip(what["scores"], view["scores"], strict=True)]
    mine = change.pop(you)
    return mine - sum(change) / len(change) / 2 + len(what.get("takes", [])) / 4
