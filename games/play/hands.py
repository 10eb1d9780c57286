"""Seats that change hands within a match: out of time, taken back, resigned. The log has a line for each."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.models import Remark, Seat, Table
from games.play import clock
from games.play.moves import finish
from games.play.position import Position, load, retried, save
from games.play.turns import set_clock
from games.rules import core

# Whose time has run out so often in one match has resigned.
LAPSES = 3


def time_out(table_id: str, index: int, later: timedelta = timedelta()) -> Position:
    """A person's time has run out: a bot plays the seat until its person takes it back, the third time to the
    end. The bot begins `later`, where many seats are overdue at once. A deadline that a vacation has moved since
    it was stored is put right instead."""

    def change() -> Position:
        position, now = load(table_id), timezone.now()
        position.require_running()
        table, seat = position.table, position.seats[index]
        if seat.played_by_bot or seat.deadline is None or seat.deadline > now:
            raise core.Refused("stale")
        due = None if table.live else clock.deadline(table, seat, position.pauses(seat))
        if due is not None and due > now:
            seat.deadline = due
            return save(position, [seat])
        seat.bank_ms, seat.lapses = 0, seat.lapses + 1
        if seat.lapses >= LAPSES:
            return _give_up(position, seat, now + later, "out_for_good")
        seat.stand_in = True
        set_clock(position, seat, now + later)
        return save(position, [seat], _note(position, seat, "out_of_time", now))

    return retried(change)


def ran_out(table: Table, seat: Seat) -> bool:
    """Whether the seat has resigned because its time ran out too often. A race, where moves have no time, counts
    silences as lapses, and nobody loses a seat by them."""
    return seat.resigned is not None and seat.lapses >= LAPSES and table.increment_ms > 0


def take_back(table_id: str, person: int | None) -> Position:
    """The person plays their own seat again, with a full increment if it is awaited."""

    def attempt() -> Position:
        position, now = load(table_id), timezone.now()
        position.require_running()
        seat = position.require_seat(person)
        if seat.resigned is not None:
            raise core.Refused("resigned")
        if not seat.stand_in:
            raise core.Refused("nothing_to_take_back")
        seat.stand_in = False
        if seat.is_awaited:
            seat.awaited_since = now
        if seat.is_awaited or position.rules.LIVE:
            set_clock(position, seat, now)
        note = None if position.rules.LIVE else _note(position, seat, "is_back", now)
        return save(position, [seat], note, **position.touched(now))

    return retried(attempt)


def resign(table_id: str, person: int | None) -> Position:
    """Of two seats: the match is over, this seat last. Of more: a bot plays it to the end; if no person is
    left the match ends as abandoned."""

    def attempt() -> Position:
        position, now = load(table_id), timezone.now()
        seat = position.require_seat(person)
        position.require_running()
        if seat.resigned is not None:
            raise core.Refused("resigned")
        return _give_up(position, seat, now, "resigned", **position.touched(now))

    return retried(attempt)


def _give_up(position: Position, seat: Seat, now: datetime, why: str, **fields: Any) -> Position:
    """Store that a seat has resigned; its bot's clock begins `now`."""
    seat.resigned, seat.stand_in = position.table.number, False
    note = _note(position, seat, why, timezone.now())
    ended = _ended_by_leaving(position, seat)
    if ended is not None:
        return save(position, position.seats, note, **fields | finish(position, ended))
    if seat.is_awaited or position.rules.LIVE:
        set_clock(position, seat, now)
    return save(position, [seat], note, **fields)


def _note(position: Position, seat: Seat, what: str, now: datetime) -> Remark:
    """What the log says of a seat that changes hands; its words stand in boards/words.py."""
    return Remark(table=position.table, seat=seat.index, phrase=what, at=now)


def _ended_by_leaving(position: Position, seat: Seat) -> core.Outcome | None:
    standing = position.rules.standing(position.state)
    if len(position.seats) == 2:
        ranks = tuple(2 if each is seat else 1 for each in position.seats)
        return core.Outcome("resigned", standing.scores, ranks)
    if all(each.is_bot or each.resigned is not None for each in position.seats):
        return core.Outcome("abandoned", standing.scores, standing.ranks)
    return None
