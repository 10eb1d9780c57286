"""The first check of a new socket: its address has not opened too many lately, and the session can be read."""

from __future__ import annotations

from typing import Any

import structlog
from django.db import Error

from games.sockets.wire import COME_BACK, FLOODED
from hosting.limits.addresses import address_of_scope
from hosting.limits.buckets import limiter

log = structlog.get_logger("unbirthday.sockets")


class OpeningCheck:
    """ASGI middleware that passes sockets on, or accepts and closes them with a code.

    It never refuses a handshake, since browsers retry a refused one for ever.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if limiter.spend("opening", address=address_of_scope(scope)):
            await _close(scope, send, FLOODED)
            return
        try:
            await self.application(scope, receive, send)
        except Error as error:
            # The session could not be read. Consumers handle their own errors.
            log.warning("socket_not_served", exc_info=error)
            await _close(scope, send, COME_BACK)


async def _close(scope: Any, send: Any, code: int) -> None:
    await send({"type": "websocket.accept"})
    if direct := scope.get("extensions", {}).get("websocket.direct"):
        direct.deafen()
    await send({"type": "websocket.close", "code": code})
