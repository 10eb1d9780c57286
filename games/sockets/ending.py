"""The end of a process: close all sockets one after the other, with a code to reconnect, and finish what was begun."""

from __future__ import annotations

import asyncio

from games.sockets.hub import hub
from games.sockets.wire import COME_BACK

# Seconds: the longest time for all sockets, the longest pause between two, and the longest wait for unfinished work.
SPREAD, APART, PATIENCE = 3.0, 0.01, 10.0


async def end_sockets() -> None:
    """Close all sockets, new ones as well: another process may be running already."""
    hub.ending = True
    sockets = list(hub.sockets)
    for socket in sockets:
        await socket.close(COME_BACK)
        await asyncio.sleep(min(APART, SPREAD / len(sockets)))
    await hub.work_done(PATIENCE)
