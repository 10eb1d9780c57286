"""Who is to act, and by when, after each move: turn games by the seats' clocks, real-time games by the table's."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.conf import settings

from games.models import Seat, Table
from games.rules import core
from games.tables import clocks
from games.tables.script import scripted
from games.tables.snapshot import Snapshot

# Who plays for a person who is not there.
STAND_IN = "greedy"
# A move is a heartbeat, too: stored at most so often.
FRESH = timedelta(seconds=5)
# Until the clock of a race that has waited for somebody moves again.
RESTART = timedelta(seconds=5)


def after_move(
    snapshot: Snapshot, before: core.State, moved: int | None, now: datetime
) -> tuple[list[Seat], dict[str, Any]]:
    """The seats whose clocks change once `moved` (None: the clock) has acted, and the table's fields that do."""
    rules, table = snapshot.rules, snapshot.table
    if not isinstance(rules, core.RealTimeGame):
        awaited = rules.to_act(snapshot.state)
        return clocks.award(table, snapshot.seats, awaited, moved, now, snapshot.pauses), {}
    if scripted(table, table.number + 1):
        # A guided race waits for whoever is guided.
        return [], {"due_at": None}
    changed = []
    for seat in snapshot.seats:
        if seat.played_by_bot:
            if _sees_more(snapshot, before, seat.index):
                _set_reaction(snapshot, rules, seat, now)
            elif seat.index == moved:
                seat.deadline = None
            else:
                continue
            changed.append(seat)
        elif seat.index == moved and (seat.heartbeat_at is None or seat.heartbeat_at < now - FRESH):
            seat.heartbeat_at = now
            changed.append(seat)
    return changed, {"due_at": _due_at(snapshot, rules)}


def begin(snapshot: Snapshot, now: datetime) -> list[Seat]:
    """Set the clocks of a match that begins at `now`; the seats that changed. The table's own fields are set
    on it, for the caller to store."""
    rules, table = snapshot.rules, snapshot.table
    table.started_at = now
    if not isinstance(rules, core.RealTimeGame):
        awaited = rules.to_act(snapshot.state)
        return clocks.award(table, snapshot.seats, awaited, None, now, snapshot.pauses)
    if scripted(table, 0):
        table.due_at = None
        return snapshot.seats
    table.due_at = _due_at(snapshot, rules)
    for seat in snapshot.seats:
        set_clock(snapshot, seat, now)
    return snapshot.seats


def wake(snapshot: Snapshot, rules: core.RealTimeGame, now: datetime) -> tuple[list[Seat], dict[str, Any]]:
    """A race that has waited goes on: its bots' seats, and the table's clock, which has been due long since."""
    seats = [seat for seat in snapshot.seats if seat.played_by_bot]
    for seat in seats:
        set_clock(snapshot, seat, now)
    return seats, {"due_at": max(now + RESTART, _due_at(snapshot, rules) or now)}


def when_loaded(now: datetime, real_time: bool) -> datetime:
    """When a match that is dealt now begins: a real-time game at the latest then, even if some page isn't loaded."""
    return now + (longest_wait() if real_time else timedelta())


def longest_wait() -> timedelta:
    return timedelta(milliseconds=settings.LOADING_MS + settings.COUNTDOWN_MS)


def counts_down(table: Table, number: int, now: datetime) -> bool:
    """Whether a dealt real-time match has not begun yet. Once something has happened it has, and no match begins later
    than its pages take to load: then this machine's clock was set back."""
    began = table.started_at
    return number == 0 and began is not None and now < began <= now + longest_wait()


def set_clock(snapshot: Snapshot, seat: Seat, now: datetime) -> None:
    """When the scheduler must act for a seat that somebody else plays from now on and is awaited."""
    rules = snapshot.rules
    if not isinstance(rules, core.RealTimeGame):
        clocks.set_deadline(snapshot.table, seat, now, snapshot.pauses(seat))
    elif seat.played_by_bot:
        _set_reaction(snapshot, rules, seat, now)
    else:
        seat.deadline, seat.heartbeat_at = None, now


def _set_reaction(snapshot: Snapshot, rules: core.RealTimeGame, seat: Seat, now: datetime) -> None:
    """When a bot will have reacted to what it sees now; never, if there is nothing that it could do."""
    table = snapshot.table
    if not rules.legal_moves(snapshot.state, seat.index):
        seat.deadline = None
        return
    rng = Random(f"{table.seed}:{table.number}:{seat.index}:{seat.lapses}")
    view = rules.view(snapshot.state, seat.index)
    ms = rules.reaction(seat.level or rules.bot_level(STAND_IN), view, rng)
    began = table.started_at
    seat.deadline = max(now, began or now) + timedelta(milliseconds=ms)


def _sees_more(snapshot: Snapshot, before: core.State, index: int) -> bool:
    rules = snapshot.rules
    return list(rules.legal_moves(before, index)) != list(rules.legal_moves(snapshot.state, index))


def _due_at(snapshot: Snapshot, rules: core.RealTimeGame) -> datetime | None:
    due, began = rules.due(snapshot.state), snapshot.table.started_at
    return None if due is None or began is None else began + timedelta(milliseconds=due)
