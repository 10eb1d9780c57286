"""Rating beside the scheduler, in a thread of its own: no move and no bot waits for it."""

from __future__ import annotations

import asyncio

import structlog

from games.play.database import DatabaseThread
from games.ratings import pools

log = structlog.get_logger("unbirthday.ratings")
# Seconds between two looks for matches that have ended.
LOOK = 1.0


async def run() -> None:
    """Until cancelled."""
    thread = DatabaseThread("ratings")
    try:
        while True:
            try:
                await thread.run(pools.rate_waiting)
            except Exception:
                # A worker that stops would leave all later matches unrated: say so, and go on.
                log.exception("ratings_failed")
            await asyncio.sleep(LOOK)
    finally:
        thread.stop()
