"""A person's figures for whoever may see them: numbers and small pictures, a game at a time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, FloatField, Value
from django.db.models.functions import Coalesce

from accounts.models import User
from games import boards
from games.models import Figures, FiguresShown
from games.play import figures
from games.play.figures import Data
from games.queries.hooks import hooks
from games.queries.spread import spread

MOST_BOTS = 3
# Of so many matches, the latest of all games, each is a dot of a picture.
PICTURED = 150
# What one shows or keeps to oneself, each by itself.
PARTS = ("wins", "scores", "costs")
# Who sees them: oneself, everybody, or as one has said of each part.
ME, EVERYBODY, EACH = "me", "everybody", "each"


def shown_to(person: User) -> str:
    row = FiguresShown.objects.filter(user=person).first()
    if row is None:
        return ME
    return EVERYBODY if row.parts is None else EACH


def parts_shown(person: User) -> frozenset[str]:
    """What everybody sees."""
    row = FiguresShown.objects.filter(user=person).first()
    if row is None:
        return frozenset()
    return frozenset(PARTS if row.parts is None else row.parts)


def show(person: User, to: str) -> None:
    """To oneself, to everybody, or each part as it was until one says otherwise."""
    if to == ME:
        FiguresShown.objects.filter(user=person).delete()
    elif to in (EVERYBODY, EACH):
        parts = sorted(parts_shown(person)) if to == EACH else None
        FiguresShown.objects.update_or_create(user=person, defaults={"parts": parts})


def turn(person: User, part: str) -> None:
    """Show that part to everybody, or keep it to oneself if everybody sees it."""
    if part in PARTS:
        parts = sorted(parts_shown(person) ^ {part})
        FiguresShown.objects.update_or_create(user=person, defaults={"parts": parts})


def of(person: User, viewer: User | None) -> list[dict[str, Any]]:
    """By game, in the games' order; of matches by invitation for the person's own eyes alone. None where the viewer may
    see no part of them."""
    own = viewer == person
    parts = frozenset(PARTS) if own else parts_shown(person)
    if not parts:
        return []
    rows = Figures.objects.filter(user=person)
    if own and not rows.exists():
        figures.store(person.pk)
    if not own:
        rows = rows.filter(public=True)
    found: dict[str, list[Data]] = {}
    for row in rows.order_by("game", "public"):
        found.setdefault(row.game, []).append(row.data)
    latest = _latest(person, own)
    known = [game for game in boards.games() if game in found]
    return [_of_game(game, _together(found[game]), latest.get(game, []), parts) for game in known]


def totals(games: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Matches and wins of all games together, and those games by which they count; None where wins aren't shown."""
    counted = [each for each in games if each.get("played")]
    if not counted:
        return None
    played, won = (sum(each[name] for each in counted) for name in ("played", "won"))
    return {"played": played, "won": won, "games": counted}


def _together(parts: Sequence[Data]) -> Data:
    whole = figures.empty()
    for part in parts:
        for name, each in part.items():
            for key, more in each.items():
                before = whole[name].get(key, [0] * len(more))
                whole[name][key] = [one + two for one, two in zip(before, more, strict=True)]
    return whole


class Match(NamedTuple):
    """What the pictures show of one: its cost is None where nobody has had it reviewed through the person's eyes."""

    ended: datetime
    score: int
    cost: float | None
    usual_ms: int | None


def _latest(person: User, own: bool) -> dict[str, list[Match]]:
    """The latest matches by game, oldest first."""
    unknown = Value(None, output_field=FloatField())
    costs = [costs() for costs in hooks.seat_costs]
    seats = figures.matches(person.pk).annotate(cost=Coalesce(*costs, unknown) if costs else unknown)
    if not own:
        seats = seats.filter(table__public=True)
    finished = seats.filter(score__isnull=False, ended_at__isnull=False).order_by("-ended_at", "-pk")
    rows = finished.values_list(F("table__game"), "ended_at", "score", "cost", "usual_ms")[:PICTURED]
    found: dict[str, list[Match]] = {}
    for game, *match in reversed(rows):
        found.setdefault(game, []).append(Match(*match))
    return found


def _of_game(game: str, data: Data, latest: Sequence[Match], parts: Collection[str]) -> dict[str, Any]:
    """What those parts tell of a game."""
    context: dict[str, Any] = {"game": game}
    if "wins" in parts:
        context |= _wins(data)
    if "scores" in parts:
        context["scores"] = spread([(each.ended, each.score) for each in latest])
        context["months"] = _months(data["months"])
    if "costs" in parts:
        costs = [(each.ended, each.cost) for each in latest if each.cost is not None]
        usual = [(each.ended, each.usual_ms / 1000) for each in latest if each.usual_ms is not None]
        context |= {"costs": spread(costs), "reviewed": len(costs), "reactions": spread(usual)}
        context["cost"] = sum(cost for _at, cost in costs) / len(costs) if costs else None
    return context


def _wins(data: Data) -> dict[str, Any]:
    seats = sorted((int(number), *counts) for number, counts in data["seats"].items())
    bots = sorted(data["bots"].items(), key=lambda each: (-each[1][0], each[0]))[:MOST_BOTS]
    return {
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
        "bots": [{"name": name, "played": played, "won": won} for name, (played, won) in bots],
    }


def _months(months: dict[str, list[int]]) -> list[dict[str, Any]]:
    """The mean score by month, with its spread."""
    rows = []
    for month, (number, total, squares) in sorted(months.items()):
        mean = total / number
        off = max(0.0, squares / number - mean * mean) ** 0.5
        rows.append({"month": month, "matches": number, "mean": mean, "spread": off})
    return rows
