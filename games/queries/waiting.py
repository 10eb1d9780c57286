"""A person's tables: those where it is their turn, invitations, and all others.

A seat that a bot plays never waits for its person. A table without a clock, where all others are bots,
is listed but does not wait.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Exists, F, OuterRef, QuerySet, prefetch_related_objects
from django.utils import timezone

from accounts.models import User
from games.models import Seat, Table
from games.people import vacation
from games.people.vacation import Span
from games.play.clocks import pauses_of, stops_before

ACTIVE = (Table.Status.OPEN, Table.Status.RUNNING)
# The number of a person's tables that the lobby lists.
LISTED = 40
# The shortest time left first, tables without a clock last.
PRESSING = (F("deadline").asc(nulls_last=True), "awaited_since", "pk")


def _active(persons: Collection[int], aside: bool = False) -> QuerySet[Seat]:
    """Return their seats at open and running tables. The index on `ended_at` separates them from finished ones."""
    return Seat.objects.filter(
        user__in=persons,
        ended_at=None,
        resigned=None,
        put_aside_at__isnull=not aside,
        table__status__in=ACTIVE,
    ).select_related("table")


def _awaiting(persons: Collection[int]) -> QuerySet[Seat]:
    """Return the seats whose people must move. The index on `awaited_since` holds no others."""
    return Seat.objects.filter(
        user__in=persons,
        awaited_since__isnull=False,
        stand_in=False,
        resigned=None,
        table__status=Table.Status.RUNNING,
        table__increment_ms__gt=0,
    )


def _racing(persons: Collection[int]) -> QuerySet[Seat]:
    """Return their seats in running real-time matches with other people, even if a bot plays for them now.

    The index on `due_at` holds no other matches.
    """
    others = Seat.objects.filter(table=OuterRef("table"), user__isnull=False).exclude(user=OuterRef("user"))
    return Seat.objects.filter(
        Exists(others),
        user__in=persons,
        resigned=None,
        table__status=Table.Status.RUNNING,
        table__due_at__isnull=False,
    )


def is_racing(seat: Seat, table: Table) -> bool:
    """Return True if the seat takes part in a running real-time match."""
    return table.is_running and table.due_at is not None and seat.resigned is None


def is_awaited(seat: Seat, table: Table) -> bool:
    """Return True if the table waits for the seat's person: the condition of `_awaiting`."""
    return table.is_running and table.has_clock and seat.awaits_person


def tables_for(person: int) -> list[str]:
    """Return the tables at which it is that person's turn, the shortest time left first."""
    return list(_awaiting([person]).order_by(*PRESSING).values_list("table_id", flat=True))


def seats_by_person(persons: Collection[int]) -> dict[int, list[Seat]]:
    """Return `seats_for` for many people at once, each after the person's seats in races."""
    seats: dict[int, list[Seat]] = {person: [] for person in persons}
    for seat in (*_with_tables(_racing(persons)), *_with_tables(_awaiting(persons))):
        if seat.user_id is not None:
            seats[seat.user_id].append(seat)
    return seats


def _with_tables(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    seats = seats.select_related("table").order_by(*PRESSING)
    return seats.prefetch_related("table__seats")


def tables_by_person(persons: Collection[int]) -> dict[int, set[str]]:
    """Return the tables of `seats_by_person`, without loading them."""
    tables: dict[int, set[str]] = {person: set() for person in persons}
    for seats in (_racing(persons), _awaiting(persons)):
        for person, table in seats.values_list("user_id", "table_id"):
            tables[person].add(table)
    return tables


def next_table(person: int, after: str) -> str | None:
    """Return the most pressing table except `after`; `after` if it is the only one; None if nothing waits."""
    waiting = tables_for(person)
    return next((table for table in waiting if table != after), waiting[0] if waiting else None)


def seats_for(person: int) -> list[Seat]:
    """Return the person's seats at tables that wait for them, with table and seats, the shortest time left first."""
    return list(_with_tables(_awaiting([person])))


class OwnTable:
    """One of a person's own tables, and its state from their seat."""

    def __init__(self, seat: Seat, vacations: Sequence[Span]) -> None:
        self.table, self.seat = seat.table, seat
        self.is_awaited = seat.awaits_person and seat.table.is_running
        self.deadline: datetime | None = seat.deadline if self.is_awaited else None
        self._pauses = pauses_of(seat.table, vacations)

    @property
    def waits(self) -> bool:
        """True if people wait for this person: the condition of `_awaiting`."""
        return is_awaited(self.seat, self.table)

    @property
    def stops(self) -> str:
        """The spans before the deadline that don't count, for scripts: `begin-end begin-end`, in ms since 1970."""
        since = self.seat.awaited_since
        if self.deadline is None or since is None:
            return ""
        spans = stops_before(since, self.deadline, self._pauses)
        return " ".join("-".join(str(int(moment.timestamp() * 1000)) for moment in span) for span in spans)

    @property
    def stands_still(self) -> bool:
        """True if the time of this seat stands still now, because of a vacation or a weekend."""
        since, now = self.seat.awaited_since, timezone.now()
        if self.deadline is None or since is None:
            return False
        return any(begin <= now < end for begin, end in stops_before(since, self.deadline, self._pauses))

    @property
    def others(self) -> list[Seat]:
        """The other seats whose people must move while this seat isn't awaited, the shortest time left first."""
        seats = self.table.seats.all() if self.table.is_running and not self.is_awaited else []
        awaited = [seat for seat in seats if seat.awaits_person and seat.pk != self.seat.pk]
        return sorted(awaited, key=lambda seat: seat.deadline.timestamp() if seat.deadline else float("inf"))

    @property
    def can_be_put_aside(self) -> bool:
        """Return True if this is a running match against bots alone, without a clock."""
        return (
            self.table.is_running
            and not self.table.has_clock
            and all(seat.user_id in (None, self.seat.user_id) for seat in self.table.seats.all())
        )

    @property
    def company(self) -> str:
        """The names of the others at the table."""
        return ", ".join(
            seat.shown for seat in self.table.seats.all() if seat.name and seat.pk != self.seat.pk
        )

    @property
    def declined(self) -> list[str]:
        """The names of people who have declined the host's invitation."""
        if not self.table.is_open or self.table.host_id != self.seat.user_id:
            return []
        return [person.username for person in self.table.declined.all()]


def own_tables(person: User, limit: int | None = None, aside: bool = False) -> list[OwnTable]:
    """Return the person's open and running tables.

    Those that wait for them come first, the shortest time left first; then the newest. `limit` is the greatest number.
    If `aside` is true, return the tables that they have put aside, else the others.
    """
    seats = _active([person.pk], aside)
    vacations = vacation.pauses([person.pk]).get(person.pk, [])
    owned = sorted((OwnTable(seat, vacations) for seat in seats), key=_order)[:limit]
    tables = [own.table for own in owned]
    prefetch_related_objects(tables, "seats")
    prefetch_related_objects([table for table in tables if table.is_open], "declined")
    return owned


def _order(own: OwnTable) -> tuple[bool, float, float]:
    began = own.table.started_at or own.table.opened_at
    # Awaited seats without a deadline come after those that have one.
    due = own.deadline.timestamp() if own.deadline else float("inf")
    return not own.is_awaited, due, -began.timestamp()


def count_own(person: User) -> int:
    return _active([person.pk]).count()


def invitations(person: User, apart: Collection[int]) -> list[Table]:
    """Return the open tables at which a seat is reserved for the person, newest first.

    Leave out tables of people in `apart`.
    """
    tables = Table.objects.filter(seats__reserved=person, status=Table.Status.OPEN)
    if apart:
        tables = tables.exclude(seats__user__in=apart)
    tables = tables.select_related("host", "rematch_of").order_by("-opened_at")
    return list(tables.prefetch_related("seats"))


def public_tables_of(persons: Collection[int], apart: Collection[int]) -> list[tuple[int, Table]]:
    """Return the open and running public tables of these people, as (person, table).

    Leave out tables where somebody of `apart` sits.
    """
    seats = _active(persons).filter(table__public=True)
    hidden = Table.objects.filter(status__in=ACTIVE, seats__user__in=apart).values("pk")
    seats = seats.exclude(table__in=hidden) if apart else seats
    return [(seat.user_id, seat.table) for seat in seats.order_by("-table__opened_at") if seat.user_id]
