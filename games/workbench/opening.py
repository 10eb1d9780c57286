"""Tables with guests of the workbench: newly dealt, or from a position of a stored match."""

from __future__ import annotations

import secrets

from accounts.guests import new_guest
from accounts.models import User
from games.models import Seat, Table
from games.play import opening, seating, storage
from games.play.positions import begin_at
from games.play.time_control import DAYS
from games.records import export
from games.rules import core


def open_new(game: str, seats: int) -> str:
    """Deal a match at which a new guest sits on every seat, with days for each move. Return the table's id."""
    pace = Table.Pace.LIVE if core.game(game).REAL_TIME else Table.Pace.DAYS
    host, *others = _guests(seats)
    table = opening.open_table(host, opening.Plan(game, seats, public=False, pace=pace)).table
    for person in others:
        seating.join(table.pk, person, token=table.invite)
    return table.pk


def open_at(match: str, number: int) -> str:
    """Open a table that goes on after move `number` of a stored match. Return its id.

    All cards are as in that match. Refused `no_such_table`, `no_such_position` or `older_rules`.
    """
    old = storage.load(match).table
    rules, rows = core.game(old.game), export.rows_of(old)[: number + 1]
    if old.rules != rules.VERSION:
        raise core.Refused("older_rules")
    if rules.REAL_TIME or not 0 <= number < len(rows):
        raise core.Refused("no_such_position")
    people = _guests(old.seats.count())
    table = Table(
        game=old.game,
        rules=rules.VERSION,
        options=old.options,
        host=people[0],
        public=False,
        status=Table.Status.RUNNING,
        pace=Table.Pace.DAYS,
        bank_ms=DAYS.usual[0],
        increment_ms=DAYS.usual[1],
        number=number,
        begun_from={"match": old.pk, "n": number, "seat": 0},
    )
    for row in rows:
        # Stored as new rows.
        row.pk, row.table, row.key = None, table, f"before-{row.number}"
    rows[0].move["guests"] = list(range(len(people)))
    seats = [_seat(table, index, person) for index, person in enumerate(people)]
    return begin_at(table, seats, rows).table.pk


def _guests(count: int) -> list[User]:
    return [new_guest() for _ in range(count)]


def _seat(table: Table, index: int, person: User) -> Seat:
    return Seat(
        table=table,
        index=index,
        user=person,
        name=person.username,
        bank_ms=table.bank_ms,
        salt=secrets.token_hex(8),
        salt_by=Seat.SaltBy.SERVER,
    )
