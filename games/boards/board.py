"""The board of a scene."""

from __future__ import annotations

from games.boards import keys, results
from games.boards.drawing import Board
from games.boards.elements import Elements
from games.boards.installed import board_of
from games.boards.scene import Scene


def board(scene: Scene, public: Elements | None = None) -> Board:
    """Return the board of the scene's viewer in the active language.

    `public` are the public elements of this moment, if they are made already.
    """
    game = board_of(scene.game)
    common = public_elements(scene) if public is None else public
    shared = {} if scene is scene.common else keys.own(scene, common)
    own = {**shared, **game.own(scene)}
    if scene.result and not results.is_counted(scene):
        own["result"] = results.no_count(scene)
    return Board(scene.game, game.frame(scene), common, own)


def public_elements(scene: Scene) -> Elements:
    """Return the elements that are the same for all viewers of a moment, made from a spectator's scene only."""
    return keys.public(scene.common) | board_of(scene.game).public(scene.common)
