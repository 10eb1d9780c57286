"""The result of a match as a sum of figures, each rounded to its error. Figures that may be luck are left out."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from games.boards.language import gettext as _
from games.coach.analysis import luck
from games.coach.analysis.errors import BEYOND
from games.coach.analysis.luck import Ledger, Term
from games.coach.reviewed import Reviewed

# The step of a sum's figures, in points and in hundredths of the win, is the first of these that is not finer than
# their errors.
STEPS = (1, 2, 5, 10, 20)
MINUS = "\N{MINUS SIGN}"
SPACE = "\N{NO-BREAK SPACE}"


def context(reviewed: Reviewed) -> dict[str, Any]:
    """Return the context: the sum of the viewed seat in both units, and the sums of all seats in points. Empty until
    all moves are reviewed, and in games without scores."""
    if not (reviewed.is_done and reviewed.is_counted and luck.is_complete(reviewed.parts)):
        return {}
    parts, eyes, outcome = reviewed.parts, reviewed.eyes, reviewed.outcome
    wins = figures(luck.in_wins(parts, eyes, outcome["ranks"]), _percent, _plain)
    points = [
        figures(luck.in_points(parts, seat, outcome["scores"], reviewed.texts.FEWEST), str, _signed)
        for seat in range(len(reviewed.names))
    ]
    labels = {
        "start": _("Before the deal"),
        "draws": _("Draws, and what was hidden"),
        "own": _("Own decisions"),
        "others": _("Decisions of the others"),
    }
    return {
        "rows": [(label, wins[name], points[eyes][name]) for name, label in labels.items()],
        "result": (wins["result"], points[eyes]["result"]),
        "seats": [
            {"name": name, "is_eyes": seat == eyes, "figures": points[seat]}
            for seat, name in enumerate(reviewed.labels)
        ],
    }


def figures(sum_: Ledger, unit: Callable[[str], str], sign: Callable[[int], str]) -> dict[str, str]:
    """Return the figures as texts, the result as `sign` writes it. A term that may be luck is 0 with the bound of
    its error, such as `0 ± 4`."""
    values, bounds = rounded(sum_)
    texts = {name: unit(_signed(value)) for name, value in values.items()}
    texts |= {name: unit(f"0{SPACE}±{SPACE}{bound}") for name, bound in bounds.items()}
    return texts | {"start": unit(str(values["start"])), "result": unit(sign(values["result"]))}


def rounded(sum_: Ledger) -> tuple[dict[str, int], dict[str, int]]:
    """Return the rounded figures that are clear, and the error bounds of the others.

    If all are clear, the draws get the rest, so that the figures add up. Otherwise a bound is widened if rounding has
    left more than the bounds allow.
    """
    step = next((step for step in STEPS if step >= sum_.draws.error), STEPS[-1])
    values = {"start": round(sum_.start), "result": round(sum_.result)}
    terms = {"draws": sum_.draws, "own": sum_.own, "others": sum_.others}
    values |= {name: step * round(term.value / step) for name, term in terms.items() if term.is_clear}
    bounds = {name: _bound(term, step) for name, term in terms.items() if name not in values}
    rest = values["result"] - sum([value for name, value in values.items() if name != "result"])
    if not bounds:
        values["draws"] += rest
    elif (missing := abs(rest) - sum(bounds.values())) > 0:
        bounds[min(bounds)] += step * math.ceil(missing / step)
    return values, bounds


def _bound(term: Term, step: int) -> int:
    return step * max(1, math.ceil(BEYOND * term.error / step))


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else _plain(value)


def _plain(value: int) -> str:
    return str(value).replace("-", MINUS)


def _percent(number: str) -> str:
    return _("%(number)s%%") % {"number": number}
