"""A table as it stands, read and written whole. A write holds only if nobody else wrote in between."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, TypeVar

from django.db import IntegrityError, transaction

from accounts import vacation
from games.models import Move, Remark, Seat, StandingOrder, Table
from games.play import notices, ordered, rows
from games.play.clock import NEVER, Pauses
from games.rules import core
from games.rules.chance import Stream

ATTEMPTS = 50
SEAT_FIELDS = [
    "user_id",
    "reserved_id",
    "name",
    "level",
    "salt",
    "bank_ms",
    "deadline",
    "awaited_since",
    "stand_in",
    "last_sign",
    "resigned",
    "lapses",
    "muted",
    "score",
    "rank",
]
RECENT = 12
# Remarks that nobody says: what the log tells of a seat that changes hands. Of each sort so many are shown.
NOTES = ("out_of_time", "out_for_good", "is_back", "resigned")
REMARKS = 6
REMEMBERED = 2000

Result = TypeVar("Result")


class Clash(Exception):
    """Somebody else was faster: load again and judge again."""


@dataclass
class Position:
    """A table, its seats in order and its newest row. `recent` are the newest rows, oldest first, without
    their states; `remarks` the newest set phrases. A position is one reader's own and is never shared."""

    table: Table
    seats: list[Seat]
    row: Move | None = None
    recent: list[Move] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    # The standing orders by seat, for boards: each is for its owner's eyes alone.
    orders: dict[int, StandingOrder] = field(default_factory=dict)
    # Of a day-paced table: when its people's time stands still, by user.
    vacations: dict[int, list[vacation.Span]] = field(default_factory=dict)

    @cached_property
    def rules(self) -> core.Game:
        return core.game(self.table.game)

    @cached_property
    def state(self) -> core.State:
        """The newest state; None before the match."""
        return None if self.row is None else self.rules.load(self.row.state)

    def seat_of(self, person: int | None) -> Seat | None:
        """The seat of the user with that id, or None."""
        if person is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == person), None)

    def require_seat(self, person: int | None) -> Seat:
        seat = self.seat_of(person)
        if seat is None:
            raise core.Refused("not_seated")
        return seat

    def require_running(self) -> None:
        if self.table.is_open:
            raise core.Refused("not_started")
        if not self.table.is_running:
            raise core.Refused("over")

    def pauses(self, seat: Seat) -> Pauses:
        """When that seat's time stands still."""
        if self.table.live:
            return NEVER
        spans = self.vacations.get(seat.user_id, ()) if seat.user_id is not None else ()
        return Pauses(self.table.weekends_off, tuple(spans))

    def touched(self, now: datetime) -> dict[str, Any]:
        """The table's fields when a person does something there."""
        again = {"warned_at": None} if self.table.warned_at is not None else {}
        return {"touched_at": now} | again

    def stream(self) -> Stream:
        salts = [seat.salt for seat in self.seats]
        return Stream(bytes.fromhex(self.table.seed), salts, self.table.words)

    def since_start(self, now: datetime) -> int:
        """ms since the match began."""
        began = self.table.started_at
        return 0 if began is None else max(0, (now - began) // timedelta(milliseconds=1))


# Told each position after it was committed: (position) -> None. Filled by GamesConfig.ready().
committed: list[Callable[[Position], None]] = []


def load(table_id: str, recent: int = 0) -> Position:
    """The table as it is stored now; Refused `no_such_table`. `recent`: how many rows the log needs."""
    row = Move.objects.filter(table_id=table_id).select_related("table").order_by("-number").first()
    table = row.table if row else Table.objects.filter(pk=table_id).first()
    if table is None:
        raise core.Refused("no_such_table")
    position = Position(table, list(Seat.objects.filter(table_id=table_id).order_by("index")), row)
    find_vacations(position)
    if recent and row:
        rows = Move.objects.filter(table_id=table_id).defer("state").order_by("-number")[:recent]
        position.recent = list(rows)[::-1]
        position.remarks = _newest_remarks(table_id)
        position.orders = ordered.of_table(table_id)
    return position


def _newest_remarks(table_id: str) -> list[Remark]:
    """Oldest first. However much is said, it takes no room from what became of a seat."""
    found = Remark.objects.filter(table_id=table_id).order_by("-id")
    notes, phrases = found.filter(phrase__in=NOTES), found.exclude(phrase__in=NOTES)
    return sorted([*notes[:REMARKS], *phrases[:REMARKS]], key=lambda remark: remark.pk)


def find_vacations(position: Position) -> None:
    """Asked anew each time, for they change without their tables; a live table knows none."""
    if not position.table.live:
        people = [seat.user_id for seat in position.seats if seat.user_id is not None]
        position.vacations = vacation.pauses(people)


def changed(versions: dict[str, int]) -> list[str]:
    """Those of these tables (id to version) that have another version by now."""
    stored = Table.objects.filter(pk__in=versions).values_list("pk", "version")
    return [table for table, version in stored if version != versions[table]]


_newest: OrderedDict[str, Position] = OrderedDict()


def remembered(table_id: str) -> Position | None:
    """The table as this process last saw it stored, a copy of one's own. Somebody else may have written since:
    a save on it is a Clash then, and what it refuses must be judged again on what `load` finds."""
    found = _newest.get(table_id)
    if found is None:
        return None
    position = Position(copy(found.table), [copy(seat) for seat in found.seats], found.row)
    position.__dict__["state"] = found.state
    find_vacations(position)
    return position


def remembered_seat(table_id: str, index: int) -> Seat | None:
    """The remembered seat itself, for what is stored of it without a move."""
    found = _newest.get(table_id)
    return None if found is None else found.seats[index]


def _remember(position: Position) -> None:
    known = _newest.get(position.table.pk)
    if known is None or known.table.version < position.table.version:
        _newest[position.table.pk] = position
        if len(_newest) > REMEMBERED:
            _newest.popitem(last=False)


def save(
    position: Position, seats: Sequence[Seat], new: Move | Remark | None = None, **table: Any
) -> Position:
    """Store a changed position in one transaction; Clash if the table has changed since it was loaded.

    `seats` are those that changed, `new` a row to add, `table` the table's changed fields by their names.
    """
    old, pk = position.table.version, position.table.pk
    try:
        with transaction.atomic():
            if new is not None:
                rows.insert(new)
            if not rows.update(Table, {"version": old + 1} | table, {"id": pk, "version": old}):
                raise Clash
            for seat in seats:
                rows.update(Seat, {name: getattr(seat, name) for name in SEAT_FIELDS}, {"id": seat.pk})
            position.table.version = old + 1
            for name, value in table.items():
                setattr(position.table, name, value)
            if isinstance(new, Move):
                position.row = new
            if table.get("status", Table.Status.RUNNING) != Table.Status.RUNNING:
                StandingOrder.objects.filter(table_id=pk).delete()
            notices.raise_for(position, seats, new, table.get("status") == Table.Status.OVER)
            transaction.on_commit(lambda: _tell(position))
    except (Clash, IntegrityError) as error:
        _newest.pop(pk, None)
        raise Clash from error
    return position


def _tell(position: Position) -> None:
    if position.table.is_running:
        _remember(position)
    else:
        _newest.pop(position.table.pk, None)
    for told in committed:
        told(position)


def attempts() -> Iterator[None]:
    """Until one holds. Each clash means that somebody else's write did."""
    yield from [None] * ATTEMPTS
    raise core.Refused("busy")


def retried(change: Callable[[], Result]) -> Result:
    """The result of `change`, which loads, judges and saves, tried again after each clash."""
    for _ in attempts():
        try:
            return change()
        except Clash:
            continue
    raise AssertionError("attempts() ends by raising")
