"""A table as it stands: its rows, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from games.models import ConditionalMove, Move, Phrase, Seat, SeatEvent, Table
from games.people import vacation
from games.rules import core
from games.rules.chance import Stream
from games.tables.clocks import NEVER, Pauses

# So many rows the log needs.
RECENT = 12


@dataclass
class Snapshot:
    """A table, its seats in order and its newest row. `recent` are the newest rows, oldest first, without
    their states; `phrases` and `seat_events` the newest of each, oldest first. A snapshot is one reader's own and is never shared."""

    table: Table
    seats: list[Seat]
    row: Move | None = None
    recent: list[Move] = field(default_factory=list)
    phrases: list[Phrase] = field(default_factory=list)
    seat_events: list[SeatEvent] = field(default_factory=list)
    # By seat, for boards: each is for its owner's eyes alone.
    conditional_moves: dict[int, ConditionalMove] = field(default_factory=dict)
    # Of a day-paced table: when its people's time stands still, by user.
    vacations: dict[int, list[vacation.Span]] = field(default_factory=dict)

    @cached_property
    def rules(self) -> core.Game:
        return core.game(self.table.game)

    @cached_property
    def state(self) -> core.State:
        """The newest state; None before the match."""
        return None if self.row is None else self.rules.load(self.row.state)

    @property
    def people(self) -> list[int]:
        """The ids of the users who sit there, in the seats' order."""
        return [seat.user_id for seat in self.seats if seat.user_id is not None]

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

    def pauses(self, seat: Seat) -> Pauses:
        """When that seat's time stands still."""
        if self.table.is_live:
            return NEVER
        spans = self.vacations.get(seat.user_id, ()) if seat.user_id is not None else ()
        return Pauses(self.table.weekends_off, tuple(spans))

    def touched(self, now: datetime) -> dict[str, Any]:
        """The table's fields when a person does something there."""
        again = {"warned_at": None} if self.table.warned_at is not None else {}
        return {"touched_at": now} | again

    def stream(self) -> Stream:
        salts = [seat.salt for seat in self.seats]
        return Stream(bytes.fromhex(self.table.seed), salts, self.table.stream_position)

    def since_start(self, now: datetime) -> int:
        """ms since the match began."""
        began = self.table.started_at
        return 0 if began is None else max(0, (now - began) // timedelta(milliseconds=1))


@dataclass(frozen=True)
class Change:
    """A move that has been judged: the seats that it changes, its row, the table's changed fields by their names, and
    how the match ends by it (None: it goes on), which is in both of them."""

    snapshot: Snapshot
    seats: list[Seat]
    row: Move
    table: dict[str, Any]
    outcome: core.Outcome | None
