"""Deleting an account: nothing of the person stays in any row, and everybody's matches stay whole under a neutral name.

One transaction: either all of it or nothing. Other people's boards, and the person's own pages, hear of it afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable

import structlog
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Q

from accounts.models import User
from accounts.names import FORMER_PLAYER
from accounts.sessions import end_sockets
from games import play
from games.models import Notice, Seat, Table
from games.play.leaving import rename

log = structlog.get_logger("unbirthday.accounts")


def delete(person: User) -> None:
    """Delete the person and everything that is theirs alone; `play.Refused` if a table could not be written."""
    with transaction.atomic():
        # Nobody can take a seat in the meantime: a seat's row refers to this one.
        person = User.objects.select_for_update().get(pk=person.pk)
        seats = list(Seat.objects.filter(user=person))
        names = {person.username, *(seat.name for seat in seats)}
        play.leave_for_good(person.pk)
        rename(list(_copies(person, seats, names)))
        _forget_notices(names)
        _forget_admin_log(person)
        for session in UserSession.objects.filter(user=person):
            session.end()
        end_sockets(person.pk)
        pk = person.pk
        person.delete()
    log.info("account_deleted", person=pk)


def _copies(person: User, seats: Iterable[Seat], names: set[str]) -> Iterable[Seat]:
    """Seats of imported matches that are the person's: in copies of matches that were played here, by whomever they
    were imported, and under the own name in those that the person imported."""
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


def _forget_notices(names: set[str]) -> None:
    """The name in what others have been told, or are about to be."""
    for notice in Notice.objects.filter(facts__name__in=sorted(names)):
        notice.facts["name"] = FORMER_PLAYER
        notice.save(update_fields=["facts"])


def _forget_admin_log(person: User) -> None:
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=kind, object_id=str(person.pk)).update(object_repr=FORMER_PLAYER)
