"""Players against whom the bots are measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Any

from games.parade.rules import kernel, policy
from games.parade.rules.rules import COLOUR, COLOURS, VALUE
from games.parade.rules.search import Worlds, played_move
from games.parade.rules.view import preview
from games.rules import core
from scripts.sparring.uct import Rules

# The beginner plays any card that costs at most this many printed points more than the cheapest.
TERRIBLE = 8
# The guesses at the next seat's hand, and how much of what it must take a player counts for itself.
GUESSES, DENIED = 6, 0.5
What = dict[str, Any]


def beginner(view: core.View, rng: Random) -> core.Move:
    """Any card that is not terrible."""
    moves = preview(view, view["you"])
    costs = [sum(VALUE[card] for card in came(what)) for _, what in moves]
    least = min(costs)
    return rng.choice(
        [move for (move, _), cost in zip(moves, costs, strict=True) if cost <= least + TERRIBLE]
    )


def defensive(view: core.View, rng: Random) -> core.Move:
    """As few cards as possible; among several the highest card, because low ones are safe later."""
    return best(
        view, lambda move, what: (len(came(what)), sum(VALUE[card] for card in came(what)), -height(move))
    )


def daring(view: core.View, rng: Random) -> core.Move:
    """Goes for majorities: a card of a colour that it leads or shares costs one point."""
    you = view["you"]
    counts = [
        [sum(COLOUR[card] == colour for card in cards) for cards in view["before"]] for colour in COLOURS
    ]

    def cost(move: core.Move, what: What) -> float:
        total = 0.0
        for card in came(what):
            held = counts[COLOURS.index(COLOUR[card])]
            leads = held[you] > 0 and held[you] + 1 >= max(held)
            total += 1 if leads else VALUE[card]
        return total

    return best(view, cost)


def denying(view: core.View, rng: Random) -> core.Move:
    """Prefer moves that cost little and let the next seat take much."""
    if view["phase"] != "play":
        return best(view, lambda _move, what: harm(view, what))
    worlds = Worlds(view, rng)
    guesses = [worlds.guess() for _ in range(GUESSES)]

    def cost(move: core.Move, what: What) -> float:
        forced = 0
        for guess in guesses:
            table = guess.copy()
            kernel.play(table, kernel.PLACE[move["card"]])
            if not table.left:
                continue
            before = sum(points(table))
            policy.play_sensibly(table, 1)
            forced += sum(points(table)) - before
        return harm(view, what) - DENIED * forced / GUESSES

    return best(view, cost)


def points(table: kernel.Table) -> list[int]:
    columns = [kernel.points(column, len(table.hands)) for column in table.held]
    return [sum(column) // 100 for column in zip(*columns, strict=True)]


def harm(view: core.View, what: What) -> float:
    """Return by how much the seat's points grow."""
    you = view["you"]
    grown: int = what["scores"][you] - view["scores"][you]
    return grown


def came(what: What) -> list[str]:
    """Return the cards that would lie before the seat."""
    cards: list[str] = what["takes"] if "takes" in what else what["kept"]
    return cards


def height(move: core.Move) -> int:
    return VALUE[move["card"]] if "card" in move else 0


def best(view: core.View, cost: Callable[[core.Move, What], Any]) -> core.Move:
    """Return the first of the moves with the least cost."""
    return min(preview(view, view["you"]), key=lambda choice: cost(*choice))[0]


def tree(view: core.View, rng: Random) -> Rules:
    """Return what the partner `uct` needs."""
    worlds, discards = Worlds(view, rng), view["phase"] == "discard"
    you = worlds.you

    def moves(table: kernel.Table) -> Sequence[Any]:
        if discards:
            return list(combinations(table.hands[you], 2)) if len(table.hands[you]) > 2 else []
        return table.hands[table.turn] if table.left else []

    def play(table: kernel.Table, move: Any) -> None:
        if discards:
            table.hands[you] = list(move)
        else:
            kernel.play(table, move)

    def finish(table: kernel.Table) -> list[int]:
        kernel.play_at_random(table, rng.random)
        return kernel.finish(table, rng.random)

    return Rules(
        guess=worlds.guess,
        seat=lambda table: you if discards else table.turn,
        moves=moves,
        play=play,
        finish=finish,
        move_of=lambda move: played_move(view, move),
    )


PLAYERS = {"beginner": beginner, "denying": denying, "defensive": defensive, "daring": daring}
