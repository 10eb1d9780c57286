"""A long list a page at a time. A page begins after the last row of the one before, which an index finds at once; rows
are not counted, for that takes longer the more there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Q, QuerySet

from games.models import Seat


@dataclass(frozen=True)
class Page:
    """Some seats, the newest match first. `older` and `newer` name the pages beside it; empty: there is none."""

    seats: list[Seat]
    older: str = ""
    newer: str = ""

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.seats)


def page(seats: QuerySet[Seat], length: int, before: str = "", after: str = "") -> Page:
    """The page of those that ended before (or else after) the seat so named; the newest for any other name."""
    if place := _place(before):
        found = list(_from(seats, place)[: length + 1])
        return _page(found[:length], older=len(found) > length, newer=True) or page(seats, length)
    if place := _place(after):
        found = list(_from(seats, place, back=True)[: length + 1])
        if len(found) > length:
            return _page(found[length - 1 :: -1], older=True, newer=True) or page(seats, length)
    found = list(_from(seats)[: length + 1])
    return _page(found[:length], older=len(found) > length, newer=False) or Page([])


def _page(seats: list[Seat], *, older: bool, newer: bool) -> Page | None:
    if not seats:
        return None
    return Page(seats, _name(seats[-1]) if older else "", _name(seats[0]) if newer else "")


def _from(
    seats: QuerySet[Seat], place: tuple[datetime, int] | None = None, back: bool = False
) -> QuerySet[Seat]:
    """In order from that place on. The bound is said of the time alone, too: SQLite takes no index by an OR."""
    side, sign = ("gt", "") if back else ("lt", "-")
    ordered = seats.order_by(f"{sign}ended_at", f"{sign}pk")
    if place is None:
        return ordered
    time, pk = place
    beyond = Q(**{f"ended_at__{side}": time}) | Q(ended_at=time, **{f"pk__{side}": pk})
    return ordered.filter(beyond, **{f"ended_at__{side}e": time})


def _name(seat: Seat) -> str:
    assert seat.ended_at is not None
    return f"{seat.ended_at.astimezone(UTC):%Y%m%dT%H%M%S%f}-{seat.pk}"


def _place(name: str) -> tuple[datetime, int] | None:
    time, _dash, pk = name.partition("-")
    try:
        return datetime.strptime(time, "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC), int(pk[:18])
    except ValueError:
        return None
