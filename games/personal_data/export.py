"""The export of a person's seats with related rows, and of the records of their matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Model, Q, QuerySet

from accounts.data.rows import as_data
from accounts.models import User
from accounts.sessions import SessionStore
from games.models import Delivery, Move, Notification, Phrase, Seat, SeatEvent, Table
from games.queries.links import OPENED_LINKS
from games.records import export


def related(row: Model) -> dict[str, Any]:
    """Return rows that refer to the person only through `row`."""
    if isinstance(row, Seat):
        return _of_seat(row)
    if isinstance(row, Notification):
        return {"deliveries": [as_data(delivery) for delivery in Delivery.objects.filter(notification=row)]}
    if row._meta.label == "usersessions.UserSession":
        return {"invitations": SessionStore(row.session_key).get(OPENED_LINKS, [])}  # type: ignore[attr-defined]
    return {}


def _of_seat(seat: Seat) -> dict[str, Any]:
    place = {"table": seat.table_id, "seat": seat.index}
    return {
        "at": as_data(seat.table),
        "phrases": [as_data(row) for row in Phrase.objects.filter(**place)],
        "events": [as_data(row) for row in SeatEvent.objects.filter(**place)],
    }


def count(person: User) -> int:
    """Return the number of the person's match records."""
    # Not the number of `_tables`: for its condition PostgreSQL would read all tables.
    played = Seat.objects.filter(user=person, table__started_at__isnull=False).count()
    return played + Table.objects.filter(host=person, origin__isnull=False).count()


def documents(person: User, first: int, last: int) -> Iterator[tuple[str, Any]]:
    """Yield name and record of the person's matches, newest first, from `first` up to `last`."""
    for table in _tables(person)[first:last]:
        yield f"matches/{table.pk}", _record(table, person)


def _tables(person: User) -> QuerySet[Table]:
    """Return the matches that the person played or imported."""
    played = Q(pk__in=Seat.objects.filter(user=person).values("table"), started_at__isnull=False)
    imported = Q(host=person, origin__isnull=False)
    return Table.objects.filter(played | imported).order_by("-opened_at", "pk")


def _record(table: Table, person: User) -> dict[str, Any]:
    """Return the match as the person may know it. Does not load its states, which are most of the stored data."""
    seats = list(table.seats.all())
    rows = list(Move.objects.filter(table=table).defer("state"))
    viewer = next((seat.index for seat in seats if seat.user_id == person.pk), None)
    return export.export(table, seats, rows, viewer)
