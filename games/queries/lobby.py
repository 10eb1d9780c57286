"""The lobby's lists: open tables, matches to watch, and the visitor's own tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from games.models import Seat, Table
from games.people import lists as people
from games.play import time_control
from games.queries import hooks, waiting

# The number of open tables that are listed, and of matches to watch.
SHOWN, WATCHED = 30, 8


def _with_seats() -> QuerySet[Table]:
    return Table.objects.select_related(*hooks.shown_of_tables or (None,)).prefetch_related("seats")


def open_tables(apart: Collection[int] = (), own: Collection[str] = (), limit: int = SHOWN) -> list[Table]:
    """Return public tables with a free seat that is not reserved.

    The newest table of each host comes before anybody's second one, so that no host fills the list; among them, newer
    tables come first. Tables of `own`, and those where somebody of `apart` sits, are left out.
    """
    free = Seat.objects.filter(table=OuterRef("pk"), name="", reserved=None)
    tables = _with_seats().filter(Exists(free), status=Table.Status.OPEN, public=True).exclude(pk__in=own)
    if apart:
        tables = tables.exclude(seats__user__in=apart)
    turn = Window(RowNumber(), partition_by="host", order_by="-opened_at")
    return list(tables.order_by(turn, "-opened_at")[:limit])


def who_waits(tables: Sequence[Table]) -> dict[tuple[str, str], Table]:
    """Return the first open table of each game and pace, among those with the usual times."""
    return {(table.game, table.pace): table for table in reversed(tables) if _is_usual(table)}


def _is_usual(table: Table) -> bool:
    return (table.bank_ms, table.increment_ms) in (time_control.limits(table.is_live).usual, (0, 0))


def running_tables(own: Collection[str] = (), limit: int = WATCHED) -> list[Table]:
    """Return public matches to watch, newest first, without those of `own`."""
    tables = _with_seats().filter(status=Table.Status.RUNNING, public=True).exclude(pk__in=own)
    return list(tables.order_by("-started_at")[:limit])


def lists(
    apart: Collection[int] = (), sat: Collection[str] = (), invited: Collection[str] = ()
) -> dict[str, Any]:
    """Return the public tables, without those that are listed as the visitor's own."""
    return {"open": open_tables(apart, [*sat, *invited]), "running": running_tables(sat)}


def personal(person: User, apart: Collection[int]) -> dict[str, Any]:
    """Return the person's own part of the lobby: invitations, tables that wait for them, and their other ones."""
    own = waiting.own_tables(person, waiting.LISTED)
    return {
        "invitations": waiting.invitations(person, apart),
        "pressing": [table for table in own if table.waits],
        "own": [table for table in own if not table.waits],
        "away": list(
            Table.objects.filter(sent_away=person, status=Table.Status.OPEN).values_list("pk", flat=True)
        ),
        "own_count": waiting.count_own(person) if len(own) == waiting.LISTED else len(own),
        "member": not person.is_guest,
    }


def listed(mine: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the ids of the tables where the person sits, and of open ones that are not offered to them: those to which
    they are invited, and those from which they were sent away."""
    sat = [own.table.pk for own in (*mine["pressing"], *mine["own"])]
    return sat, [*(table.pk for table in mine["invitations"]), *mine["away"]]


def context(person: User | None) -> dict[str, Any]:
    if person is None:
        return lists()
    apart = people.apart_from(person.pk)
    mine = personal(person, apart)
    return mine | lists(apart, *listed(mine))
