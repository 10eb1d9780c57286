"""Figures of a person's matches of a game.

They are whole numbers that are added up, so they come out the same however often, and in whatever order, they are
built from the stored matches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime

from django.db import transaction
from django.db.models import OuterRef, QuerySet

from accounts.models import User
from games.models import Figures, Seat, Table
from games.play import hooks

# `seats`: matches and wins by number of seats. `months`: matches, the sum of scores and the sum of their squares by
# month. `bots`: matches and wins by the name of a bot at the table.
Data = dict[str, dict[str, list[int]]]
Key = tuple[str, bool]  # a game, and True if the matches were public


def add(table: Table, seats: Sequence[Seat]) -> None:
    """Add a match to the figures of its people, within the transaction that ends it.

    People without figures are skipped, so that a match ends quickly: theirs are built from all stored matches when
    they first look at them.
    """
    people = {seat.user_id: seat for seat in seats if seat.user_id is not None and counts_for(seat)}
    _one_after_another(list(people))
    built = set(Figures.objects.filter(user__in=people).values_list("user", flat=True))
    if not built:
        return
    own = {"game": table.game, "public": table.public}
    rows = Figures.objects.select_for_update().filter(user__in=built, **own).order_by("user")
    rows_by_person = {row.user_id: row for row in rows}
    for person in sorted(built):
        row = rows_by_person.get(person) or Figures(user_id=person, data=empty(), **own)
        row.data = count(row.data, table, people[person], seats)
        row.save()


def _one_after_another(people: Sequence[int]) -> None:
    """Lock the figures of these people until the transaction ends.

    Otherwise figures that are built while a match ends would miss that match, and two builders would try to insert the
    same rows.
    """
    list(User.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk").values_list("pk"))


def counts_for(seat: Seat) -> bool:
    """Return False for a seat that was marked because a program seems to have played, or that has no rank."""
    return not seat.mark and seat.rank is not None


def empty() -> Data:
    return {"seats": {}, "months": {}, "bots": {}}


def count(data: Data, table: Table, seat: Seat, seats: Sequence[Seat]) -> Data:
    """Return the figures with one more match. They are the same for the same matches in any order."""
    won, left = int(table.is_won_by(seat)), seat.resigned is not None or not table.is_played_out
    ended = (table.ended_at or datetime.min).astimezone(UTC)
    figures = {name: dict(counts) for name, counts in data.items()}
    add_up(figures["seats"], str(len(seats)), [1, won])
    if seat.score is not None and not left:
        add_up(figures["months"], f"{ended:%Y-%m}", [1, seat.score, seat.score**2])
    for name in {other.name for other in seats if other.is_bot}:
        add_up(figures["bots"], name, [1, won])
    return {name: dict(sorted(counts.items())) for name, counts in figures.items()}


def add_up(totals: dict[str, list[int]], key: str, more: list[int]) -> None:
    """Add numbers to those that are there under a key."""
    before = totals.get(key, [0] * len(more))
    totals[key] = [one + two for one, two in zip(before, more, strict=True)]


def matches(person: int) -> QuerySet[Seat]:
    """Return the person's seats in the matches that count, with their tables and all seats of these."""
    seats = counted(Seat.objects.filter(user=person))
    return seats.select_related("table").prefetch_related("table__seats")


def counted(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Return those of the seats whose matches count for their people."""
    return seats.filter(
        *(~condition(OuterRef("table"), None) for condition in hooks.uncounted),
        mark="",
        rank__isnull=False,
        table__status=Table.Status.OVER,
        table__guide=Table.Guide.NONE,
        table__begun_from__isnull=True,
        table__deal__isnull=True,
        table__origin__isnull=True,
    )


def built(person: int, game: str = "") -> dict[Key, Data]:
    """Return the figures that follow from the stored matches of one game, or of all games."""
    figures: dict[Key, Data] = defaultdict(empty)
    seats = matches(person).filter(table__game=game) if game else matches(person)
    for seat in seats.iterator(chunk_size=500):
        key = (seat.table.game, seat.table.public)
        figures[key] = count(figures[key], seat.table, seat, list(seat.table.seats.all()))
    return dict(figures)


def store(person: int, game: str = "") -> None:
    """Build the person's figures anew."""
    with transaction.atomic():
        _one_after_another([person])
        rows = Figures.objects.filter(user=person)
        (rows.filter(game=game) if game else rows).delete()
        for (name, public), data in sorted(built(person, game).items()):
            Figures.objects.create(user_id=person, game=name, public=public, data=data)
