"""A person's figures for their viewers: numbers and small charts, by game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Avg, Count, FloatField, Value
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.names import shown
from games import boards
from games.models import Figures, FiguresShown
from games.people.locks import one_at_a_time
from games.play import figures
from games.play.figures import Data
from games.queries import hooks
from games.queries.spread import spread

MOST_BOTS = 3
# The number of matches in charts: the latest of all games.
PICTURED = 150
# Parts that can be shown to others, each by itself.
PARTS = ("wins", "scores", "costs")
# Values for the readers of figures: the person alone, everybody, or a choice part by part.
ME, EVERYBODY, EACH = "me", "everybody", "each"


def shown_to(person: User) -> str:
    row = FiguresShown.objects.filter(user=person).first()
    if row is None:
        return ME
    return EVERYBODY if row.parts is None else EACH


def parts_shown(person: User) -> frozenset[str]:
    """Return the parts that everybody sees."""
    row = FiguresShown.objects.filter(user=person).first()
    if row is None:
        return frozenset()
    return frozenset(PARTS if row.parts is None else row.parts)


def show(person: User, to: str) -> None:
    """Show the figures to the person alone, to everybody, or part by part.

    Part by part begins with the parts that are shown now.
    """
    if to == ME:
        FiguresShown.objects.filter(user=person).delete()
    elif to in (EVERYBODY, EACH):
        parts = sorted(parts_shown(person)) if to == EACH else None
        FiguresShown.objects.update_or_create(user=person, defaults={"parts": parts})


def turn(person: User, part: str) -> None:
    """Show the part to everybody, or hide it if everybody sees it."""
    if part in PARTS:
        with one_at_a_time(person):
            parts = sorted(parts_shown(person) ^ {part})
            FiguresShown.objects.update_or_create(user=person, defaults={"parts": parts})


def of(person: User, viewer: User | None) -> list[dict[str, Any]]:
    """Return the figures that the viewer may see, by game in the games' order.

    Only the person sees figures of matches by invitation. The list is empty if the viewer may see no part.
    """
    own = viewer == person
    parts = frozenset(PARTS) if own else parts_shown(person)
    if not parts:
        return []
    rows = Figures.objects.filter(user=person)
    # Nothing is written for people without matches that count: anybody may open their profiles.
    if not rows.exists() and figures.matches(person.pk).exists():
        figures.store(person.pk)
    if not own:
        rows = rows.filter(public=True)
    data_by_game: dict[str, list[Data]] = {}
    for row in rows.order_by("game", "public"):
        data_by_game.setdefault(row.game, []).append(row.data)
    latest = _latest(person, own)
    games = [game for game in boards.games() if game in data_by_game]
    return [_of_game(game, _together(data_by_game[game]), latest.get(game, []), parts) for game in games]


def totals(games: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Return matches and wins of all games together, and the counted games; None where wins aren't shown."""
    counted = [game for game in games if game.get("played")]
    if not counted:
        return None
    played, won = (sum(game[name] for game in counted) for name in ("played", "won"))
    return {"played": played, "won": won, "games": counted}


def _together(parts: Sequence[Data]) -> Data:
    total = figures.empty()
    for part in parts:
        for name, counts in part.items():
            for key, more in counts.items():
                figures.add_up(total[name], key, more)
    return total


class Match(NamedTuple):
    """The values of a match in charts. Its cost is None if it has not been reviewed for the person's seat."""

    ended: datetime
    score: int | None
    cost: float | None
    usual_ms: int | None


def _cost() -> Coalesce | Value:
    """Return, as an expression for seats, the cost of a move; null where unknown."""
    unknown = Value(None, output_field=FloatField())
    costs = [costs() for costs in hooks.seat_costs]
    return Coalesce(*costs, unknown) if costs else unknown


class MeanCost(NamedTuple):
    """The mean cost of a move in points, and the number of reviews that it is from."""

    mean: float
    reviews: int


def mean_costs(person: User) -> dict[str, MeanCost]:
    """Return by game what a move costs the person, where matches of theirs have been reviewed."""
    seats = figures.matches(person.pk).prefetch_related(None).annotate(cost=_cost())
    rows = (
        seats.filter(cost__isnull=False).values("table__game").annotate(mean=Avg("cost"), reviews=Count("pk"))
    )
    return {row["table__game"]: MeanCost(row["mean"], row["reviews"]) for row in rows}


def _latest(person: User, own: bool) -> dict[str, list[Match]]:
    """Return the latest matches by game, oldest first."""
    seats = figures.matches(person.pk).annotate(cost=_cost())
    if not own:
        seats = seats.filter(table__public=True)
    finished = seats.filter(score__isnull=False, ended_at__isnull=False).order_by("-ended_at", "-pk")
    matches: dict[str, list[Match]] = {}
    for seat in reversed(finished[:PICTURED]):
        assert seat.ended_at is not None
        match = Match(seat.ended_at, seat.own_score, seat.cost, seat.usual_ms)
        matches.setdefault(seat.table.game, []).append(match)
    return matches


def _of_game(game: str, data: Data, latest: Sequence[Match], parts: Collection[str]) -> dict[str, Any]:
    """Return the template context of a game for those parts."""
    context: dict[str, Any] = {"game": game}
    if "wins" in parts:
        context |= _wins(data)
    if "scores" in parts:
        context["scores"] = spread(
            [(match.ended, match.score) for match in latest if match.score is not None]
        )
        context["months"] = _months(data["months"])
    if "costs" in parts:
        costs = [(match.ended, match.cost) for match in latest if match.cost is not None]
        usual = [(match.ended, match.usual_ms / 1000) for match in latest if match.usual_ms is not None]
        context |= {"costs": spread(costs), "reviewed": len(costs), "reactions": spread(usual)}
        context["cost"] = sum(cost for _at, cost in costs) / len(costs) if costs else None
    return context


def _wins(data: Data) -> dict[str, Any]:
    seats = sorted((int(number), *counts) for number, counts in data["seats"].items())
    bots = sorted(data["bots"].items(), key=lambda bot: (-bot[1][0], bot[0]))[:MOST_BOTS]
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
        "bots": [{"name": shown(name), "played": played, "won": won} for name, (played, won) in bots],
    }


def _months(months: dict[str, list[int]]) -> list[dict[str, Any]]:
    """Return the mean score by month, with its standard deviation."""
    rows = []
    for month, (number, total, squares) in sorted(months.items()):
        mean = total / number
        off = max(0.0, squares / number - mean * mean) ** 0.5
        rows.append({"month": month, "matches": number, "mean": mean, "spread": off})
    return rows
