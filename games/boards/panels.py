"""What the panels of all games' seats share besides the time (times.py)."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards.language import gettext as _


def leads(ranks: Sequence[int], seat: int) -> bool:
    """Whether a seat leads alone."""
    return ranks[seat] == 1 and ranks.count(1) == 1


def highest_wins(first: bool) -> str:
    """Whether the viewer leads, where the highest score wins."""
    return _("highest wins, you lead") if first else _("highest wins")
