"""Who is to act, and by when, after each move: turn games by the seats' clocks, live games by the table's."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.conf import settings

from games.models import Seat
from games.play import clock
from games.play.position import Position
from games.rules import core

# Who plays for a person who is not there.
STAND_IN = "greedy"
# A sign of life that a move gives is stored at most so often.
FRESH = timedelta(seconds=5)


def after_move(
    position: Position, before: core.State, moved: int | None, now: datetime
) -> tuple[list[Seat], dict[str, Any]]:
    """The seats whose clocks change once `moved` (None: the clock) has acted, and the table's fields that do."""
    rules, table = position.rules, position.table
    if not rules.LIVE:
        awaited = rules.to_act(position.state)
        return clock.award(table, position.seats, awaited, moved, now, position.pauses), {}
    changed = []
    for seat in position.seats:
        if seat.played_by_bot:
            if _sees_more(position, before, seat.index):
                _look(position, seat, now)
            elif seat.index == moved:
                seat.deadline = None
            else:
                continue
            changed.append(seat)
        elif seat.index == moved and (seat.last_sign is None or seat.last_sign < now - FRESH):
            seat.last_sign = now
            changed.append(seat)
    return changed, {"due_at": _due_at(position)}


def begin(position: Position, now: datetime) -> list[Seat]:
    """Set the clocks of a match that begins at `now`; the seats that changed. The table's own fields are set
    on it, for the caller to store."""
    rules, table = position.rules, position.table
    table.started_at = now
    if not rules.LIVE:
        awaited = rules.to_act(position.state)
        return clock.award(table, position.seats, awaited, None, now, position.pauses)
    table.due_at = _due_at(position)
    for seat in position.seats:
        set_clock(position, seat, now)
    return position.seats


def when_loaded(now: datetime, live: bool) -> datetime:
    """When a match that is dealt now begins: a live game at the latest then, even if some page isn't loaded."""
    wait = settings.LOADING_MS + settings.COUNTDOWN_MS if live else 0
    return now + timedelta(milliseconds=wait)


def set_clock(position: Position, seat: Seat, now: datetime) -> None:
    """When the steward must act for a seat that changes hands now and is awaited."""
    if not position.rules.LIVE:
        clock.set_deadline(position.table, seat, now, position.pauses(seat))
    elif seat.played_by_bot:
        _look(position, seat, now)
    else:
        seat.deadline, seat.last_sign = None, now


def _look(position: Position, seat: Seat, now: datetime) -> None:
    """When a bot will have reacted to what it sees now; never, if there is nothing that it could do."""
    rules, table = position.rules, position.table
    if not rules.legal_moves(position.state, seat.index):
        seat.deadline = None
        return
    reaction: Any = getattr(rules, "reaction")  # noqa: B009  live games only, so not in the protocol
    rng = Random(f"{table.seed}:{table.number}:{seat.index}:{seat.lapses}")
    view = rules.view(position.state, seat.index)
    ms = reaction(seat.level or STAND_IN, view, rng)
    began = table.started_at
    seat.deadline = max(now, began or now) + timedelta(milliseconds=ms)


def _sees_more(position: Position, before: core.State, index: int) -> bool:
    rules = position.rules
    return list(rules.legal_moves(before, index)) != list(rules.legal_moves(position.state, index))


def _due_at(position: Position) -> datetime | None:
    due, began = position.rules.due(position.state), position.table.started_at
    return None if due is None or began is None else began + timedelta(milliseconds=due)
