"""Rated matches for the tests: opened, played to their end and rated."""

from __future__ import annotations

from typing import Any

from games.models import Move, Seat, Table
from games.play import departure
from games.play.snapshot import Snapshot
from games.ratings import pools
from games.ratings.models import Place, Rating
from games.ratings.scale import Skill
from tests.helpers import given

POOL = "parade:live"


def played(count: int = 2, seed: str = "", **plan: Any) -> Snapshot:
    """A match that is over and rated, as far as it counts."""
    snapshot = given.finished(count, seed, **plan)
    pools.rate_waiting()
    return snapshot


def begun(count: int = 2, **plan: Any) -> Snapshot:
    """A match in which each person has made a move."""
    snapshot = given.running(count, **plan)
    moves = Move.objects.filter(table=snapshot.table.pk, by=Move.By.PERSON)
    while moves.values("seat").distinct().count() < count:
        snapshot = given.step(snapshot).snapshot
    return snapshot


def resigned(count: int = 2, by: str = "Ben", **plan: Any) -> Snapshot:
    """A short one: somebody resigns after a move of each, and of more than two the others play on."""
    snapshot = begun(count, **plan)
    departure.resign(snapshot.table.pk, given.person(by).pk)
    if count > 2:
        snapshot = given.play_until(snapshot, "over")
    pools.rate_waiting()
    return given.now(snapshot)


def skill(name: str, pool: str = POOL) -> Skill:
    row = Rating.objects.get(user__username=name, pool=pool)
    return Skill(row.mu, row.sigma)


def everything() -> list[Any]:
    """All that is stored of ratings, to the last digit."""
    places = Place.objects.order_by("match", "seat").values()
    ratings = Rating.objects.order_by("user", "pool").values()
    return [
        [{name: value for name, value in row.items() if name != "id"} for row in rows]
        for rows in (places, ratings)
    ]


def put_forward(snapshot: Snapshot, **fields: Any) -> None:
    """Change what is stored of a match that is over."""
    Table.objects.filter(pk=snapshot.table.pk).update(**fields)
    if "ended_at" in fields:
        Seat.objects.filter(table=snapshot.table.pk).update(ended_at=fields["ended_at"])
