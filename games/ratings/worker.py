"""The worker that rates matches, beside the scheduler and in its own thread, so that no move and no bot waits."""

from __future__ import annotations

from games.play import workers
from games.play.database_thread import DatabaseThread
from games.ratings import pools

# Seconds between two queries for ended matches.
LOOK = 1.0


async def run() -> None:
    """Rate matches until cancelled."""
    await workers.run("ratings", rate, failed="ratings_failed", pause=LOOK, rest=LOOK)


async def rate(thread: DatabaseThread) -> bool:
    """Rate the waiting matches."""
    await thread.run(pools.rate_waiting)
    return False
