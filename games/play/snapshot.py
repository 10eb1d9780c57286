"""A table as it is stored (`Snapshot`), and as a command changes it (`Draft`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, TypeVar

from games.models import Move, Phrase, Seat, SeatEvent, Table
from games.people import vacation
from games.play.clocks import Pauses, pauses_of
from games.rules import core
from games.rules.chance import Stream

# The number of rows that the log needs.
RECENT = 12
Vacations = Mapping[int, Sequence[vacation.Span]]
Row = TypeVar("Row", Table, Seat)


class Position:
    """Values derived from a table's row, its seats in order and its newest move, stored or not."""

    table: Table
    seats: Sequence[Seat]
    vacations: Vacations

    @cached_property
    def rules(self) -> core.Game:
        return core.game(self.table.game)

    @property
    def people(self) -> list[int]:
        """The ids of the seated users, in the order of seats."""
        return [seat.user_id for seat in self.seats if seat.user_id is not None]

    def seat_of(self, person: int | None) -> Seat | None:
        """Return the seat of the user with that id, or None."""
        if person is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == person), None)

    def require_seat(self, person: int | None) -> Seat:
        seat = self.seat_of(person)
        if seat is None:
            raise core.Refused("not_seated")
        return seat

    def require_open_host(self, person: int) -> None:
        if self.table.host_id != person:
            raise core.Refused("not_host")
        if not self.table.is_open:
            raise core.Refused("already_started")

    def require_running(self) -> None:
        if self.table.is_open:
            raise core.Refused("not_started")
        if not self.table.is_running:
            raise core.Refused("over")

    @property
    def allows_hints(self) -> bool:
        """Return True if hints may be asked for: against bots alone, and where the host has allowed it."""
        people = len([seat for seat in self.seats if not seat.level])
        table = self.table
        apart = table.is_imported or table.is_guided or table.is_shared_deal
        return not apart and (table.hints or people == 1)

    def pauses(self, seat: Seat) -> Pauses:
        """Return when that seat's time stands still."""
        spans = self.vacations.get(seat.user_id, ()) if seat.user_id is not None else ()
        return pauses_of(self.table, spans)

    def stream(self) -> Stream:
        salts = [seat.salt for seat in self.seats]
        return Stream(bytes.fromhex(self.table.seed), salts, self.table.stream_position)

    def since_start(self, now: datetime) -> int:
        """Return the ms since the match began."""
        began = self.table.started_at
        return 0 if began is None else max(0, (now - began) // timedelta(milliseconds=1))


@dataclass(frozen=True, eq=False)
class Snapshot(Position):
    """A stored table: its row, its seats in order and its newest move.

    All threads share a snapshot. Nothing may change it or a row that it holds.
    """

    table: Table
    seats: Sequence[Seat]
    row: Move | None = None
    # For the log: the newest rows, oldest first and without states, the newest phrases and the newest events of seats.
    recent: Sequence[Move] = ()
    phrases: Sequence[Phrase] = ()
    seat_events: Sequence[SeatEvent] = ()
    # For boards: values by feature and seat, each for its owner's eyes only.
    private: Mapping[str, Mapping[int, Any]] = field(default_factory=dict)
    # Day-paced tables only: the vacations of people, by user.
    vacations: Vacations = field(default_factory=dict)

    @cached_property
    def state(self) -> core.State:
        """The newest state; None before the match."""
        return None if self.row is None else self.rules.load(self.row.state)

    def having(self, **parts: Any) -> Snapshot:
        """Return the same table and move with other parts, such as those that the log needs."""
        snapshot = replace(self, **parts)
        if "state" in self.__dict__:
            snapshot.__dict__["state"] = self.state
        return snapshot


class Draft(Position):
    """A copy of a snapshot that a command changes; what differs from `before` is stored.

    Assign ids (`user_id`), never objects: copies share the objects that a row refers to.
    """

    def __init__(self, before: Snapshot, *, is_read: bool = False) -> None:
        self.before = before
        # True if `before` has just been read from the database, False if this process remembered it.
        self.is_read = is_read
        self.table = _copy(before.table)
        self.seats: list[Seat] = [_copy(seat) for seat in before.seats]
        self.vacations = before.vacations
        # The row to add, and calls to make in the same transaction after everything is written.
        self.new_row: Move | Phrase | SeatEvent | None = None
        self.afterwards: list[Callable[[], object]] = []
        # The number of the move that answers the command; None: the newest.
        self.number: int | None = None
        self.stores_nothing = False

    @cached_property
    def state(self) -> core.State:
        return self.before.state

    def store_nothing(self, number: int | None = None) -> None:
        """Store nothing, because the command changes nothing, or has already been carried out as the move with that
        number."""
        self.stores_nothing, self.number = True, number

    def touch(self, now: datetime) -> None:
        """Note that a person has done something at the table."""
        self.table.touched_at, self.table.warned_at = now, None

    def change(self, **fields: Any) -> None:
        """Set fields of the table."""
        for name, value in fields.items():
            setattr(self.table, name, value)

    @property
    def table_changes(self) -> dict[str, Any]:
        """The changed fields of the table, by name."""
        return _changes(self.table, self.before.table)

    def seat_changes(self) -> list[tuple[Seat, dict[str, Any]]]:
        """Return the existing seats that have changed, with their changed fields by name."""
        before = {seat.pk: seat for seat in self.before.seats}
        changes = [(seat, _changes(seat, before[seat.pk])) for seat in self.seats if seat.pk in before]
        return [(seat, values) for seat, values in changes if values]

    def after(self) -> Snapshot:
        """Return the table as it is once the draft is stored."""
        row = self.new_row if isinstance(self.new_row, Move) else self.before.row
        snapshot = Snapshot(self.table, tuple(self.seats), row, vacations=self.vacations)
        snapshot.__dict__["state"] = self.state
        return snapshot


def _copy(row: Row) -> Row:
    """Return a copy of a row, without the pickle protocol that `copy` uses for models."""
    copy = type(row).__new__(type(row))
    copy.__dict__.update(row.__dict__)
    return copy


FIELDS = {
    model: tuple(field.attname for field in model._meta.concrete_fields if not field.primary_key)
    for model in (Table, Seat)
}


def _changes(row: Row, before: Row) -> dict[str, Any]:
    values, old = row.__dict__, before.__dict__
    return {name: values[name] for name in FIELDS[type(row)] if values[name] != old[name]}
