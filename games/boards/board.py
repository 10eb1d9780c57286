"""Conversions: a scene to its board, a form to its move, a refusal to its text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from games.boards import keys, refusals
from games.boards.drawing import Board
from games.boards.elements import Elements
from games.boards.installed import board_of
from games.boards.scene import Scene
from games.rules import core


def board(scene: Scene, public: Elements | None = None) -> Board:
    """Return the board of the scene's viewer in the active language.

    `public` are the public elements of this moment, if they are made already.
    """
    own = board_of(scene.game)
    own_elements = own.own(scene)
    common = public_elements(scene) if public is None else public
    shared = keys.shared(scene)
    elements = {**shared, **common, **own_elements}
    if scene.result and "result" in shared:
        elements["result"] = shared["result"]
    for id, key in own_elements.items():
        if key is None:
            elements.pop(id)
    return Board(scene.game, own.frame(scene), cast(Elements, elements))


def public_elements(scene: Scene) -> Elements:
    """Return the elements that are the same for all viewers of a moment, made from a spectator's scene only."""
    return board_of(scene.game).public(scene.common)


def move_of_form(game: str, form: Mapping[str, Any]) -> core.Move:
    return board_of(game).move_of_form(form)


def refusal(refused: core.Refused, game: str = "", names: Sequence[str] = ()) -> tuple[str, int]:
    """Return why something isn't possible, in words, and the HTTP status for it."""
    own = board_of(game).REFUSALS if game else {}
    return refusals.refusal(refused, names, own), refusals.status(refused.code)
