"""Figures of a person's matches of a game: kept as whole numbers that are added up, so that they are the same however
often and in whatever order they are built from what is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime

from django.db import transaction
from django.db.models import OuterRef, Prefetch, QuerySet

from accounts.models import User
from games.models import Figures, Seat, Table
from games.play.hooks import hooks

# `seats`: by number of seats matches and wins; `months`: by month matches, the sum of the scores and of their squares;
# `bots`: by the name of a bot that sat there matches and wins.
Data = dict[str, dict[str, list[int]]]
Key = tuple[str, bool]  # a game, and whether the matches were public


def add(table: Table, seats: Sequence[Seat]) -> None:
    """Within the transaction that ends a match which counts: what it adds to the figures of those of its people who
    have any. The others' are built when they first look at them, from all that is stored: a match ends quickly."""
    people = {seat.user_id: seat for seat in seats if seat.user_id is not None and counts_for(seat)}
    _one_after_another(list(people))
    built = set(Figures.objects.filter(user__in=people).values_list("user", flat=True))
    if not built:
        return
    own = {"game": table.game, "public": table.public}
    rows = Figures.objects.select_for_update().filter(user__in=built, **own).order_by("user")
    known = {row.user_id: row for row in rows}
    for person in sorted(built):
        row = known.get(person) or Figures(user_id=person, data=empty(), **own)
        row.data = count(row.data, table, people[person], seats)
        row.save()


def _one_after_another(people: Sequence[int]) -> None:
    """Until the transaction's end nobody else changes these people's figures: what is built while a match ends would
    miss that match, and who builds them would be refused the rows of another who does."""
    list(User.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk").values_list("pk"))


def counts_for(seat: Seat) -> bool:
    """Not for whom a program seems to have played."""
    return not seat.mark and seat.rank is not None


def empty() -> Data:
    return {"seats": {}, "months": {}, "bots": {}}


def count(data: Data, table: Table, seat: Seat, seats: Sequence[Seat]) -> Data:
    """The figures with one more match, the same data for the same matches in any order."""
    won, score = int(seat.won), seat.score or 0
    ended = (table.ended_at or datetime.min).astimezone(UTC)
    found = {name: dict(each) for name, each in data.items()}
    _count(found["seats"], str(len(seats)), [1, won])
    _count(found["months"], f"{ended:%Y-%m}", [1, score, score * score])
    for name in {other.name for other in seats if other.is_bot}:
        _count(found["bots"], name, [1, won])
    return {name: dict(sorted(each.items())) for name, each in found.items()}


def _count(where: dict[str, list[int]], key: str, more: list[int]) -> None:
    before = where.get(key, [0] * len(more))
    where[key] = [one + two for one, two in zip(before, more, strict=True)]


def matches(person: int) -> QuerySet[Seat]:
    """The person's seats in the matches that count, with their tables and everybody's seats."""
    seats = Seat.objects.filter(user=person, mark="", rank__isnull=False, table__status=Table.Status.OVER)
    fair = seats.filter(
        *(~each(OuterRef("table")) for each in hooks.uncounted),
        table__guide=Table.Guide.NONE,
        table__begun_from__isnull=True,
        table__origin__isnull=True,
    )
    together = Prefetch("table__seats", Seat.objects.order_by("index"))
    return fair.select_related("table").prefetch_related(together)


def built(person: int, game: str = "") -> dict[Key, Data]:
    """The figures as they follow from what is stored, of one game or of all."""
    found: dict[Key, Data] = defaultdict(empty)
    seats = matches(person).filter(table__game=game) if game else matches(person)
    for seat in seats.iterator(chunk_size=500):
        key = (seat.table.game, seat.table.public)
        found[key] = count(found[key], seat.table, seat, list(seat.table.seats.all()))
    return dict(found)


def store(person: int, game: str = "") -> None:
    """Build the person's figures anew."""
    with transaction.atomic():
        _one_after_another([person])
        rows = Figures.objects.filter(user=person)
        (rows.filter(game=game) if game else rows).delete()
        for (name, public), data in sorted(built(person, game).items()):
            Figures.objects.create(user_id=person, game=name, public=public, data=data)
