"""Conditional moves whose turn has come: carried out for the people who gave them."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.conditional import moves, reads
from games.scheduler.seats import Seats

# Between two looks for them: nobody waits for those as for a bot. And how many are found at once.
EVERY, AT_ONCE = timedelta(seconds=1), 200


class ConditionalMoves:
    def __init__(self, seats: Seats) -> None:
        self.seats = seats
        self.next_look = timezone.now()

    async def round(self) -> None:
        now = timezone.now()
        if now < self.next_look:
            return
        found = await self.seats.thread.run(reads.due, now, AT_ONCE)
        if len(found) < AT_ONCE:
            self.next_look = now + EVERY
        for key in found:
            if key not in self.seats.busy:
                await self.seats.run(key, moves.carry_out)
