"""The scheduler's rounds of conditional moves that are due."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.conditional import carrying_out, reads
from games.scheduler.seats import BusySeats

# The interval between two queries, which may be longer than for bots, and the most that are carried out in a round.
EVERY, AT_ONCE = timedelta(seconds=1), 200


class ConditionalMoves:
    def __init__(self, seats: BusySeats) -> None:
        self.seats = seats
        self.next_look = timezone.now()

    async def round(self) -> None:
        now = timezone.now()
        if now < self.next_look:
            return
        keys = await self.seats.thread.run(reads.due, now, AT_ONCE)
        if len(keys) < AT_ONCE:
            self.next_look = now + EVERY
        for key in keys:
            if key not in self.seats.busy:
                await self.seats.run(key, carrying_out.carry_out)
