"""A small chart of a value of a person's matches: a dot for each match, the mean of eleven and its spread."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

# In units of the chart. Numbers are left of LEFT, months are below HEIGHT.
LEFT, RIGHT, HEIGHT = 34, 276, 72
# The number of matches in a mean.
LATELY = 11
# The steps of the vertical axis, times a power of ten.
STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)

# When a match ended, and its value.
Value = tuple[datetime, float]


class Spread(NamedTuple):
    """A chart. `dots` and `line` go by match, oldest first.

    `band` is the spread around the line, as points of a polygon. `rows` are the numbers of the vertical axis, each
    with its height.
    """

    dots: list[tuple[float, float]]
    line: str
    band: str
    rows: list[tuple[float, str]]
    first: datetime
    last: datetime
    lately: float

    @property
    def drawn(self) -> str:
        """The dots as one path: lines of no length with round ends. An element for each dot would make pages slower."""
        return "".join([f"M{x} {y}h0" for x, y in self.dots])


def spread(values: Sequence[Value]) -> Spread | None:
    """Return the chart of these values, oldest first; None without values."""
    if not values:
        return None
    numbers = [value for _at, value in values]
    means = [_mean_and_spread(numbers[max(0, end - LATELY) : end]) for end in range(1, len(numbers) + 1)]
    step = _step(max(max(numbers), *(mean + off for mean, off in means)) / 2)
    least = min(0.0, *numbers)

    def point(at: int, value: float) -> tuple[float, float]:
        x = LEFT + (RIGHT - LEFT) * (at + 0.5) / len(numbers)
        y = HEIGHT - (HEIGHT - 6) * (max(least, value) - least) / (2 * step - least)
        return round(x, 1), round(y, 1)

    above = [point(at, mean + off) for at, (mean, off) in enumerate(means)]
    below = [point(at, mean - off) for at, (mean, off) in enumerate(means)]
    return Spread(
        dots=[point(at, value) for at, value in enumerate(numbers)],
        line=svg_points([point(at, mean) for at, (mean, _off) in enumerate(means)]),
        band=svg_points(above + below[::-1]),
        rows=[(point(0, value)[1], f"{value:g}") for value in (0.0, step, 2 * step)],
        first=values[0][0],
        last=values[-1][0],
        lately=means[-1][0],
    )


def _mean_and_spread(numbers: Sequence[float]) -> tuple[float, float]:
    mean = sum(numbers) / len(numbers)
    return mean, (sum((number - mean) ** 2 for number in numbers) / len(numbers)) ** 0.5


def _step(least: float) -> float:
    """Return a round number that is at least `least`."""
    power = 1.0
    while power > least > 0:
        power /= 10
    while power * STEPS[-1] < least:
        power *= 10
    return next(power * step for step in STEPS if power * step >= least)


def svg_points(points: Sequence[tuple[float, float]]) -> str:
    """Return the points as the attribute of a line or an area."""
    return " ".join(f"{x},{y}" for x, y in points)
