"""The lobby's lists: tables to sit down at, matches to watch, and what is a visitor's own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from accounts.models import User
from games.models import Seat, Table
from games.people import lists as people
from games.play import time_control
from games.queries import waiting

# So many open tables are listed, and so many matches to watch.
SHOWN, WATCHED = 30, 8


def _with_seats() -> QuerySet[Table]:
    return Table.objects.prefetch_related(Prefetch("seats", Seat.objects.order_by("index")))


def open_tables(apart: Collection[int] = (), own: Collection[str] = (), limit: int = SHOWN) -> list[Table]:
    """Public tables with a free seat that is kept for nobody, newest first; none of `own`, and none at which
    somebody of `apart` sits."""
    free = Seat.objects.filter(table=OuterRef("pk"), name="", reserved=None)
    tables = _with_seats().filter(Exists(free), status=Table.Status.OPEN, public=True).exclude(pk__in=own)
    if apart:
        tables = tables.exclude(seats__user__in=apart)
    return list(tables.order_by("-opened_at")[:limit])


def who_waits(tables: Sequence[Table]) -> dict[tuple[str, str], Table]:
    """Of the open tables the newest of each game and pace, where the times are the usual ones."""
    return {(table.game, table.pace): table for table in reversed(tables) if _is_usual(table)}


def _is_usual(table: Table) -> bool:
    return (table.bank_ms, table.increment_ms) in (time_control.limits(table.is_live).usual, (0, 0))


def running_tables(own: Collection[str] = (), limit: int = WATCHED) -> list[Table]:
    """Public matches to watch, newest first; none of `own`, which one plays."""
    tables = _with_seats().filter(status=Table.Status.RUNNING, public=True).exclude(pk__in=own)
    return list(tables.order_by("-started_at")[:limit])


def lists(
    apart: Collection[int] = (), sat: Collection[str] = (), asked: Collection[str] = ()
) -> dict[str, Any]:
    """The public tables. Nobody is asked to sit down at, or to watch, what is listed as theirs above."""
    return {"open": open_tables(apart, [*sat, *asked]), "running": running_tables(sat)}


def personal(person: User, apart: Collection[int]) -> dict[str, Any]:
    """What is this person's own in the lobby."""
    own = waiting.own_tables(person, waiting.LISTED)
    count = waiting.count_own(person) if len(own) == waiting.LISTED else len(own)
    invitations = waiting.invitations(person, apart)
    return {"own": own, "own_count": count, "invitations": invitations, "member": not person.is_guest}


def listed(mine: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The tables of `personal`: those where the person sits, and those that they are invited to."""
    return [each.table.pk for each in mine["own"]], [table.pk for table in mine["invitations"]]


def context(person: User | None) -> dict[str, Any]:
    if person is None:
        return lists()
    apart = people.apart_from(person.pk)
    mine = personal(person, apart)
    return mine | lists(apart, *listed(mine))
