"""Tea Time's result by character."""

from __future__ import annotations

from games.boards import texts
from games.boards.elements import Key
from games.boards.places import standings
from games.boards.scene import Scene
from games.tea_time.board.columns import amounts


def result(scene: Scene) -> Key:
    """Return each seat with its cards of each character."""
    held, alice = scene.view["held"], scene.view["alice"]
    rows = [
        (standing, tuple(amounts(held[standing.seat], alice == standing.seat, {})))
        for standing in standings(scene)
    ]
    return "result_table", texts.reason(scene), tuple(rows)
