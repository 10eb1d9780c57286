"""What each seat's bank held at an earlier moment of a match, worked out from its rows by the clock's own rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from datetime import timedelta

from games.models import Move, Seat, Table
from games.rules import core
from games.tables import clocks


def banks_after(
    table: Table, seats: Sequence[Seat], rows: Sequence[Move], pauses: Callable[[Seat], clocks.Pauses]
) -> list[int]:
    """Each seat's bank in ms after the last of `rows`, which are those from the deal on, states included."""
    rules, began = core.game(table.game), table.started_at
    assert began is not None
    then = [_dealt(table, seat) for seat in seats]
    for row in rows:
        for seat, now in zip(then, seats, strict=True):
            if now.resigned is not None and now.resigned < row.number:
                seat.resigned = now.resigned
        if row.by == Move.By.BOT and row.seat is not None:
            # Its own seat has none; a person's has run out of time, and the bank is never filled again.
            then[row.seat].bank_ms = 0
        awaited = rules.to_act(rules.load(row.state))
        clocks.award(table, then, awaited, row.seat, began + timedelta(milliseconds=row.at), pauses)
    return [seat.bank_ms for seat in then]


def _dealt(table: Table, seat: Seat) -> Seat:
    dealt = copy(seat)
    dealt.bank_ms, dealt.stand_in, dealt.resigned = table.bank_ms, False, None
    dealt.awaited_since = dealt.deadline = None
    return dealt
