"""Formats of numbers on boards and in sentences, in the active language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.formats import number_format

from games.boards.language import gettext as _

# A figure is rounded to the finest of these steps that is no finer than its error.
POINTS, SHARES, DIFFERENCES = (1, 2, 5, 10), (0.05, 0.1, 0.2), (0.01, 0.02, 0.05, 0.1, 0.2)


def points(value: float) -> str:
    """Return `20.3`, or `20,3` in French, with a minus sign as wide as a plus."""
    return str(number_format(round(value, 1) + 0.0, 1)).replace("-", "\N{MINUS SIGN}")


def percent(share: float) -> str:
    return _("%(n)d%%") % {"n": round(100 * share)}


def chance(share: float) -> str:
    """An exact chance as `percent`; one that is not quite certain is never told as 0 % or 100 %."""
    if 0 < share < 0.005:
        return _("less than %(share)s") % {"share": percent(0.01)}
    if 0.995 <= share < 1:
        return _("more than %(share)s") % {"share": percent(0.99)}
    return percent(share)


class Rounded(NamedTuple):
    """A share as it is shown, without the digits that its step leaves open."""

    share: float
    step: float

    def __str__(self) -> str:
        """Return `35%`; nothing or all is `less than 5%` or `more than 95%`."""
        if self.share <= 0:
            return _("less than %(share)s") % {"share": percent(self.step)}
        if self.share >= 1:
            return _("more than %(share)s") % {"share": percent(1 - self.step)}
        return percent(self.share)


def _step(error: float, steps: Sequence[float]) -> float:
    return next((step for step in steps if step >= error), steps[-1])


def estimate(value: float, error: float) -> int:
    """Return points without the digits that their error leaves open: 20.3 is 20."""
    step = _step(error, POINTS)
    return round(round(value / step) * step)


def is_near(points: int, value: float, error: float) -> bool:
    """Return True if the shown points are no further from the value than its error explains."""
    return abs(points - value) <= max(1.0, 2 * error)


def whole(points: int) -> str:
    """Return `20`, with a minus sign as wide as a plus."""
    return str(points).replace("-", "\N{MINUS SIGN}")


def estimated_points(value: float, error: float) -> str:
    return whole(estimate(value, error))


def estimated_share(share: float, error: float) -> Rounded:
    return _rounded(share, _step(error, SHARES))


def given_up(share: float, error: float) -> float:
    """Return a difference between two shares without the digits that its error leaves open. It is finer than the shares
    themselves if both were found on the same guesses."""
    return _rounded(share, _step(error, DIFFERENCES)).share


def before_and_after(share: float, loss: float, error: float) -> tuple[Rounded, Rounded]:
    """Return a share and what is left of it after that loss, for the error of the loss. Rounded one by one, they could
    differ by a step more or less than the loss that is told."""
    more = _rounded(share, _step(error, DIFFERENCES))
    return more, Rounded(round(more.share - given_up(loss, error), 2), more.step)


def _rounded(share: float, step: float) -> Rounded:
    return Rounded(round(round(share / step) * step, 2), step)


def estimated_percent(share: float, error: float) -> str:
    return str(estimated_share(share, error))
