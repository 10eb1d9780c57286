"""The picture of a rating over time: a line by matches, dashed while uncertain, in a band of its spread."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from games.queries.spread import svg_points
from games.ratings.scale import Skill

# In the picture's units. Numbers are left of LEFT, the newest one right of RIGHT, months below HEIGHT.
LEFT, RIGHT, TOP, HEIGHT = 44, 572, 20, 200
STEPS = (50, 100, 200, 500)
MOST_ROWS = 5


class Mark(NamedTuple):
    x: float
    y: float
    number: int
    at: datetime


class Chart(NamedTuple):
    band: str
    uncertain: str
    sure: str
    rows: list[tuple[float, int]]
    # The place at which the line becomes sure; None if it does not in the picture.
    turn: float | None
    best: Mark | None
    last: Mark
    first: datetime


def chart(skills: Sequence[Skill], times: Sequence[datetime]) -> Chart | None:
    """Return the picture of matches, oldest first: the skill before the first match, then after each."""
    if not times:
        return None
    low, high, step = _scale(skills)
    sure = next((at for at, skill in enumerate(skills) if skill.is_sure), None)

    def point(at: int, value: float) -> tuple[float, float]:
        x = LEFT + (RIGHT - LEFT) * at / max(1, len(skills) - 1)
        y = HEIGHT - (HEIGHT - TOP) * (min(high, max(low, value)) - low) / (high - low)
        return round(x, 1), round(y, 1)

    def mark(at: int) -> Mark:
        return Mark(*point(at, skills[at].mu), skills[at].number, times[max(0, at - 1)])

    line = [point(at, skill.mu) for at, skill in enumerate(skills)]
    above = [point(at, skill.mu + skill.sigma) for at, skill in enumerate(skills)]
    below = [point(at, skill.mu - skill.sigma) for at, skill in enumerate(skills)]
    certain = range(sure, len(skills)) if sure is not None else range(0)
    best = max(certain, key=lambda at: skills[at].mu, default=None)
    return Chart(
        band=svg_points(above + below[::-1]),
        uncertain=svg_points(line if sure is None else line[: sure + 1]),
        sure="" if sure is None else svg_points(line[sure:]),
        rows=[(point(0, value)[1], value) for value in range(low, high + 1, step)],
        turn=point(sure, 0)[0] if sure else None,
        best=mark(best) if best is not None and best < len(skills) - 1 else None,
        last=mark(len(skills) - 1),
        first=times[0],
    )


def _scale(skills: Sequence[Skill]) -> tuple[int, int, int]:
    """Return the lowest and the highest number of the axis, and its step. The band may be cut off."""
    least, most = min(skill.mu for skill in skills) - 60, max(skill.mu for skill in skills) + 60
    step = next((step for step in STEPS if (most - least) / step <= MOST_ROWS - 1), STEPS[-1])
    low = int(least // step * step)
    return low, max(low + step, int(-(-most // step) * step)), step
