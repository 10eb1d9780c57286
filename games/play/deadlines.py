"""Awaited seats and their deadlines after each move, by the seats' clocks or, in real-time games, by the table's."""

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

# The level of the bot that plays for an absent person.
STAND_IN = "greedy"
# A move counts as a heartbeat. This is the shortest time between two that are stored.
FRESH = timedelta(seconds=5)
# The pause before the clock of a race runs again after the race has waited for somebody.
RESTART = timedelta(seconds=5)


def after_move(draft: Draft, before: core.State, moved: int | None, now: datetime) -> None:
    """Set the clocks after `moved` (None: the clock) has acted on the state `before`."""
    rules, table = draft.rules, draft.table
    if not isinstance(rules, core.RealTimeGame):
        _award(draft, _awaited(draft, table.number + 1), moved, now)
        return
    if scripted(table, table.number + 1):
        # A guided race waits for the learner.
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


def start_clocks(draft: Draft, now: datetime) -> None:
    """Set the clocks of a match that begins at `now`."""
    rules, table = draft.rules, draft.table
    table.started_at = now
    if not isinstance(rules, core.RealTimeGame):
        _award(draft, _awaited(draft, 0), None, now)
        return
    if scripted(table, 0):
        table.due_at = None
        return
    table.due_at = _due_at(draft, rules)
    for seat in draft.seats:
        set_clock(draft, seat, now)


def _award(draft: Draft, awaited: tuple[int, ...], moved: int | None, now: datetime) -> None:
    table, pauses = draft.table, draft.pauses
    clocks.award(table, draft.seats, awaited=awaited, moved=moved, now=now, pauses=pauses)


def _awaited(draft: Draft, number: int) -> tuple[int, ...]:
    """Return the seats whose clocks run after `number` moves.

    In a guided match that is one seat, even where several choose at the same time: the next one of the script. Once
    the script has ended it is the learner, so that its last words can be read. On a shared deal it is one seat as well,
    the person before the bots, so that the order of moves doesn't depend on who is faster.
    """
    awaited = draft.rules.to_act(draft.state)
    if draft.table.is_shared_deal and len(awaited) > 1:
        return (min(awaited, key=lambda seat: (draft.seats[seat].is_bot, seat)),)
    if move := scripted(draft.table, number):
        return (move[0],)
    has_just_ended = number and scripted(draft.table, number - 1)
    return (LEARNER,) if has_just_ended and LEARNER in awaited else awaited


def start_waiting_clocks(draft: Draft, now: datetime) -> None:
    """Start all clocks of a match that has waited for its script. The clock of a race has been due for long by then."""
    rules = draft.rules
    if not isinstance(rules, core.RealTimeGame):
        _award(draft, rules.to_act(draft.state), None, now)
        return
    for seat in draft.seats:
        if seat.played_by_bot:
            set_clock(draft, seat, now)
    draft.table.due_at = max(now + RESTART, _due_at(draft, rules) or now)


def await_people(draft: Draft, now: datetime) -> None:
    """Let a dealt real-time match wait until its people are ready: for one person without an end, for several until
    `longest_wait` is over."""
    if len(draft.people) > 1:
        start_clocks(draft, now + longest_wait())
    else:
        draft.change(started_at=now, due_at=None)


def longest_wait() -> timedelta:
    return timedelta(milliseconds=settings.READY_MS + settings.COUNTDOWN_MS)


def has_not_begun(table: Table, number: int, now: datetime) -> bool:
    """Return True if a dealt real-time match waits for its people or counts down.

    It has begun once something has happened. No match begins later than the longest wait: if one seems to, this
    machine's clock was set back.
    """
    if number or table.is_guided or table.started_at is None:
        return False
    return table.due_at is None or now < table.started_at <= now + longest_wait()


def set_clock(draft: Draft, seat: Seat, now: datetime) -> None:
    """Set the moment when the scheduler must act for an awaited seat that has just changed its player."""
    rules = draft.rules
    if not isinstance(rules, core.RealTimeGame):
        clocks.set_deadline(draft.table, seat, now, draft.pauses(seat))
    elif seat.played_by_bot:
        _set_reaction(draft, rules, seat, now)
    else:
        seat.deadline, seat.heartbeat_at = None, now


def _set_reaction(draft: Draft, rules: core.RealTimeGame, seat: Seat, now: datetime) -> None:
    """Set the moment when a bot will have reacted to what it sees now; None if it has no legal move."""
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
