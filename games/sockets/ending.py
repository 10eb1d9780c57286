"""How a process that is told to end leaves its visitors: their sockets are closed one after the other, with a code that says
that they are to come back, and what was asked for is still done."""

from __future__ import annotations

import asyncio

from games.sockets.hub import hub
from games.sockets.wire import COME_BACK

# Seconds: over how long the closing is spread at most, how far two are apart at most, and how long work may still take.
SPREAD, APART, PATIENCE = 3.0, 0.01, 10.0


async def end_sockets() -> None:
    """Whoever comes meanwhile is sent away, too: another process may be there already."""
    hub.ending = True
    sockets = list(hub.sockets)
    for socket in sockets:
        await socket.close(COME_BACK)
        await asyncio.sleep(min(APART, SPREAD / len(sockets)))
    await hub.work_done(PATIENCE)
