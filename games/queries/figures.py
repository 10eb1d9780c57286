"""A person's figures for whoever may see them: numbers and small pictures, a game at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import F, OuterRef, Subquery

from accounts.models import User
from games import boards
from games.models import Figures, FiguresShown, Review
from games.tables import figures
from games.tables.figures import Data

# The small picture, in its own units.
WIDTH, HEIGHT = 240, 72
MOST_BOTS = 3


def may_see(person: User, viewer: User | None) -> bool:
    return viewer == person or shown_to_all(person)


def shown_to_all(person: User) -> bool:
    return FiguresShown.objects.filter(user=person).exists()


def show(person: User, everybody: bool) -> None:
    if everybody:
        FiguresShown.objects.get_or_create(user=person)
    else:
        FiguresShown.objects.filter(user=person).delete()


def of(person: User, viewer: User | None) -> list[dict[str, Any]]:
    """By game; of matches by invitation for the person's own eyes alone. None where the viewer may not see them."""
    if not may_see(person, viewer):
        return []
    rows = Figures.objects.filter(user=person)
    if viewer == person and not rows.exists():
        figures.store(person.pk)
    if viewer != person:
        rows = rows.filter(public=True)
    found: dict[str, list[Data]] = {}
    for row in rows.order_by("game", "public"):
        found.setdefault(row.game, []).append(row.data)
    known = boards.games()
    costs = _costs(person, viewer)
    return [
        _of_game(game, _together(each), costs.get(game, [])) for game, each in found.items() if game in known
    ]


def _together(parts: Sequence[Data]) -> Data:
    whole = figures.empty()
    for part in parts:
        for name, each in part.items():
            for key, more in each.items():
                before = whole[name].get(key, [0] * len(more))
                whole[name][key] = [one + two for one, two in zip(before, more, strict=True)]
    return whole


def _costs(person: User, viewer: User | None) -> dict[str, list[float]]:
    """By game, what a move cost in each match of which there is a review through the person's eyes."""
    reviewed = Review.objects.filter(table=OuterRef("table"), seat=OuterRef("index"), status="done")
    seats = figures.matches(person.pk).annotate(cost=Subquery(reviewed.values("cost_a_move")[:1]))
    if viewer != person:
        seats = seats.filter(table__public=True)
    found: dict[str, list[float]] = {}
    told = seats.filter(cost__isnull=False).order_by("ended_at", "pk")
    for game, cost in told.values_list(F("table__game"), "cost"):
        found.setdefault(game, []).append(cost)
    return found


def _of_game(game: str, data: Data, costs: Sequence[float]) -> dict[str, Any]:
    seats = sorted((int(number), *counts) for number, counts in data["seats"].items())
    bots = sorted(data["bots"].items(), key=lambda each: (-each[1][0], each[0]))[:MOST_BOTS]
    return {
        "game": game,
        "played": sum(played for _number, played, _won in seats),
        "won": sum(won for _number, _played, won in seats),
        "seats": [
            {
                "number": number,
                "played": played,
                "won": won,
                "bar": round(100 * won / played),
                "chance": round(100 / number),
            }
            for number, played, won in seats
        ],
        "scores": _scores(data["months"]),
        "bots": [{"name": name, "played": played, "won": won} for name, (played, won) in bots],
        "cost": sum(costs) / len(costs) if costs else None,
        "reviewed": len(costs),
    }


def _scores(months: dict[str, list[int]]) -> dict[str, Any]:
    """The mean score by month with its spread, as a picture and as rows."""
    rows = []
    for month, (number, total, squares) in sorted(months.items()):
        mean = total / number
        spread = max(0.0, squares / number - mean * mean) ** 0.5
        rows.append({"month": month, "matches": number, "mean": mean, "spread": spread})
    top = max([1.0, *(row["mean"] + row["spread"] for row in rows)])
    least = min([0.0, *(row["mean"] - row["spread"] for row in rows)])

    def point(at: int, score: float) -> str:
        x = round(WIDTH * at / max(1, len(rows) - 1))
        return f"{x},{round(HEIGHT - HEIGHT * (score - least) / (top - least))}"

    line = [point(at, row["mean"]) for at, row in enumerate(rows)]
    above = [point(at, row["mean"] + row["spread"]) for at, row in enumerate(rows)]
    below = [point(at, row["mean"] - row["spread"]) for at, row in enumerate(rows)]
    return {"rows": rows, "line": " ".join(line), "band": " ".join(above + below[::-1]), "lately": rows[-1]}
