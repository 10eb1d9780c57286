"""Pages of a long list. A page begins after the last row of the page before, so an index finds it at once.

Rows are not counted, because counting takes longer the more there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Q, QuerySet

from games.models import Seat


@dataclass(frozen=True)
class Page:
    """Some seats, the newest match first. `older` and `newer` name the pages beside it; "" if there is none."""

    seats: list[Seat]
    older: str = ""
    newer: str = ""

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.seats)


def page(seats: QuerySet[Seat], length: int, before: str = "", after: str = "") -> Page:
    """Return the page of seats that ended before (or else after) the named seat.

    Any other name gives the newest page.
    """
    if place := _place(before):
        rows = list(_from(seats, place)[: length + 1])
        return _page(rows[:length], older=len(rows) > length, newer=True) or page(seats, length)
    if place := _place(after):
        rows = list(_from(seats, place, back=True)[: length + 1])
        if len(rows) > length:
            return _page(rows[length - 1 :: -1], older=True, newer=True) or page(seats, length)
    rows = list(_from(seats)[: length + 1])
    return _page(rows[:length], older=len(rows) > length, newer=False) or Page([])


def _page(seats: list[Seat], *, older: bool, newer: bool) -> Page | None:
    if not seats:
        return None
    return Page(seats, _name(seats[-1]) if older else "", _name(seats[0]) if newer else "")


def _from(
    seats: QuerySet[Seat], place: tuple[datetime, int] | None = None, back: bool = False
) -> QuerySet[Seat]:
    """Return the seats in order from that place on.

    The time has a condition of its own because SQLite uses no index for an OR.
    """
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
