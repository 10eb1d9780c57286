"""The lobby's lists: open tables, matches to watch, and the visitor's own tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from games.models import Seat, Table
from games.people import lists as people
from games.play import time_control
from games.queries import hooks, waiting

# The number of open tables that are listed, and of matches to watch.
SHOWN, WATCHED = 30, 8
# The number of rows that are read. It is larger, because some rows are hidden from readers.
OPEN, RUNNING = 2 * SHOWN, 3 * WATCHED


class Reader(NamedTuple):
    """The facts that decide which public tables a reader sees: blocks, own tables, and tables that are not offered to
    them, because they are invited there or were sent away."""

    apart: frozenset[int] = frozenset()
    sat: frozenset[str] = frozenset()
    unlisted: frozenset[str] = frozenset()


def _with_seats() -> QuerySet[Table]:
    return Table.objects.select_related(*hooks.shown_of_tables or (None,)).prefetch_related("seats")


def open_tables(limit: int = SHOWN) -> list[Table]:
    """Return public tables with a free seat that is not reserved.

    The newest table of each host comes before anybody's second one, so that no host fills the list; among them, newer
    tables come first.
    """
    free = Seat.objects.filter(table=OuterRef("pk"), name="", reserved=None)
    tables = _with_seats().filter(Exists(free), status=Table.Status.OPEN, public=True)
    turn = Window(RowNumber(), partition_by="host", order_by="-opened_at")
    return list(tables.order_by(turn, "-opened_at")[:limit])


def who_waits(tables: Sequence[Table]) -> dict[tuple[str, str], Table]:
    """Return the first open table of each game and pace, among those with the usual times."""
    return {(table.game, table.pace): table for table in reversed(tables) if _is_usual(table)}


def _is_usual(table: Table) -> bool:
    return (table.bank_ms, table.increment_ms) in (time_control.limits(table.is_live).usual, (0, 0))


def running_tables(limit: int = WATCHED) -> list[Table]:
    """Return public matches to watch, newest first."""
    tables = _with_seats().filter(status=Table.Status.RUNNING, public=True)
    return list(tables.order_by("-started_at")[:limit])


def open_to(reader: Reader, first: list[Table] | None = None) -> list[Table]:
    """Return the open tables that the reader sees. `first` are the first `OPEN` of all, if they are known."""

    def hidden(table: Table) -> bool:
        own = table.pk in reader.sat or table.pk in reader.unlisted
        return own or bool(reader.apart & {seat.user_id for seat in table.seats.all()})

    return _left(hidden, open_tables, first, (SHOWN, OPEN))


def running_for(reader: Reader, first: list[Table] | None = None) -> list[Table]:
    """Return the matches to watch that the reader sees. `first` are the first `RUNNING` of all, if they are known."""
    return _left(lambda table: table.pk in reader.sat, running_tables, first, (WATCHED, RUNNING))


def _left(
    hidden: Callable[[Table], bool],
    read: Callable[[int], list[Table]],
    first: list[Table] | None,
    limits: tuple[int, int],
) -> list[Table]:
    """Return the first `most` tables that aren't hidden. More than `limit` are read only if too many are."""
    most, limit = limits
    tables = read(limit) if first is None else first
    while True:
        left = [table for table in tables if not hidden(table)]
        if len(left) >= most or len(tables) < limit:
            return left[:most]
        limit *= 2
        tables = read(limit)


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


def reader_of(mine: dict[str, Any], apart: Collection[int]) -> Reader:
    """Return the facts about the person whose `personal` part this is."""
    sat = frozenset(own.table.pk for own in (*mine["pressing"], *mine["own"]))
    return Reader(
        frozenset(apart), sat, frozenset([*(table.pk for table in mine["invitations"]), *mine["away"]])
    )


def context(person: User | None) -> dict[str, Any]:
    if person is None:
        return {"open": open_tables(), "running": running_tables()}
    apart = people.apart_from(person.pk)
    mine = personal(person, apart)
    reader = reader_of(mine, apart)
    return mine | {"open": open_to(reader), "running": running_for(reader)}
