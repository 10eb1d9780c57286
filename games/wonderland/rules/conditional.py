"""Wonderland's conditional moves: the first exploration of the next turn, up to a chance of a collapse.

The chance is what the owner can know then. The turn then waits for its player, or is played to its end: the power that
the greedy bot would use, then a stop. The functions use nothing but their arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from games.rules import core
from games.rules.conditional import Basis, ConditionalMove, ConditionalMoves, Dropped, Step, check_choice
from games.wonderland.rules import rules
from games.wonderland.rules.bot import choose
from games.wonderland.rules.odds import Odds
from games.wonderland.rules.state import HELD, KEYS, State
from games.wonderland.rules.view import consequence, known

SHAPES: Mapping[str, core.Fields] = {"explore": {"card": str, "pile": int, "most": int, "then": str}}
# The greatest chance of a collapse, in percent; 100: any.
DARES = (0, 10, 20, 30, 40, 50, 100)
THENS = ("wait", "stop")


def next_turn(view: core.View, seat: int) -> str:
    # When the end condition is met, nobody has another turn.
    return "" if view["phase"] == "over" or view["ending"] else "explore"


def check(view: core.View, seat: int, given: ConditionalMove) -> None:
    check_choice(given["most"], DARES, "most")
    check_choice(given["then"], THENS, "then")
    rules.check(_then(view, seat), seat, _move(given))


def _move(given: ConditionalMove) -> core.Move:
    return {"type": "explore", "pile": given["pile"], "card": given["card"]}


def _then(view: core.View, seat: int) -> State:
    """Return the table as the seat knows it, as if its turn began on the current board."""
    table = known(view)
    piles = tuple(pile._replace(key=False) for pile in table.piles)
    return table._replace(turn=seat, phase="explore", hand=HELD, hall=KEYS - HELD, piles=piles)


def preview(view: core.View, seat: int) -> list[tuple[ConditionalMove, dict[str, Any]]]:
    """Like `Game.preview` of an exploration, for the current board."""
    if not next_turn(view, seat) or seat in view["to_act"]:
        return []
    table = _then(view, seat)
    odds = Odds(table, seat)
    return [
        ({**move, "most": most, "then": then}, what)
        for move in rules.legal_moves(table, seat)
        for what in [consequence(table, odds, move)]
        for most in DARES
        for then in THENS
    ]


def basis(view: core.View, seat: int, given: ConditionalMove) -> Basis:
    return {"step": "explore"}


def resolve(view: core.View, seat: int, given: ConditionalMove, basis: Basis) -> Step | Dropped:
    if basis["step"] == "explore":
        return _explore(view, seat, given)
    if view["phase"] == "power":
        return Step(choose("greedy", view, Random(0)), {"step": "end"})
    return Step({"type": "stop"}) if view["phase"] == "choice" else Dropped("other_turn")


def _explore(view: core.View, seat: int, given: ConditionalMove) -> Step | Dropped:
    if view["phase"] != "explore":
        return Dropped("other_turn")
    table, move = known(view), _move(given)
    try:
        rules.check(table, seat, move)
    except core.Refused as refused:
        return Dropped(refused.code)
    chance: float = consequence(table, Odds(table, seat), move)["chance"]
    # A chance is a quotient of whole numbers: 3/10 must not exceed 30 %.
    if chance > given["most"] / 100 + 1e-9:
        return Dropped("too_risky")
    return Step(move, {"step": "end"} if given["then"] == "stop" else None)


def condition(given: ConditionalMove) -> str:
    """Return the greatest chance of a collapse, in percent."""
    return str(given["most"])


class WonderlandConditional(ConditionalMoves):
    SHAPES = SHAPES
    condition = staticmethod(condition)
    next_turn = staticmethod(next_turn)
    check = staticmethod(check)
    preview = staticmethod(preview)
    basis = staticmethod(basis)
    resolve = staticmethod(resolve)
