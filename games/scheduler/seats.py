"""The seats that the scheduler is busy with. A seat where something has failed rests for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import structlog

from games.models import Seat
from games.play.database_thread import DatabaseThread
from games.rules import core

log = structlog.get_logger("unbirthday.scheduler")
# Seconds before a seat where something has failed is tried again.
REST = 5.0

Key = tuple[str, int]  # a table and a seat's index


class BusySeats:
    """The scheduler's busy seats, and its thread for database work."""

    def __init__(self, thread: DatabaseThread) -> None:
        self.thread = thread
        self.busy: set[Key] = set()

    def free(self, seats: Iterable[Seat]) -> list[Seat]:
        """Return those of the seats that are not busy."""
        return [seat for seat in seats if (seat.table_id, seat.index) not in self.busy]

    def release(self, key: Key, seconds: float) -> None:
        """Keep the seat busy for that many seconds."""
        self.busy.add(key)
        asyncio.get_running_loop().call_later(seconds, self.busy.discard, key)

    async def run(self, key: Key, work: Callable[..., Any], *also: Any) -> None:
        """Call `work` with the seat, in the thread. Refusals and errors are logged."""
        try:
            await self.thread.run(work, *key, *also)
        except core.Refused as refused:
            log.info("not_due", work=work.__name__, table=key[0], seat=key[1], why=str(refused))
        except Exception:
            log.exception("seat_failed", work=work.__name__, table=key[0], seat=key[1])
            self.release(key, REST)
