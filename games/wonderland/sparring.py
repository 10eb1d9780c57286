"""Players against whom the bots are measured."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.rules import core
from games.wonderland.rules import bot, kernel, policy
from games.wonderland.rules.search import Worlds, distinct
from games.wonderland.rules.table import (
    ALICE,
    CHOICE,
    EXPLORE,
    HATTER,
    HATTERS,
    OVER,
    POWER,
    POWERS,
    QUEEN,
    SPIRITS,
    STOPPING,
    Move,
    Table,
)
from games.wonderland.rules.view import preview
from scripts.sparring.uct import Rules

# The beginner goes on up to this chance of a collapse, stops at any time with a chance of STOPS, and takes any
# exploration whose chance of a collapse is at most TERRIBLE above the least.
DARES, STOPS, TERRIBLE = 0.35, 0.3, 0.25
# The defensive player goes on up to this chance, the daring one up to that.
CAREFUL, DARING = 0.08, 0.5
Choice = tuple[core.Move, dict[str, Any]]


def beginner(view: core.View, rng: Random) -> core.Move:
    """Any move that is not terrible."""
    moves = preview(view, view["you"])
    if view["phase"] == "choice":
        going = moves[:-1]
        if min(map(danger, going)) > DARES or rng.random() < STOPS:
            return moves[-1][0]
        moves = going
    least = min(map(danger, moves))
    return rng.choice([choice[0] for choice in moves if danger(choice) <= least + TERRIBLE])


def defensive(view: core.View, rng: Random) -> core.Move:
    """Goes on only while it is nearly safe, then as the greedy bot."""
    return up_to(view, CAREFUL)


def daring(view: core.View, rng: Random) -> core.Move:
    """Goes on while a collapse is less likely than not."""
    return up_to(view, DARING)


def up_to(view: core.View, limit: float) -> core.Move:
    """Return the greedy bot's move, but stop above that chance of a collapse and go on below it."""
    if view["phase"] != "choice":
        return bot.greedy(view)
    moves = preview(view, view["you"])
    safest = min(moves[:-1], key=danger)
    if danger(safest) > limit:
        return moves[-1][0]
    chosen = bot.greedy(view)
    return safest[0] if chosen["type"] == "stop" else chosen


def denying(view: core.View, rng: Random) -> core.Move:
    """Spoils another's tunnel with a hatter wherever that is likely, otherwise as the greedy bot."""
    moves = [choice for choice in preview(view, view["you"]) if "seat" in choice[0]]
    if moves:
        hatter = max(moves, key=lambda choice: (choice[1]["chance"], view["scores"][choice[0]["seat"]]))
        if hatter[1]["chance"] > 0:
            return hatter[0]
    return bot.greedy(view)


def danger(choice: Choice) -> float:
    """Return the chance that the move makes the own tunnel collapse."""
    move, what = choice
    chance: float = 0.0 if "seat" in move else what.get("chance", 0.0)
    return chance


def tree(view: core.View, rng: Random) -> Rules:
    """Return what the partner `uct` needs. Its playouts follow the light policy: with random ones it is weak."""
    listed = distinct(view)
    worlds = Worlds(view, rng)

    def finish(table: Table) -> list[int]:
        while table.phase != OVER:
            kernel.play(table, policy.sensible(table), rng.random)
        return [-points for points in kernel.finish(table, rng.random)]

    return Rules(
        guess=worlds.guess,
        seat=lambda table: table.turn,
        moves=moves_of,
        play=lambda table, move: kernel.play(table, move, rng.random),
        finish=finish,
        move_of=lambda move: listed[move],
    )


def moves_of(table: Table) -> Sequence[Move]:
    """Return the legal moves of the seat in turn; of queens that cover the same kind there is one."""
    if table.phase == OVER:
        return []
    if table.phase != POWERS:
        kinds = [kind for kind in SPIRITS if table.books[table.turn][kind]]
        moves: list[Move] = [(EXPLORE, pile, kind) for pile in kernel.explorable(table) for kind in kinds]
        return [*moves, STOPPING] if table.phase == CHOICE else moves
    deep = [pile for pile, down in enumerate(table.downs) if down]
    others = [seat for seat in range(len(table.books)) if seat != table.turn]
    tunnel, moves = table.tunnels[table.turn], []
    for card, character in table.powers:
        if character == ALICE:
            fields = [(0, 0)]
        elif character == QUEEN:
            free = [place for place, entry in enumerate(tunnel) if entry < HATTERS]
            # As in the search's own moves: the first of each kind, with the first other one.
            first = {tunnel[place]: place for place in reversed(free)}
            fields = [(cover, next(other for other in free if other != cover)) for cover in first.values()]
        elif character == HATTER:
            fields = [(seat, pile) for seat in others for pile in deep]
        else:
            fields = [(pile, 0) for pile in deep]
        moves += [(POWER, card, character, a, b) for a, b in fields]
    return moves


PLAYERS = {"beginner": beginner, "denying": denying, "defensive": defensive, "daring": daring}
