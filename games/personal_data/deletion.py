"""Erase a deleted account from tables and matches. Matches stay whole, under a neutral name.

Accounts of guests whom no table needs any more are deleted by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.data.registry import Busy
from accounts.models import User
from accounts.names import FORMER_PLAYER
from games.models import Notification, Seat, Table
from games.play.departure import leave_for_good
from games.play.names import rename
from games.rules.core import Refused


def erase(person: User) -> None:
    """Erase the person within the caller's transaction. Raises Busy if a table could not be written."""
    seats = list(Seat.objects.filter(user=person))
    names = {person.username, *(seat.name for seat in seats)}
    try:
        leave_for_good(person.pk)
    except Refused as refused:
        raise Busy(str(refused)) from refused
    rename(list(_copies(person, seats, names)))
    _forget_notifications(person, names, [seat.table_id for seat in seats])


def _copies(person: User, seats: Iterable[Seat], names: set[str]) -> Iterable[Seat]:
    """Yield the person's seats in imported matches.

    These are seats in copies of the person's matches here, and seats with the person's name in matches that they
    imported.
    """
    places = {seat.table_id: seat.index for seat in seats}
    copies = Q(origin__match__in=list(places)) | Q(host=person)
    for table in Table.objects.filter(copies, origin__isnull=False).prefetch_related("seats"):
        assert table.origin is not None
        index = places.get(table.origin["match"])
        for seat in table.seats.all():
            if not seat.level and (
                seat.index == index or (table.host_id == person.pk and seat.name in names)
            ):
                yield seat


def _forget_notifications(person: User, names: set[str], tables: list[str]) -> None:
    """Replace the person's names in other people's notifications.

    A former name that somebody else has now is replaced at the person's tables only.
    """
    others = set(
        User.objects.exclude(pk=person.pk).filter(username__in=names).values_list("username", flat=True)
    )
    at_tables = Q(facts__name__in=sorted(names & others), table__in=tables)
    for notification in Notification.objects.filter(Q(facts__name__in=sorted(names - others)) | at_tables):
        notification.facts["name"] = FORMER_PLAYER
        notification.save(update_fields=["facts"])


def unneeded(guests: QuerySet[User]) -> QuerySet[User]:
    """Return the guests without a seat and without a table of their own. Their imported matches stay without an
    owner."""
    played = Table.objects.filter(host=OuterRef("pk"), origin__isnull=True)
    return guests.filter(~Exists(played), seats__isnull=True)
