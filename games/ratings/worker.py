"""The worker that rates matches, beside the scheduler and in its own thread, so that no move and no bot waits."""

from __future__ import annotations

import asyncio

import structlog

from games.play.database import DatabaseThread
from games.ratings import pools

log = structlog.get_logger("unbirthday.ratings")
# Seconds between two queries for ended matches.
LOOK = 1.0


async def run() -> None:
    """Rate matches until cancelled."""
    thread = DatabaseThread("ratings")
    try:
        while True:
            try:
                await thread.run(pools.rate_waiting)
            except Exception:
                # Go on, or no later match would be rated.
                log.exception("ratings_failed")
            await asyncio.sleep(LOOK)
    finally:
        thread.stop()
