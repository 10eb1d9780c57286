"""The chart of a review: each seat's chance to win, move by move, and below it the cost of the viewed seat's moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.boards import figures
from games.coach.analysis import review
from games.coach.reviewed import Reviewed

# In the chart's units: left, top, width and height of the plot, and the space right of it for names and below it for
# costs.
LEFT, TOP, WIDTH, HEIGHT, NAMES, COSTS = 52, 14, 540, 160, 200, 40
LINE = 20  # height of a name
STROKES = 6  # classes in review.css, one for each possible seat
BAR = 7  # widest bar


def chart(reviewed: Reviewed, costliest: Sequence[int]) -> dict[str, Any]:
    """Return the lines, marks and names of the chart. The line of the viewed seat is drawn last, on top of the
    others."""
    chances = reviewed.chances()
    last = max(1, len(chances) - 1, reviewed.total)
    floor = TOP + HEIGHT

    def point(at: int, share: float) -> tuple[int, int]:
        return round(LEFT + WIDTH * at / last), round(TOP + HEIGHT * (1 - share))

    seats = [seat for seat in range(len(reviewed.names)) if seat != reviewed.eyes]
    lines = [_line(reviewed, seat, 1 + stroke % (STROKES - 1), point) for stroke, seat in enumerate(seats)]
    lines.append(_line(reviewed, reviewed.eyes, 0, point))
    _place_names(lines)
    marks = []
    for number, at in enumerate(costliest, start=1):
        x, y = point(at, chances[at][reviewed.eyes])
        marks.append({"number": number, "x": x, "y": y})
    step = max(1, round(last / 50)) * 5
    return {
        "lines": lines,
        "marks": marks,
        "bars": _costs(reviewed, costliest, WIDTH / last),
        # Above the number of a move are the chances before it, its cost and its mark.
        "ticks": [{"x": point(at - 1, 0)[0], "text": at} for at in (1, *range(step, last + 1, step))],
        "rows": [
            {"y": point(0, share / 100)[1], "text": figures.percent(share / 100)}
            for share in (0, 25, 50, 75, 100)
        ],
        "left": LEFT,
        "right": LEFT + WIDTH,
        "bottom": floor,
        "foot": floor + COSTS + 26,
        "names_x": LEFT + WIDTH + 10,
        "width": LEFT + WIDTH + NAMES,
        "height": floor + COSTS + 32,
    }


def _costs(reviewed: Reviewed, costliest: Sequence[int], step: float) -> list[dict[str, Any]]:
    """Return bars with the points that the seat's moves gave away by more than luck. The costliest are marked."""
    own = {at: part for at, part in enumerate(reviewed.parts) if review.is_own(part, reviewed.eyes)}
    points = {at: review.lost_points(part, reviewed.texts.FEWEST) for at, part in own.items()}
    points = {at: cost for at, cost in points.items() if cost or at in costliest}
    most, wide = max([1.0, *points.values()]), min(BAR, max(2, round(step) - 1))
    return [
        {
            "x": round(LEFT + step * at - wide / 2),
            "width": wide,
            "height": max(1, round(COSTS * cost / most)),
            "costliest": at in costliest,
            "estimate": figures.estimate(cost, review.error_apart(own[at], "leads")),
            "move": at + 1,
        }
        for at, cost in points.items()
    ]


def _place_names(lines: Sequence[dict[str, Any]]) -> None:
    """Put each name beside the end of its line, moved so that names don't overlap."""
    falling = sorted(lines, key=lambda line: line["ends"])
    free = TOP
    for line in falling:
        line["name_y"] = max(line["ends"], free)
        free = line["name_y"] + LINE
    room = TOP + HEIGHT + 4
    for line in reversed(falling):
        line["name_y"] = min(line["name_y"], room)
        room = line["name_y"] - LINE


def _line(reviewed: Reviewed, seat: int, stroke: int, point: Callable[[int, float], tuple[int, int]]) -> Any:
    points = [point(at, wins[seat]) for at, wins in enumerate(reviewed.chances())]
    return {
        "name": reviewed.labels[seat],
        "score": reviewed.outcome["scores"][seat] if reviewed.is_counted else "",
        "stroke": stroke,
        "points": " ".join(f"{x},{y}" for x, y in points),
        "ends": points[-1][1] + 4,
    }
