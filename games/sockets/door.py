"""Before anything is done for a new socket: whether its address has opened too many of late, and whether the database says
who its visitor is."""

from __future__ import annotations

import time
from typing import Any

import structlog
from django.db import Error

from games.sockets.limits import arrivals
from games.sockets.wire import COME_BACK, FLOODED
from hosting.limits.addresses import address_of_scope

log = structlog.get_logger("unbirthday.sockets")


class Door:
    """An application of ASGI around another one: sockets are let through to it, or opened and closed with a code that says
    why. A handshake that is refused is tried again for ever by the browser."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not arrivals.enter(address_of_scope(scope), time.time()):
            await _close(scope, send, FLOODED)
            return
        try:
            await self.application(scope, receive, send)
        except Error as error:
            # Of the session: a consumer says so itself.
            log.warning("socket_not_served", exc_info=error)
            await _close(scope, send, COME_BACK)


async def _close(scope: Any, send: Any, code: int) -> None:
    await send({"type": "websocket.accept"})
    if direct := scope.get("extensions", {}).get("websocket.direct"):
        direct.deafen()
    await send({"type": "websocket.close", "code": code})
