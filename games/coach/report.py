"""A review as texts, a sum and a chart: the chances of all seats, the turning points, and the costliest moves with
reasons.

Everything is made of the results of games/coach/analysis/review.py and of a seat's views. Nothing here depends on a
game.
"""

from __future__ import annotations

from typing import Any

from games.boards import figures
from games.coach import advice, ledger, story
from games.coach.analysis import review
from games.coach.analysis.review import Part
from games.coach.analysis.turning import error_of_change, turning
from games.coach.chart import chart
from games.coach.gap import EvaluatedMove, chance_of, rounded_apart
from games.coach.position import position
from games.coach.reviewed import Reviewed

# The most moves that the text of a turning point describes.
SENTENCES = 4


def report(reviewed: Reviewed, chosen: int) -> dict[str, Any]:
    """Return the context of the page, with the position of the `chosen` costliest move (counted from 1). What needs
    the whole match is left out until all moves have been reviewed."""
    costliest = _in_shown_order(reviewed, review.costliest(reviewed.parts, reviewed.eyes))
    return {
        "chosen": _chosen(reviewed, chosen, costliest[chosen - 1]) if 1 <= chosen <= len(costliest) else None,
        "headline": story.headline(reviewed) if reviewed.is_done else "",
        "scores": story.final_scores(reviewed),
        "chart": chart(reviewed, costliest),
        "names": reviewed.labels,
        "table": _table(reviewed),
        "turns": _turns(reviewed) if reviewed.is_done else [],
        "costliest": [_costly_move(reviewed, number, at) for number, at in enumerate(costliest, start=1)],
        "own": _own(reviewed),
        "sum": ledger.context(reviewed),
    }


def _in_shown_order(reviewed: Reviewed, costliest: list[int]) -> list[int]:
    """Sort by the chance as it is shown: rounded by their errors, 0.134 may be shown as 13% and 0.131 as 14%."""
    return sorted(costliest, key=lambda at: -_given_away(reviewed, reviewed.parts[at])[1])


def _table(reviewed: Reviewed) -> list[tuple[int, list[str]]]:
    """Return the chart as a table of texts, for screen readers."""
    return [
        (at, [_chance(reviewed, at, share) for share in wins]) for at, wins in enumerate(reviewed.chances())
    ]


def _chance(reviewed: Reviewed, at: int, share: float) -> str:
    """Return a chance before a move, or the result, which has no error."""
    # An abandoned match ends with the chances before its last move.
    parts = [*reviewed.parts, *reviewed.parts[-1:]] if reviewed.is_abandoned else reviewed.parts
    if at == len(parts):
        return figures.percent(share)
    return figures.estimated_percent(share, error_of_change(parts[at]))


def _turns(reviewed: Reviewed) -> list[dict[str, Any]]:
    """Return the stretches between two decisions of the seat in which its chance changed most, in the order of the
    match.

    At a decision the chance is the seat's own estimate, which is more exact than at the moves between.
    """
    chances = [wins[reviewed.eyes] for wins in reviewed.chances()]
    return [
        {
            "position": first,
            "number": first + 1,
            "last": last,
            "before": _chance(reviewed, first, chances[first]),
            "after": _chance(reviewed, last, chances[last]),
            "sentence": _happened(reviewed, first + 1, last),
        }
        for first, last in sorted(turning(reviewed.parts, reviewed.eyes, chances))
    ]


def _happened(reviewed: Reviewed, first: int, last: int) -> str:
    """Describe those moves. If they are many, describe only the first, which is the seat's own, and the last ones."""
    numbers = list(range(first, last + 1))
    if len(numbers) <= SENTENCES:
        return " ".join(reviewed.played(number) for number in numbers)
    return " ".join(
        [reviewed.played(first), "…", *(reviewed.played(number) for number in numbers[1 - SENTENCES :])]
    )


def _given_away(reviewed: Reviewed, part: Part) -> tuple[int, float]:
    """Return the points and the chance that a move gave away as they are shown, 0 for what may be luck."""
    points, chance = review.lost_points(part, reviewed.texts.FEWEST), review.lost_chance(part)
    return (
        figures.estimate(points, review.error_apart(part, "leads")),
        figures.given_up(chance, review.error_apart(part, "wins")),
    )


def _compared(part: Part) -> list[EvaluatedMove]:
    """Return the better move and the one played. Their shown chances differ by just the chance that is told as lost."""
    best, played = (advice.evaluated_move(part[name]) for name in ("best", "played"))
    return rounded_apart(best, played, part["seat"])


def _costly_move(reviewed: Reviewed, number: int, at: int) -> dict[str, Any]:
    part = reviewed.parts[at]
    view, best, played = reviewed.view_before(at + 1), *_compared(part)
    points, chance = _given_away(reviewed, part)
    claims = advice.claims_over(reviewed.texts, view, best, played, reviewed.names)
    return {
        "number": number,
        "move": at + 1,
        "position": at,
        "better": advice.pictured(reviewed.texts, view, best.move, reviewed.names),
        "played": advice.pictured(reviewed.texts, view, played.move, reviewed.names),
        "in_short": advice.told(advice.in_short(claims)),
        "points": points,
        "chance": figures.percent(chance),
    }


def _chosen(reviewed: Reviewed, number: int, at: int) -> dict[str, Any]:
    """Return one of the costliest moves with its position as the seat saw it."""
    part, view = reviewed.parts[at], reviewed.view_before(at + 1)
    best, played = _compared(part)
    moves = best.move, played.move
    points, chance = _given_away(reviewed, part)
    claims = advice.claims_over(reviewed.texts, view, best, played, reviewed.names)
    return {
        "number": number,
        "move": at + 1,
        "at": at,
        "before": str(chance_of(best, reviewed.eyes)),
        "chance": figures.percent(chance),
        "points": points,
        "position": position(reviewed.texts, view, reviewed.labels, *moves),
        "better": reviewed.texts.name(view, moves[0], reviewed.names),
        "played": reviewed.texts.name(view, moves[1], reviewed.names),
        "reasons": advice.told(claims),
    }


def _own(reviewed: Reviewed) -> list[dict[str, Any]]:
    """Return all moves of the viewed seat with what each gave away."""
    rows: list[dict[str, Any]] = []
    for at, part in enumerate(reviewed.parts):
        if review.is_own(part, reviewed.eyes):
            points, chance = _given_away(reviewed, part)
            view = reviewed.view_before(at + 1)
            rows.append(
                advice.pictured(reviewed.texts, view, part["played"]["move"], reviewed.names)
                | {
                    "move": at + 1,
                    "position": at,
                    "right": not points and not chance,
                    "points": points,
                    "chance": figures.percent(chance),
                }
            )
    return rows
