"""Wonderland's bots. A bot is a function of its seat's view."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.rules import core
from games.rules.budget import FULL, Budget
from games.wonderland.rules import powers, rules, scoring
from games.wonderland.rules.odds import UNKNOWN, Odds, top
from games.wonderland.rules.search import search
from games.wonderland.rules.state import (
    CHARACTERS,
    KINDS,
    NOTEBOOK,
    Cards,
    State,
    cards_of,
    explorable,
    neighbours,
)
from games.wonderland.rules.view import consequence, known, preview

# The easy bot goes on up to this chance of a collapse, and takes any card that is this much less safe than the safest.
DARES, SENSIBLE = 0.25, 0.15
# The greedy bot's worth of an unseen card, a look, the power after an exploration, and a card given to a rival by its
# chance to spoil that tunnel.
AVERAGE, LOOK, POWER, SPOIL, GIFT = 2.0, 0.2, 0.5, 4.0, 0.5


def choose(level: str, view: core.View, rng: Random, budget: Budget = FULL) -> core.Move:
    """Return the bot's move.

    - `gentle`: the safest exploration, then it stops.
    - `easy`: goes on while a collapse is unlikely, and chooses at random among safe moves.
    - `greedy`: the move with the highest expected worth of its notebook.
    - `hard`: the best move in playouts.
    - `random`: any legal move.
    """
    if level == "hard":
        return search(view, rng, budget)[0].move
    if level == "greedy":
        return greedy(view)
    moves = preview(view, view["you"])
    if level == core.RANDOM:
        return rng.choice(moves)[0]
    if level == "gentle":
        return _timid(view, moves)
    if level != "easy":
        raise ValueError(f"no level {level!r}")
    risks = [what.get("chance", 0.0) if "seat" not in move else 0.0 for move, what in moves]
    if view["phase"] == "choice":
        going = min(risks[:-1])
        if going > DARES:
            return moves[-1][0]
        moves, risks = moves[:-1], risks[:-1]
    limit = min(risks) + SENSIBLE
    return rng.choice([move for (move, _), risk in zip(moves, risks, strict=True) if risk <= limit])


def _timid(view: core.View, moves: list[tuple[core.Move, dict[str, Any]]]) -> core.Move:
    """Stop if possible, else choose the safest move. The favourite character is laid last, and its power used first."""
    if view["phase"] == "choice":
        return moves[-1][0]
    favourite = CHARACTERS[view["you"]]

    def misgivings(choice: tuple[core.Move, dict[str, Any]]) -> tuple[float, bool]:
        move, what = choice
        fond = favourite in (move["card"], move.get("as"))
        risk: float = what.get("chance", 0.0) if "seat" not in move else 0.0
        return risk, fond == (move["type"] == "explore")

    return min(moves, key=misgivings)[0]


def greedy(view: core.View) -> core.Move:
    table = known(view)
    odds = Odds(table, table.turn)
    moves = _distinct(table, rules.legal_moves(table, table.turn))
    worths = [_worth(table, odds, move) for move in moves]
    return moves[worths.index(max(worths))]


def _distinct(table: State, moves: Sequence[core.Move]) -> list[core.Move]:
    """Leave one of several queen moves that cover the same character, because the rest of the tunnel is the same."""
    tunnel = table.tunnels[table.turn]
    kinds = [tunnel[move["cover"]].card if "cover" in move else str(move) for move in moves]
    return list(dict(zip(reversed(kinds), reversed(moves), strict=True)).values())[::-1]


def _worth(table: State, odds: Odds, move: core.Move) -> float:
    """Return the points that this seat may expect after the move."""
    if move["type"] == "stop":
        return _staying(table)
    if move["type"] == "power":
        return _power_worth(table, odds, move)
    return _explored(table, odds, move["pile"], move["card"])


def _staying(table: State) -> float:
    return _value(table.notebooks[table.turn] + cards_of(table.tunnels[table.turn]), table.groups)


def _explored(table: State, odds: Odds, place: int, card: str) -> float:
    notebook = list(table.notebooks[table.turn])
    notebook.remove(card)
    tops = [top(table.piles[neighbour]) for neighbour in neighbours(table.piles, place)]
    return _expected(table, odds, tuple(notebook), tops) + POWER * (1 - odds.chance(tops))


def _expected(table: State, odds: Odds, notebook: Cards, tops: list[str]) -> float:
    """Return the expected worth of the notebook if the seat stops after cards `tops`, over all that they may be."""
    safe = notebook + cards_of(table.tunnels[table.turn])
    fallen = _value(notebook, table.groups) + AVERAGE * max(0, NOTEBOOK - len(notebook))
    total = value = 0.0
    for kinds, (ways, bad) in odds.outlook(tops).items():
        total += ways
        value += bad * fallen
        if ways > bad:
            value += (ways - bad) * _value(safe + kinds, table.groups)
    return value / total


def _value(cards: Cards, groups: str) -> float:
    """Return the score of these cards, with an average for unseen ones."""
    counts = tuple([cards.count(kind) for kind in KINDS])
    return scoring.worth(counts, groups) + AVERAGE * cards.count(UNKNOWN)


def _power_worth(table: State, odds: Odds, move: core.Move) -> float:
    character = powers.character_of(move)
    if character == "rabbit":
        return _expected(table, odds, table.notebooks[table.turn], [table.piles[move["pile"]].down[0]])
    if character == "hatter":
        chance: float = consequence(table, odds, move)["chance"]
        return _ahead(table, odds) + SPOIL * chance - GIFT
    if character == "cat":
        return _ahead(table, odds) + LOOK
    table, event = powers.use(table, move)
    return _ahead(table, odds if event["event"] == "key" else Odds(table, table.turn))


def _ahead(table: State, odds: Odds) -> float:
    """Return the better of stopping now and going on by one exploration with the card that is missed least."""
    staying = _staying(table)
    notebook = table.notebooks[table.turn]
    if table.ending or not notebook:
        return staying
    card = min(dict.fromkeys(notebook), key=lambda each: _loss(notebook, each, table.groups))
    return max([staying, *(_explored(table, odds, place, card) for place in explorable(table))])


def _loss(notebook: Cards, card: str, groups: str) -> float:
    left = list(notebook)
    left.remove(card)
    return _value(notebook, groups) - _value(tuple(left), groups)
