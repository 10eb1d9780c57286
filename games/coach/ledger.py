"""The result of a match as a sum of figures, each rounded to its error. Figures that may be luck are left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.boards.language import gettext as _
from games.coach.analysis import luck
from games.coach.analysis.luck import Ledger
from games.coach.reviewed import Reviewed

# The step of a sum's figures, in points and in hundredths of the win, is the first of these that is not finer than
# their errors.
STEPS = (1, 2, 5, 10, 20)
MINUS = "\N{MINUS SIGN}"


def context(reviewed: Reviewed) -> dict[str, Any]:
    """Return the context: the sum of the viewed seat in both units, and the sums of all seats in points. Empty until
    all moves are reviewed, and in games without scores. Without rows if no term is clear."""
    if not (reviewed.is_done and reviewed.is_counted and luck.is_complete(reviewed.parts)):
        return {}
    parts, eyes, outcome = reviewed.parts, reviewed.eyes, reviewed.outcome
    in_wins = luck.in_wins(parts, eyes, outcome["ranks"])
    in_points = [
        luck.in_points(parts, seat, outcome["scores"], reviewed.texts.FEWEST)
        for seat in range(len(reviewed.names))
    ]
    if not any(term.is_clear for sum_ in (in_wins, *in_points) for term in sum_.terms().values()):
        return {"rows": []}
    wins = figures(in_wins, _percent, _plain)
    points = [figures(sum_, str, _signed) for sum_ in in_points]
    labels = {
        "start": _("Before the deal"),
        "draws": _("Draws, and what was hidden"),
        "own": _("Own decisions"),
        "others": _("Decisions of the others"),
    }
    return {
        "rows": [(label, wins.get(name), points[eyes].get(name)) for name, label in labels.items()],
        "result": (wins["result"], points[eyes]["result"]),
        "seats": [
            {"name": name, "is_eyes": seat == eyes, "figures": points[seat]}
            for seat, name in enumerate(reviewed.labels)
        ],
    }


def figures(sum_: Ledger, unit: Callable[[str], str], sign: Callable[[int], str]) -> dict[str, str]:
    """Return the figures as texts, the result as `sign` writes it. Terms that may be luck are left out."""
    values = rounded(sum_)
    texts = {name: unit(_signed(value)) for name, value in values.items()}
    return texts | {"start": unit(str(values["start"])), "result": unit(sign(values["result"]))}


def rounded(sum_: Ledger) -> dict[str, int]:
    """Return the rounded figures that are clear. If all are, the draws get the rest, so that the figures add up."""
    step = next((step for step in STEPS if step >= sum_.draws.error), STEPS[-1])
    values = {"start": round(sum_.start), "result": round(sum_.result)}
    values |= {name: step * round(term.value / step) for name, term in sum_.terms().items() if term.is_clear}
    if len(values) == len(sum_):
        values["draws"] += 2 * values["result"] - sum(values.values())
    return values


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else _plain(value)


def _plain(value: int) -> str:
    return str(value).replace("-", MINUS)


def _percent(number: str) -> str:
    return _("%(number)s%%") % {"number": number}
