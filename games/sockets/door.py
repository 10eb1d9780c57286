"""Before anything is done for a new socket: whether its address has opened too many of late."""

from __future__ import annotations

import time
from typing import Any

from config.addresses import address_of_scope
from games.sockets.limits import arrivals
from games.sockets.wire import FLOODED


class Door:
    """An application of ASGI around another one: sockets are let through to it, or opened and closed with FLOODED."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if arrivals.enter(address_of_scope(scope), time.time()):
            await self.application(scope, receive, send)
        else:
            await send({"type": "websocket.accept"})
            if direct := scope.get("extensions", {}).get("websocket.direct"):
                direct.deafen()
            await send({"type": "websocket.close", "code": FLOODED})
