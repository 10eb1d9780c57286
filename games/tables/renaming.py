"""A guest has registered: the name that they chose stands wherever they sit or have sat, instead of the one they were
given."""

from __future__ import annotations

import structlog

from games.models import Notification, Seat, Table
from games.rules import core
from games.tables.road import play
from games.tables.snapshot import Draft

log = structlog.get_logger("unbirthday.play")
MOVING = (Table.Status.OPEN, Table.Status.RUNNING)


def rename_seats(person: int, name: str) -> None:
    """Also what others are told of them. A table that can't be written just now keeps the old name."""
    mine = Seat.objects.filter(user=person).exclude(name=name)
    given, here = set(mine.values_list("name", flat=True)), list(mine.values_list("table_id", flat=True))
    for notification in Notification.objects.filter(table__in=here, facts__name__in=sorted(given)):
        notification.facts["name"] = name
        notification.save(update_fields=["facts"])
    for table_id in list(mine.filter(table__status__in=MOVING).values_list("table_id", flat=True)):
        try:
            play(table_id, lambda draft: _rename(draft, person, name))
        except core.Refused as why:
            log.warning("not_renamed", table=table_id, why=str(why))
    # No snapshot is remembered of tables where nothing moves any more.
    mine.exclude(table__status__in=MOVING).update(name=name)


def _rename(draft: Draft, person: int, name: str) -> None:
    """Written like every change of a table, so that everybody there sees the new name."""
    draft.require_seat(person).name = name
