"""Words in the panels of seats."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards.language import gettext as _


def leads(ranks: Sequence[int], seat: int) -> bool:
    """Return True if a seat leads alone."""
    return ranks[seat] == 1 and ranks.count(1) == 1


def highest_wins(first: bool) -> str:
    """Return who wins where the highest score does, and that the viewer leads."""
    return _("highest wins, you lead") if first else _("highest wins")
