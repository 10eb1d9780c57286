"""Names at tables of people who register, or who delete their account."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

import structlog

from accounts.names import FORMER_PLAYER
from games.models import Notification, Seat, Table
from games.play.commands import play
from games.play.snapshot import Draft
from games.rules import core

log = structlog.get_logger("unbirthday.play")
BATCH = 200
# The states of tables that can still change.
MOVING = (Table.Status.OPEN, Table.Status.RUNNING)


def rename(seats: list[Seat]) -> None:
    """Take the people off these seats and give the seats neutral names.

    Only for tables that don't change any more: no process remembers a snapshot of them.
    """
    pks, taken = [seat.pk for seat in seats], defaultdict(set)
    left = Seat.objects.filter(table__in={seat.table_id for seat in seats}, name__startswith=FORMER_PLAYER)
    for seat in left.exclude(pk__in=pks):
        taken[seat.table_id].add(seat.name)
    for seat in seats:
        seat.user, seat.name = None, neutral(taken[seat.table_id])
        taken[seat.table_id].add(seat.name)
    Seat.objects.bulk_update(seats, ["user", "name"], batch_size=BATCH)


def neutral(names: Collection[str]) -> str:
    """Return a neutral name that nobody else at the table has."""
    name, number = FORMER_PLAYER, 2
    while name in names:
        name, number = f"{FORMER_PLAYER} {number}", number + 1
    return name


def rename_seats(person: int, name: str) -> None:
    """Rename the person's seats, and update notifications that name them. A table that is busy keeps the old name."""
    own_seats = Seat.objects.filter(user=person).exclude(name=name)
    old_names, tables = (
        set(own_seats.values_list("name", flat=True)),
        list(own_seats.values_list("table_id", flat=True)),
    )
    for notification in Notification.objects.filter(table__in=tables, facts__name__in=sorted(old_names)):
        notification.facts["name"] = name
        notification.save(update_fields=["facts"])
    for table_id in list(own_seats.filter(table__status__in=MOVING).values_list("table_id", flat=True)):
        try:
            play(table_id, lambda draft: _rename(draft, person, name))
        except core.Refused as why:
            log.warning("not_renamed", table=table_id, why=str(why))
    # No process remembers a snapshot of tables that don't change any more.
    own_seats.exclude(table__status__in=MOVING).update(name=name)


def _rename(draft: Draft, person: int, name: str) -> None:
    """Rename the person's seat in the draft: everybody at the table sees the new name."""
    draft.require_seat(person).name = name
