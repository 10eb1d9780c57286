"""Periodic tasks that nobody waits for.

Each is short or works in small pieces, and may be interrupted at any moment: the next round continues.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.utils import timezone

from accounts.guests import remove_unseen
from accounts.signin.sessions import remove_expired
from games.play import closing, tickets, vacations
from games.play.database_thread import DatabaseThread
from games.scheduler import due, hooks
from hosting import pulse, statistics

log = structlog.get_logger("unbirthday.scheduler")
EVERY = timedelta(minutes=5)

# By the event name in the log. Each task returns how many rows it has handled.
TASKS: dict[str, Callable[[datetime], int]] = {
    "tables_closed": closing.close_deserted,
    "matches_unfinished": closing.close_unfinished,
    "matches_abandoned": closing.close_abandoned,
    "matches_warned": closing.warn_of_closing,
    "deadlines_put_right": lambda _now: vacations.put_right(),
    "guests_removed": remove_unseen,
    "tickets_forgotten": tickets.forget_old,
    "sessions_removed": remove_expired,
    "statistics_refreshed": statistics.refresh,
}


def tasks() -> dict[str, Callable[[datetime], int]]:
    """Those of the core and of features."""
    return TASKS | hooks.tasks


class Housekeeping:
    def __init__(self, thread: DatabaseThread) -> None:
        self.thread = thread
        # By the monotonic clock.
        self.next_round = time.monotonic()

    async def round(self) -> None:
        """Run all tasks if it is time. Between two tasks the thread is free for more urgent work."""
        if time.monotonic() >= self.next_round:
            self.next_round = time.monotonic() + EVERY.total_seconds()
            for name in tasks():
                await self.thread.run(do, name)


class Heartbeat:
    """Stores the time regularly, so that health checks see that a scheduler is running, and the next one how long none
    was."""

    def __init__(self, thread: DatabaseThread) -> None:
        self.thread = thread
        self.next_beat = time.monotonic()

    async def round(self) -> None:
        if time.monotonic() >= self.next_beat:
            self.next_beat = time.monotonic() + pulse.EVERY.total_seconds()
            await self.thread.run(beat)


def beat() -> None:
    """Store the time. If no scheduler was running before, give people that time back first."""
    with transaction.atomic():
        lost = pulse.age(locked=True)
        late = lost if lost is not None and lost > pulse.LATE else None
        seats = due.give_back(late) if late else 0
        pulse.beat()
    # Not before, because the transaction may fail again and again while the disk is full.
    if late:
        log.warning("time_given_back", seconds=round(late.total_seconds()), seats=seats)


def do(name: str) -> None:
    if count := tasks()[name](timezone.now()):
        log.info(name, count=count)
