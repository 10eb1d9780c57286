"""Parade's conditional moves: the card to play next, or the discard, with a condition that the player chooses.

A hand changes only in its owner's turn, so the card can be played; what it takes depends on the others. The functions
use nothing but their arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.parade.rules import rules
from games.parade.rules.rules import COLOUR, PLAYS
from games.parade.rules.view import preview as moves_preview
from games.rules import core
from games.rules.conditional import Basis, ConditionalMove, ConditionalMoves, Dropped, Step, check_choice

SHAPES: Mapping[str, core.Fields] = {
    "play": {"card": str, "if": str},
    "discard": {"cards": list[str], "if": str},
}
# Always; it takes nothing; it takes no card that it would not take now; all cards of the parade are still there.
PLAY_IFS = ("always", "nothing", "no_more", "expected")
# Always; nobody has taken a card since.
DISCARD_IFS = ("always", "untouched")
IFS = {"play": PLAY_IFS, "discard": DISCARD_IFS}


def next_turn(view: core.View, seat: int) -> str:
    if view["phase"] != "play":
        return ""
    left = view["left"]
    if left is None or (seat - view["turn"]) % len(view["hands"]) < left:
        return "play"
    return "discard"


def check(view: core.View, seat: int, given: ConditionalMove) -> None:
    check_choice(given["if"], IFS[given["type"]], "if")
    cards = [given["card"]] if given["type"] == "play" else given["cards"]
    for card in cards:
        if card not in COLOUR:
            raise core.Refused("no_such_card", card=card[:20])
        if card not in view["hand"]:
            raise core.Refused("not_in_hand", card=card)
    if given["type"] == "discard":
        if len(set(cards)) < len(cards):
            raise core.Refused("same_card_twice")
        if len(cards) != 2:
            raise core.Refused("discard_two", count=len(cards))


def preview(view: core.View, seat: int) -> list[tuple[ConditionalMove, dict[str, Any]]]:
    """Like `Game.preview`, for the current board."""
    kind = next_turn(view, seat)
    if not kind or seat in view["to_act"]:
        return []
    choices = moves_preview(view | {"to_act": [seat], "phase": kind}, seat)
    return [({**move, "if": condition}, what) for move, what in choices for condition in IFS[kind]]


def basis(view: core.View, seat: int, given: ConditionalMove) -> Basis:
    if given["type"] == "discard":
        return {"before": _taken(view)}
    parade = view["parade"]
    return {"parade": list(parade), "takes": list(rules.taken(tuple(parade), given["card"]))}


def _taken(view: core.View) -> list[int]:
    return [len(cards) for cards in view["before"]]


def resolve(view: core.View, seat: int, given: ConditionalMove, basis: Basis) -> Step | Dropped:
    if view["phase"] != given["type"]:
        return Dropped("other_turn")
    if given["type"] == "discard":
        if given["if"] == "untouched" and _taken(view) != basis["before"]:
            return Dropped("cards_taken")
        return Step({"type": "discard", "cards": list(given["cards"])})
    why = _spoiled(view, given, basis)
    return Dropped(why) if why else Step(PLAYS[given["card"]])


def _spoiled(view: core.View, given: ConditionalMove, basis: Basis) -> str:
    """Return why the card is not to be played; "" if it is."""
    takes = rules.taken(tuple(view["parade"]), given["card"])
    if given["if"] == "nothing" and takes:
        return "takes"
    if given["if"] == "no_more" and not set(takes) <= set(basis["takes"]):
        return "takes_more"
    if given["if"] == "expected" and view["parade"][: len(basis["parade"])] != basis["parade"]:
        return "parade_changed"
    return ""


class ParadeConditional(ConditionalMoves):
    SHAPES = SHAPES
    next_turn = staticmethod(next_turn)
    check = staticmethod(check)
    preview = staticmethod(preview)
    basis = staticmethod(basis)
    resolve = staticmethod(resolve)
