"""Messages between the processes of one site, over Valkey or Redis.

Messages can be lost while a process is disconnected. The hub therefore also polls for changed tables.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

log = structlog.get_logger("unbirthday.sockets")
GROUP = "tables"
# Seconds before the next try after a failure.
REST = 1.0
ME = f"{os.getpid()}-{os.urandom(4).hex()}"


async def listen(received: Callable[[dict[str, Any]], None]) -> None:
    """Call `received` with each message of other processes, until cancelled. The process has one subscription."""
    layer = get_channel_layer()
    while True:
        try:
            name = await layer.new_channel()
            await layer.group_add(GROUP, name)
            while True:
                message = await layer.receive(name)
                if message["from"] != ME:
                    received(message)
        except Exception as error:
            log.warning("bus_lost", why=str(error))
            await asyncio.sleep(REST)
            await layer.flush()


def send(message: dict[str, Any], loop: asyncio.AbstractEventLoop | None) -> None:
    """Send a message to the other processes, from any thread. Failures are logged only."""
    message = message | {"from": ME}
    if loop is not None and not loop.is_closed():
        asyncio.run_coroutine_threadsafe(_send_now(message), loop)
    else:
        async_to_sync(_send_now)(message)


async def _send_now(message: dict[str, Any]) -> None:
    # Imported only where several processes run.
    from redis.exceptions import ConnectionError

    try:
        try:
            await get_channel_layer().group_send(GROUP, message)
        except ConnectionError:
            # A pooled connection may be older than the server. The second try opens a new one.
            await get_channel_layer().group_send(GROUP, message)
    except Exception as error:
        log.warning("bus_lost", why=str(error))
