"""Play on against bots from a position of a finished match, at a new table. What the seat couldn't see at that moment
is dealt anew each time (games/coach/analysis/redeal.py)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from accounts.models import User
from games.coach.questions import coach
from games.models import Move, Seat, Table
from games.people.locks import one_at_a_time
from games.play.bot_names import bot_name
from games.play.positions import begin_at
from games.play.seating import refuse_too_many_running
from games.play.snapshot import Snapshot
from games.records import export
from games.rules import core

# The bots that replace people.
OPPONENT = "hard"


def refuse(old: Table, number: int, seats: int, eyes: int) -> None:
    """Raise Refused unless one can play on from there."""
    rules = core.game(old.game)
    if not old.is_over:
        raise core.Refused("not_over")
    if old.rules != rules.VERSION:
        raise core.Refused("older_rules")
    # Where somebody left, the last board is no end by the rules.
    last = old.number - 1 if old.is_played_out else old.number
    if rules.REAL_TIME or not 0 <= number <= last or not 0 <= eyes < seats:
        raise core.Refused("no_such_position")


def play_on(
    old: Table,
    seats: Sequence[Seat],
    rows: Sequence[Move],
    eyes: int,
    person: User,
    address: str,
    place: dict[str, Any] | None = None,
) -> Snapshot:
    """Open the table and return it. `rows` are the old match's moves from the deal to the position, `address` is the
    visitor's. `place` names where the position is from, by default the old match."""
    rules, setup, entries = core.game(old.game), export.setup_of(rows), export.played_in(rows)
    dealt = coach.redeal(person.pk, address, rules, len(seats), old.options, setup, entries, eyes)
    table = Table(
        game=old.game,
        rules=rules.VERSION,
        options=old.options,
        host=person,
        public=False,
        status=Table.Status.RUNNING,
        number=len(rows) - 1,
        increment_ms=0,
        begun_from={**(place or {"match": old.pk}), "n": len(rows) - 1, "seat": eyes},
    )
    with one_at_a_time(person):
        refuse_too_many_running(person)
        moves = [_row(table, row, eyes=eyes, dealt=dealt, number=number) for number, row in enumerate(rows)]
        moves[0].move["guests"] = [eyes] if person.is_guest else []
        new_seats = _seats(table, seats, rules=rules, eyes=eyes, person=person)
        return begin_at(table, new_seats, moves)


def _seats(table: Table, old: Sequence[Seat], rules: core.Game, eyes: int, person: User) -> list[Seat]:
    taken = {seat.name for seat in old if seat.is_bot and seat.index != eyes} | {person.username}
    opponent = rules.bot_level(OPPONENT)
    new = []
    for seat in old:
        if seat.index == eyes:
            salt = secrets.token_hex(8)
            fields: dict[str, Any] = {"user": person, "name": person.username}
            fields |= {"salt": salt, "salt_by": Seat.SaltBy.SERVER}
        elif seat.is_bot:
            fields = {"name": seat.name, "level": seat.level}
        else:
            fields = {"name": bot_name(opponent, taken), "level": opponent}
            taken.add(fields["name"])
        new.append(Seat(table=table, index=seat.index, **fields))
    return new


def _row(table: Table, row: Move, eyes: int, dealt: dict[str, Any], number: int) -> Move:
    by = Move.By.CLOCK if row.seat is None else Move.By.PERSON if row.seat == eyes else Move.By.BOT
    return Move(
        table=table,
        number=number,
        seat=row.seat,
        by=by,
        key=f"before-{number}",
        move={"type": "deal"} | dealt["setup"] if number == 0 else row.move,
        events=dealt["events"][number],
        state=dealt["states"][number],
        at=row.at,
    )
