"""What the panels of all games' seats share besides the time (times.py)."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards.fragments import Part, by_language, filled, marked_part, ngettext, part
from games.boards.language import gettext as _


@by_language
def score_of(seat: int, score: int) -> Part:
    """A seat's points, with a place for what they would be after a choice."""
    points = ngettext("pt", "pts", score)
    return part(
        "boards/score.jinja",
        f"seat-{seat}-score",
        score=score,
        points=points,
        one=ngettext("pt", "pts", 1),
        other=ngettext("pt", "pts", 2),
    )


def leads(ranks: Sequence[int], seat: int) -> bool:
    """Whether a seat leads alone."""
    return ranks[seat] == 1 and ranks.count(1) == 1


@by_language
def standing_of(first: bool) -> Part:
    """Of a viewer's own panel, where the highest score wins: whether they lead."""
    return marked_part("standing", filled('<small id="standing">{}</small>', highest_wins(first)))


def highest_wins(first: bool) -> str:
    """Whether the viewer leads, where the highest score wins."""
    return _("highest wins, you lead") if first else _("highest wins")
