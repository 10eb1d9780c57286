"""Who is to act, and by when, after each move: turn games by the seats' clocks, real-time games by the table's."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from django.conf import settings

from games.models import Seat, Table
from games.play import clocks
from games.play.hooks import scripted
from games.play.snapshot import Draft
from games.rules import core
from games.rules.guide import LEARNER

# Who plays for a person who is not there.
STAND_IN = "greedy"
# A move is a heartbeat, too: stored at most so often.
FRESH = timedelta(seconds=5)
# Until the clock of a race that has waited for somebody moves again.
RESTART = timedelta(seconds=5)


def after_move(draft: Draft, before: core.State, moved: int | None, now: datetime) -> None:
    """Set the clocks once `moved` (None: the clock) has acted on the state `before`."""
    rules, table = draft.rules, draft.table
    if not isinstance(rules, core.RealTimeGame):
        clocks.award(table, draft.seats, _awaited(draft, table.number + 1), moved, now, draft.pauses)
        return
    if scripted(table, table.number + 1):
        # A guided race waits for whoever is guided.
        table.due_at = None
        return
    for seat in draft.seats:
        if seat.played_by_bot:
            if _sees_more(draft, before, seat.index):
                _set_reaction(draft, rules, seat, now)
            elif seat.index == moved:
                seat.deadline = None
        elif seat.index == moved and (seat.heartbeat_at is None or seat.heartbeat_at < now - FRESH):
            seat.heartbeat_at = now
    table.due_at = _due_at(draft, rules)


def begin(draft: Draft, now: datetime) -> None:
    """Set the clocks of a match that begins at `now`."""
    rules, table = draft.rules, draft.table
    table.started_at = now
    if not isinstance(rules, core.RealTimeGame):
        clocks.award(table, draft.seats, _awaited(draft, 0), None, now, draft.pauses)
        return
    if scripted(table, 0):
        table.due_at = None
        return
    table.due_at = _due_at(draft, rules)
    for seat in draft.seats:
        set_clock(draft, seat, now)


def _awaited(draft: Draft, number: int) -> tuple[int, ...]:
    """Whose clocks run after so many moves. In a guided match that is one seat, also where several choose at the same
    time: the next one of the script, and the learner once it has ended, so that its last words can be read."""
    awaited = draft.rules.to_act(draft.state)
    if given := scripted(draft.table, number):
        return (given[0],)
    has_just_ended = number and scripted(draft.table, number - 1)
    return (LEARNER,) if has_just_ended and LEARNER in awaited else awaited


def wake(draft: Draft, now: datetime) -> None:
    """Start all clocks of a match that has waited for its script. A race's own clock has been due long since."""
    rules = draft.rules
    if not isinstance(rules, core.RealTimeGame):
        clocks.award(draft.table, draft.seats, rules.to_act(draft.state), None, now, draft.pauses)
        return
    for seat in draft.seats:
        if seat.played_by_bot:
            set_clock(draft, seat, now)
    draft.table.due_at = max(now + RESTART, _due_at(draft, rules) or now)


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


def set_clock(draft: Draft, seat: Seat, now: datetime) -> None:
    """When the scheduler must act for a seat that somebody else plays from now on and is awaited."""
    rules = draft.rules
    if not isinstance(rules, core.RealTimeGame):
        clocks.set_deadline(draft.table, seat, now, draft.pauses(seat))
    elif seat.played_by_bot:
        _set_reaction(draft, rules, seat, now)
    else:
        seat.deadline, seat.heartbeat_at = None, now


def _set_reaction(draft: Draft, rules: core.RealTimeGame, seat: Seat, now: datetime) -> None:
    """When a bot will have reacted to what it sees now; never, if there is nothing that it could do."""
    table = draft.table
    if not rules.legal_moves(draft.state, seat.index):
        seat.deadline = None
        return
    rng = Random(f"{table.seed}:{table.number}:{seat.index}:{seat.lapses}")
    view = rules.view(draft.state, seat.index)
    ms = rules.reaction(seat.level or rules.bot_level(STAND_IN), view, rng)
    began = table.started_at
    seat.deadline = max(now, began or now) + timedelta(milliseconds=ms)


def _sees_more(draft: Draft, before: core.State, index: int) -> bool:
    rules = draft.rules
    return list(rules.legal_moves(before, index)) != list(rules.legal_moves(draft.state, index))


def _due_at(draft: Draft, rules: core.RealTimeGame) -> datetime | None:
    due, began = rules.due(draft.state), draft.table.started_at
    return None if due is None or began is None else began + timedelta(milliseconds=due)
