"""A review as texts and a chart: the chances of all seats, the turning points, and the costliest moves with reasons.

Everything is made of the results of games/coach/analysis/review.py and of a seat's views. Nothing here depends on a
game.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from games.boards import figures
from games.boards.contract import Found
from games.coach import advice, story
from games.coach.analysis import review
from games.coach.analysis.review import Part
from games.coach.chart import chart
from games.coach.position import position
from games.coach.reviewed import Reviewed

TURNS = 3
# The least change of the chance from one decision to the next that makes a turning point, and the most moves that
# its text describes.
TURN = 0.15
SENTENCES = 4


def report(found: Reviewed, chosen: int) -> dict[str, Any]:
    """Return the context of the page, with the position of the `chosen` costliest move (counted from 1). What needs
    the whole match is left out until all moves have been reviewed."""
    dearest = _in_order(found, review.dearest(found.parts, found.eyes))
    return {
        "chosen": _chosen(found, chosen, dearest[chosen - 1]) if 1 <= chosen <= len(dearest) else None,
        "headline": story.headline(found) if found.is_done else "",
        "scores": story.final_scores(found),
        "chart": chart(found, dearest),
        "table": _table(found),
        "turns": _turns(found) if found.is_done else [],
        "dearest": [_dear(found, number, at) for number, at in enumerate(dearest, start=1)],
        "own": _own(found),
        "seats": _seats(found) if found.is_done and found.is_counted else [],
    }


def _in_order(found: Reviewed, dearest: list[int]) -> list[int]:
    """Sort by the chance given away, which a row shows first, then by the points."""

    def gave(at: int) -> tuple[float, float]:
        points, chance = _lost(found, found.parts[at])
        return round(chance, 2), points

    return sorted(dearest, key=gave, reverse=True)


def _table(found: Reviewed) -> list[tuple[int, list[str]]]:
    """Return the chart as a table of texts, for screen readers."""
    return [(at, [figures.percent(share) for share in wins]) for at, wins in enumerate(found.chances())]


def _turns(found: Reviewed) -> list[dict[str, Any]]:
    """Return the stretches between two decisions of the seat in which its chance changed most, in the order of the
    match.

    At a decision the chance comes from several times as many playouts as at the moves between. Chances from those few
    playouts would make the turning points depend on luck.
    """
    chances = [wins[found.eyes] for wins in found.chances()]
    own = [at for at, part in enumerate(found.parts) if part["seat"] == found.eyes and "best" in part]

    def change(stretch: tuple[int, int]) -> float:
        return abs(chances[stretch[1]] - chances[stretch[0]])

    most = sorted(pairwise([*own, len(found.parts)]), key=change, reverse=True)[:TURNS]
    return [
        {
            "position": first,
            "number": first + 1,
            "last": last,
            "before": figures.percent(chances[first]),
            "after": figures.percent(chances[last]),
            "sentence": _happened(found, first + 1, last),
        }
        for first, last in sorted(each for each in most if change(each) >= TURN)
    ]


def _happened(found: Reviewed, first: int, last: int) -> str:
    """Describe those moves. If they are many, describe only the first, which is the seat's own, and the last ones."""
    numbers = list(range(first, last + 1))
    if len(numbers) <= SENTENCES:
        return " ".join(found.played(number) for number in numbers)
    return " ".join(
        [found.played(first), "…", *(found.played(number) for number in numbers[1 - SENTENCES :])]
    )


def _found(each: dict[str, Any]) -> Found:
    return advice.found_of(each)


def _lost(found: Reviewed, part: Part) -> tuple[float, float]:
    """Return the points and the chance that a move gave away, the chance as the difference of the rounded values
    shown. A gain in one of them isn't a cost and becomes 0."""
    points, _chance = review.given_away(part, found.texts.FEWEST)
    better, played = (round(part[which]["wins"][part["seat"]], 2) for which in ("best", "played"))
    return max(0.0, points), max(0.0, better - played)


def _given_away(found: Reviewed, part: Part) -> tuple[str, str]:
    """Return the same as texts, with "" instead of zero points."""
    points, chance = _lost(found, part)
    return figures.points(points) if round(points, 1) else "", figures.percent(chance)


def _dear(found: Reviewed, number: int, at: int) -> dict[str, Any]:
    part = found.parts[at]
    view, best, played = found.view_before(at + 1), _found(part["best"]), _found(part["played"])
    points, chance = _given_away(found, part)
    reasons = advice.why(found.texts, view, [best, played], found.names)
    return {
        "number": number,
        "move": at + 1,
        "position": at,
        "better": advice.pictured(found.texts, view, best.move, found.names),
        "played": advice.pictured(found.texts, view, played.move, found.names),
        "reasons": reasons,
        # What the move does, and the figure that says most.
        "in_short": [*reasons[:1], *reasons[1:][-1:]],
        "points": points,
        "chance": chance,
    }


def _chosen(found: Reviewed, number: int, at: int) -> dict[str, Any]:
    """Return one of the costliest moves with its position as the seat saw it."""
    part, view = found.parts[at], found.view_before(at + 1)
    best, played = part["best"], part["played"]
    moves = best["move"], played["move"]
    chances = [figures.percent(each["wins"][found.eyes]) for each in (best, played)]
    scores = [figures.points(each["scores"][found.eyes]) for each in (best, played)]
    return {
        "number": number,
        "move": at + 1,
        "at": at,
        "chance": chances[0],
        "left": chances[1],
        "scores": scores,
        "position": position(found.texts, view, found.names, *moves),
        "better": found.texts.name(view, moves[0], found.names),
        "played": found.texts.name(view, moves[1], found.names),
    }


def _own(found: Reviewed) -> list[dict[str, Any]]:
    """Return all moves of the viewed seat with what each gave away."""
    rows: list[dict[str, Any]] = []
    for at, part in enumerate(found.parts):
        if part["seat"] == found.eyes and "best" in part:
            points, chance = _given_away(found, part)
            right = part["cost"] < review.NOTHING
            view = found.view_before(at + 1)
            rows.append(
                advice.pictured(found.texts, view, part["played"]["move"], found.names)
                | {
                    "move": at + 1,
                    "position": at,
                    "right": right,
                    "points": points,
                    "chance": chance,
                }
            )
    return rows


def _seats(found: Reviewed) -> list[dict[str, Any]]:
    """Return for each seat the cost of its choices and its luck. They are separate scales and aren't added up."""
    seats = review.skill_and_luck(found.parts, found.outcome["scores"], found.texts.FEWEST)
    most = max(1.0, *(abs(each[name]) for each in seats for name in ("cost", "luck")))
    return [
        {
            "name": found.names[seat],
            "own": seat == found.eyes,
            "cost": figures.points(max(0.0, each["cost"])),
            "cost_bar": round(100 * max(0.0, each["cost"]) / most),
            "luck": figures.signed(each["luck"]),
            "took": each["luck"] < 0,
            "luck_size": figures.points(abs(each["luck"])),
            "luck_bar": round(50 * abs(each["luck"]) / most),
            "luck_from": 50 if each["luck"] >= 0 else 50 - round(50 * abs(each["luck"]) / most),
        }
        for seat, each in enumerate(seats)
    ]
