"""Tea Time's conditional moves: the cards to take next.

Cards only leave a grid, so some may be gone by then; the player chooses what happens in that case. The functions use
nothing but their arguments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules import core
from games.rules.conditional import Basis, ConditionalMove, ConditionalMoves, Dropped, Step, check_choice
from games.tea_time.rules import rules
from games.tea_time.rules.rules import FACES, GRIDS, RUNS, State
from games.tea_time.rules.view import cells_of, holding_of
from games.tea_time.rules.view import preview as moves_preview

SHAPES: Mapping[str, core.Fields] = {"take": {"cells": list[list[int]], "if": str}}
# All of them are still there; else those that are left; those that are left if they score no less than all did.
IFS = ("all", "left", "score")

Cell = Sequence[int]


def next_turn(view: core.View, seat: int) -> str:
    return "" if view["over"] else "take"


def _turn_then(view: core.View, seat: int) -> int:
    """Return the number of the seat's next turn in this round."""
    number: int = view["turn"] + (seat - view["seat"]) % len(view["held"])
    return number


def check(view: core.View, seat: int, given: ConditionalMove) -> None:
    check_choice(given["if"], IFS, "if")
    rules.check(_table(view, seat), seat, {"type": "take", "cells": given["cells"]})


def _table(view: core.View, seat: int) -> State:
    """Return the current grid at the seat's next turn, which is enough to judge a choice of cells."""
    held = tuple(holding_of(held_list) for held_list in view["held"])
    return State(
        deck=(),
        grid=tuple(cells_of(view)),
        held=held,
        gone=(),
        alice=view["alice"],
        seat=seat,
        turn=_turn_then(view, seat),
    )


def preview(view: core.View, seat: int) -> list[tuple[ConditionalMove, dict[str, Any]]]:
    """Like `Game.preview`, for the current board."""
    if view["over"] or seat in view["to_act"]:
        return []
    choices = moves_preview(view | {"to_act": [seat], "turn": _turn_then(view, seat)}, seat)
    return [({**move, "if": condition}, what) for move, what in choices for condition in IFS]


def basis(view: core.View, seat: int, given: ConditionalMove) -> Basis:
    cells = given["cells"]
    return {
        "round": view["round"],
        "cards": [view["grid"][row][column] for row, column in cells],
        "gain": _gain(view, seat, cells),
    }


def _place(view: core.View, cell: Cell) -> int:
    return cell[0] * GRIDS[len(view["held"])].columns + cell[1]


def _gain(view: core.View, seat: int, cells: Sequence[Cell]) -> int:
    """Return the change of the seat's score for taking those cells, not in the first turn of a round."""
    grid, faces = cells_of(view), FACES[len(view["held"])]
    places = [_place(view, cell) for cell in cells]
    taken = [(str(grid[place]), faces[place]) for place in places]
    holding, _ = rules.settle(holding_of(view["held"][seat]), taken)
    alice = rules.holder(view["alice"], seat, max(2, view["turn"]), taken)
    change: int = rules.score(holding, alice == seat) - view["scores"][seat]
    return change


def resolve(view: core.View, seat: int, given: ConditionalMove, basis: Basis) -> Step | Dropped:
    if view["round"] != basis["round"]:
        return Dropped("new_round")
    cells = [
        cell
        for cell, card in zip(given["cells"], basis["cards"], strict=True)
        if view["grid"][cell[0]][cell[1]] == card
    ]
    why = _spoiled(view, seat, given=given, basis=basis, cells=cells)
    return Dropped(why) if why else Step({"type": "take", "cells": [list(cell) for cell in cells]})


def _spoiled(view: core.View, seat: int, given: ConditionalMove, basis: Basis, cells: Sequence[Cell]) -> str:
    """Return why the cells that are left are not to be taken; "" if they are."""
    if not cells:
        return "all_gone"
    if len(cells) < len(given["cells"]) and given["if"] == "all":
        return "some_gone"
    if tuple(sorted(_place(view, cell) for cell in cells)) not in RUNS[len(view["held"])]:
        return "apart"
    if given["if"] == "score" and _gain(view, seat, cells) < basis["gain"]:
        return "scores_less"
    return ""


class TeaTimeConditional(ConditionalMoves):
    SHAPES = SHAPES
    next_turn = staticmethod(next_turn)
    check = staticmethod(check)
    preview = staticmethod(preview)
    basis = staticmethod(basis)
    resolve = staticmethod(resolve)
