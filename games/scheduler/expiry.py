"""Time-outs: a bot plays for people who have run out of time.

Only a few are handled in each round, so that everybody else in this process is served between them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from datetime import datetime, timedelta

import structlog
from django.utils import timezone

from games.models import Seat
from games.play import timeouts
from games.scheduler import due
from games.scheduler.seats import BusySeats

log = structlog.get_logger("unbirthday.scheduler")
# The interval between bots that begin for a crowd at day-paced tables, and their delay. Live tables go first.
APART, CROWD = timedelta(milliseconds=30), timedelta(seconds=20)
# The longest pause of the scheduler after each time-out, in seconds.
BREATH = 0.005


class Expiry:
    def __init__(self, seats: BusySeats) -> None:
        self.seats = seats
        self.next_bot = timezone.now()

    async def round(self, late: Sequence[Seat]) -> int:
        """Time out those of these seats that are not busy. Return their number."""
        fresh = self.seats.free(late)
        for seat in fresh:
            began = time.perf_counter()
            bot_from = self._bot_from(seat, crowd=len(fresh) >= due.OVERDUE)
            await self.seats.run((seat.table_id, seat.index), expire, bot_from)
            await asyncio.sleep(min(time.perf_counter() - began, BREATH))
        return len(fresh)

    def _bot_from(self, seat: Seat, crowd: bool) -> datetime:
        now = timezone.now()
        if not crowd or seat.table.is_live:
            return now
        self.next_bot = max(self.next_bot + APART, now + CROWD)
        return self.next_bot


def expire(table_id: str, index: int, bot_from: datetime) -> None:
    """Time out a person's seat. Its bot begins at `bot_from` or later."""
    snapshot = timeouts.time_out(table_id, index, max(timedelta(), bot_from - timezone.now()))
    # Otherwise only a deadline was corrected that a vacation had moved.
    if not snapshot.table.is_running or snapshot.seats[index].played_by_bot:
        log.info("timed_out", table=table_id, seat=index)
