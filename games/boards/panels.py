"""Words in the panels of seats."""

from __future__ import annotations

from games.boards.language import gettext as _
from games.boards.scene import Scene


def leads(scene: Scene) -> bool:
    """Return True if the viewed seat is the reader's, and leads alone."""
    ranks = scene.view["ranks"]
    return scene.is_yours and ranks[scene.viewer] == 1 and ranks.count(1) == 1


def highest_wins(scene: Scene) -> str:
    """Return who wins where the highest score does, and that the reader leads."""
    return _("highest wins, you lead") if leads(scene) else _("highest wins")
