"""Somebody leaves the site for good: their seats are given up, and every match stays whole under a neutral name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db.models import QuerySet

from accounts.names import FORMER_PLAYER
from games.models import Seat, Table
from games.tables import hooks
from games.tables.closing import leave
from games.tables.road import play
from games.tables.snapshot import Draft
from games.tables.takeover import resign

BATCH = 200


def leave_for_good(person: int) -> None:
    """Within the caller's transaction, which then deletes the person: stand up from open tables, resign what runs, and
    leave no name behind."""
    mine = Seat.objects.filter(user=person)
    for table_id in _tables(mine.filter(table__status=Table.Status.OPEN)):
        leave(table_id, person)
    for table_id in _tables(mine.filter(table__status=Table.Status.RUNNING, resigned=None)):
        resign(table_id, person)
    for seat in mine:
        hooks.forget(seat.table_id, seat.index)
    rename(list(mine.exclude(table__status=Table.Status.RUNNING)))
    for table_id in _tables(mine | Seat.objects.filter(reserved=person)):
        play(table_id, lambda draft: _without(draft, person))


def rename(seats: list[Seat]) -> None:
    """Make them nobody's, at tables where nothing moves any more: no snapshot of theirs is remembered anywhere."""
    pks, taken = [seat.pk for seat in seats], defaultdict(set)
    left = Seat.objects.filter(table__in={seat.table_id for seat in seats}, name__startswith=FORMER_PLAYER)
    for seat in left.exclude(pk__in=pks):
        taken[seat.table_id].add(seat.name)
    for seat in seats:
        seat.user, seat.name = None, neutral(taken[seat.table_id])
        taken[seat.table_id].add(seat.name)
    Seat.objects.bulk_update(seats, ["user", "name"], batch_size=BATCH)


def neutral(names: Collection[str]) -> str:
    """A name that tells nothing, and that no other at the table has."""
    found, number = FORMER_PLAYER, 2
    while found in names:
        found, number = f"{FORMER_PLAYER} {number}", number + 1
    return found


def _tables(seats: QuerySet[Seat]) -> Iterable[str]:
    return list(seats.values_list("table_id", flat=True).distinct())


def _without(draft: Draft, person: int) -> None:
    """A table that waits or runs is written like every change of it, so that everybody there sees the new name."""
    for seat in draft.seats:
        if seat.user_id == person:
            others = [each.name for each in draft.seats if each is not seat]
            seat.user_id, seat.name = None, neutral(others)
        if seat.reserved_id == person:
            seat.reserved_id = None
