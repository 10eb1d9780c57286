"""A review in words and as a picture: the chances of every seat, the turning points, the dearest moves and why.

Everything is made of what games/coach/analysis/review.py found and of a seat's views; nothing here knows a game by
name.
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
# A chance must change by so much from one decision to the next to be a turn; of its moves so many are told.
TURN = 0.15
SENTENCES = 4


def report(found: Reviewed, chosen: int) -> dict[str, Any]:
    """What the page shows, the `chosen` of the dearest moves (from 1) with its position. What is made of the whole
    match comes when all its moves have been looked at."""
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
    """By what a row says first, the chance to win; of as much chance by the points."""

    def gave(at: int) -> tuple[float, float]:
        points, chance = _lost(found, found.parts[at])
        return round(chance, 2), points

    return sorted(dearest, key=gave, reverse=True)


def _table(found: Reviewed) -> list[tuple[int, list[str]]]:
    """The same by number, for whoever can't see it."""
    return [(at, [figures.percent(share) for share in wins]) for at, wins in enumerate(found.chances())]


def _turns(found: Reviewed) -> list[dict[str, Any]]:
    """The stretches from one of the seat's decisions to its next over which its chance changed most, in the order of
    the match. At a decision the chance is found with several times the playouts of the moves between: those alone would
    give other turning points with other luck."""
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
    """Those moves in words; of many the seat's own and the last ones."""
    numbers = list(range(first, last + 1))
    if len(numbers) <= SENTENCES:
        return " ".join(found.played(number) for number in numbers)
    return " ".join(
        [found.played(first), "…", *(found.played(number) for number in numbers[1 - SENTENCES :])]
    )


def _found(each: dict[str, Any]) -> Found:
    return Found(each["move"], each["scores"], each["wins"])


def _lost(found: Reviewed, part: Part) -> tuple[float, float]:
    """Points and chance that a move gave away, the chance between those that are shown of both moves. What it cost in
    the one it may have gained a little of in the other: that is no cost."""
    points, _chance = review.given_away(part, found.texts.FEWEST)
    better, played = (round(part[which]["wins"][part["seat"]], 2) for which in ("best", "played"))
    return max(0.0, points), max(0.0, better - played)


def _given_away(found: Reviewed, part: Part) -> tuple[str, str]:
    """The same in words; no points are "" where there are none."""
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
        "better": advice.pictured(found.texts, view, best.move),
        "played": advice.pictured(found.texts, view, played.move),
        "reasons": reasons,
        # What the move does, and the figure that tells most.
        "in_short": [reasons[0], *reasons[1:][-1:]],
        "points": points,
        "chance": chance,
    }


def _chosen(found: Reviewed, number: int, at: int) -> dict[str, Any]:
    """One of the dearest moves with its position, as the seat saw it."""
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
        "better": found.texts.name(view, moves[0]),
        "played": found.texts.name(view, moves[1]),
    }


def _own(found: Reviewed) -> list[dict[str, Any]]:
    """Every move of the viewed seat, with what it gave away."""
    rows: list[dict[str, Any]] = []
    for at, part in enumerate(found.parts):
        if part["seat"] == found.eyes and "best" in part:
            points, chance = _given_away(found, part)
            right = part["cost"] < review.NOTHING
            view = found.view_before(at + 1)
            rows.append(
                advice.pictured(found.texts, view, part["played"]["move"])
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
    """By seat what the choices cost and what the draws gave: two scales, never one sum."""
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
