"""The end of a process: close all sockets one after the other, with a code to reconnect, and finish what was begun."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from games.sockets.hub import hub
from games.sockets.wire import COME_BACK

# Seconds: the planned time for all sockets, the longest pause between two, the longest time that closing them may take,
# and the longest wait for unfinished work.
SPREAD, APART, CLOSING, PATIENCE = 3.0, 0.01, 4.0, 3.0


async def end_sockets() -> None:
    """Close the sockets. Those that are left after CLOSING end with the process, and their pages reconnect as well."""
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSING):
            await _close_all()
    await hub.work_done(PATIENCE)


async def _close_all() -> None:
    loop, sockets = asyncio.get_running_loop(), list(hub.sockets)
    began, pause = loop.time(), min(APART, SPREAD / max(len(sockets), 1))
    for number, socket in enumerate(sockets):
        # Paced by the clock, because on a busy machine each pause takes longer than asked for.
        await asyncio.sleep(max(0.0, began + number * pause - loop.time()))
        await socket.close(COME_BACK)
