"""A review in words and as a picture: the chances of every seat, the turning points, the dearest moves and why.

Everything is made of what games/rules/review.py found and of a seat's views; nothing here knows a game by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.boards import coach
from games.boards.contract import CoachTexts, Found
from games.boards.fragments import ngettext
from games.rules import core, review
from games.rules.review import Part

# Of the picture, in its own units: the plot's left, top, width and height, and the room on the right for names.
LEFT, TOP, WIDTH, HEIGHT, NAMES = 52, 14, 560, 200, 150
LINE = 17  # between two names
STROKES = 6  # as many strokes as there may be seats: classes of static/css/review.css
TURNS = 3
# A chance must change by so much between two moves to be a turn.
TURN = 0.1


@dataclass(frozen=True)
class Reviewed:
    """A review that is done, with what is needed to tell of it. `view_before(n)` is what the seat saw before move n,
    `played(n)` the move in words."""

    game: str
    eyes: int
    names: Sequence[str]
    parts: Sequence[Part]
    outcome: dict[str, Any]
    view_before: Callable[[int], core.View]
    played: Callable[[int], str]

    @property
    def texts(self) -> CoachTexts:
        found = coach.texts_of(self.game)
        assert found is not None
        return found

    def chances(self) -> list[list[float]]:
        """By move, each seat's share of the win before it; last, how it ended."""
        ranks = self.outcome["ranks"]
        winners = [1.0 if rank == 1 else 0.0 for rank in ranks]
        end = [each / sum(winners) for each in winners]
        return [*(list(part["wins"]) for part in self.parts), end]


def told(found: Reviewed) -> dict[str, Any]:
    """What the page shows."""
    dearest = review.dearest(found.parts, found.eyes)
    return {
        "headline": headline(found),
        "chart": chart(found, dearest),
        "table": _table(found),
        "turns": _turns(found),
        "dearest": [_dear(found, number, at) for number, at in enumerate(dearest, start=1)],
        "own": _own(found),
        "seats": _seats(found),
    }


def headline(found: Reviewed) -> str:
    """The story in a sentence: until or from when the seat led, and how it ended."""
    scores, ranks, eyes = found.outcome["scores"], found.outcome["ranks"], found.eyes
    others = [score for seat, score in enumerate(scores) if seat != eyes]
    sign = 1 if found.texts.FEWEST else -1
    gap = abs(scores[eyes] - (min if sign > 0 else max)(others))
    led = [at for at, wins in enumerate(found.chances()[:-1], start=1) if wins[eyes] >= max(wins)]
    said = {"name": found.names[eyes], "gap": gap, "number": led[-1] if led else 0}
    if ranks[eyes] == 1:
        behind = [at for at in range(1, len(found.parts) + 1) if at not in led]
        said["number"] = behind[-1] + 1 if behind else 1
        text = ngettext(
            "%(name)s led from move %(number)d on and won by %(gap)d point",
            "%(name)s led from move %(number)d on and won by %(gap)d points",
            gap,
        )
    elif led:
        text = ngettext(
            "%(name)s led until move %(number)d and lost by %(gap)d point",
            "%(name)s led until move %(number)d and lost by %(gap)d points",
            gap,
        )
    else:
        text = ngettext(
            "%(name)s never led and lost by %(gap)d point",
            "%(name)s never led and lost by %(gap)d points",
            gap,
        )
    return text % said


def chart(found: Reviewed, dearest: Sequence[int]) -> dict[str, Any]:
    """The picture's lines, marks and names in its own units, the viewed seat's on top of the others."""
    chances = found.chances()
    last = max(1, len(chances) - 1)

    def point(at: int, share: float) -> tuple[int, int]:
        return round(LEFT + WIDTH * at / last), round(TOP + HEIGHT * (1 - share))

    seats = [seat for seat in range(len(found.names)) if seat != found.eyes]
    lines = [_line(found, seat, 1 + stroke % (STROKES - 1), point) for stroke, seat in enumerate(seats)]
    lines.append(_line(found, found.eyes, 0, point))
    _place_names(lines)
    marks = []
    for number, at in enumerate(dearest, start=1):
        x, y = point(at, chances[at][found.eyes])
        marks.append({"number": number, "x": x, "y": y})
    step = max(1, round(last / 50)) * 5
    return {
        "lines": lines,
        "marks": marks,
        "ticks": [{"x": point(at, 0)[0], "text": at} for at in range(0, last + 1, step)],
        "rows": [
            {"y": point(0, share / 100)[1], "text": coach.percent(share / 100)}
            for share in (0, 25, 50, 75, 100)
        ],
        "left": LEFT,
        "right": LEFT + WIDTH,
        "bottom": TOP + HEIGHT,
        "names_x": LEFT + WIDTH + 10,
        "width": LEFT + WIDTH + NAMES,
        "height": TOP + HEIGHT + 26,
    }


def _place_names(lines: Sequence[dict[str, Any]]) -> None:
    """Each beside the end of its line, as far as there is room between them."""
    falling = sorted(lines, key=lambda line: line["ends"])
    free = TOP
    for line in falling:
        line["name_y"] = max(line["ends"], free)
        free = line["name_y"] + LINE
    room = TOP + HEIGHT + 4
    for line in reversed(falling):
        line["name_y"] = min(line["name_y"], room)
        room = line["name_y"] - LINE


def _line(found: Reviewed, seat: int, stroke: int, point: Callable[[int, float], tuple[int, int]]) -> Any:
    points = [point(at, wins[seat]) for at, wins in enumerate(found.chances())]
    return {
        "name": found.names[seat],
        "score": found.outcome["scores"][seat],
        "stroke": stroke,
        "points": " ".join(f"{x},{y}" for x, y in points),
        "ends": points[-1][1] + 4,
    }


def _table(found: Reviewed) -> list[tuple[int, list[str]]]:
    """The same by number, for whoever can't see it."""
    return [(at, [coach.percent(share) for share in wins]) for at, wins in enumerate(found.chances())]


def _turns(found: Reviewed) -> list[dict[str, Any]]:
    """The moves after which the seat's chance was most another one than before, in the order of the match."""
    own = [wins[found.eyes] for wins in found.chances()]
    by_size = sorted(range(len(own) - 1), key=lambda at: -abs(own[at + 1] - own[at]))[:TURNS]
    told = [at for at in sorted(by_size) if abs(own[at + 1] - own[at]) >= TURN]
    return [
        {
            "number": at + 1,
            "before": coach.percent(own[at]),
            "after": coach.percent(own[at + 1]),
            "sentence": found.played(at + 1),
        }
        for at in told
    ]


def _found(each: dict[str, Any]) -> Found:
    return Found(each["move"], each["scores"], each["wins"])


def _given_away(found: Reviewed, part: Part) -> tuple[str, str]:
    """Points and chance that a move gave away."""
    points, chance = review.given_away(part, found.texts.FEWEST)
    return coach.points(points), coach.percent(chance)


def _dear(found: Reviewed, number: int, at: int) -> dict[str, Any]:
    part = found.parts[at]
    view, best, played = found.view_before(at + 1), _found(part["best"]), _found(part["played"])
    points, chance = _given_away(found, part)
    return {
        "number": number,
        "move": at + 1,
        "position": at,
        "better": found.texts.name(view, best.move),
        "played": found.texts.name(view, played.move),
        "reasons": coach.why(found.texts, view, [best, played], found.names),
        "points": points,
        "chance": chance,
    }


def _own(found: Reviewed) -> list[dict[str, Any]]:
    """Every move of the viewed seat, with what it gave away."""
    rows = []
    for at, part in enumerate(found.parts):
        if part["seat"] == found.eyes and "best" in part:
            points, chance = _given_away(found, part)
            right = part["cost"] < review.NOTHING
            rows.append(
                {
                    "move": at + 1,
                    "position": at,
                    "name": found.texts.name(found.view_before(at + 1), part["played"]["move"]),
                    "right": right,
                    "points": points,
                    "chance": chance,
                }
            )
    return rows


def _seats(found: Reviewed) -> list[dict[str, Any]]:
    """By seat what the choices cost and what the draws gave: two scales, never one sum."""
    told = review.skill_and_luck(found.parts, found.outcome["scores"], found.texts.FEWEST)
    most = max(1.0, *(abs(each[name]) for each in told for name in ("cost", "luck")))
    return [
        {
            "name": found.names[seat],
            "own": seat == found.eyes,
            "cost": coach.points(each["cost"]),
            "cost_bar": round(100 * max(0.0, each["cost"]) / most),
            "luck": coach.signed(each["luck"]),
            "luck_bar": round(50 * abs(each["luck"]) / most),
            "luck_from": 50 if each["luck"] >= 0 else 50 - round(50 * abs(each["luck"]) / most),
        }
        for seat, each in enumerate(told)
    ]
