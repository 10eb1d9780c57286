"""What the processes of one site tell each other, over Valkey or Redis. Nothing depends on it having arrived: who
is away for a moment misses messages, and the hub looks now and then for what it wasn't told."""

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
# Seconds before a server that did not answer is tried again.
REST = 1.0
ME = f"{os.getpid()}-{os.urandom(4).hex()}"


async def listen(received: Callable[[dict[str, Any]], None]) -> None:
    """Until cancelled: `received` gets what other processes say. One subscription for the whole process."""
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


def publish(message: dict[str, Any], loop: asyncio.AbstractEventLoop | None) -> None:
    """Tell the other processes, from any thread; what is stored stays stored if they can't be reached."""
    message = message | {"from": ME}
    if loop is not None and not loop.is_closed():
        asyncio.run_coroutine_threadsafe(_send(message), loop)
    else:
        async_to_sync(_send)(message)


async def _send(message: dict[str, Any]) -> None:
    # Not loaded where a site has but one process.
    from redis.exceptions import ConnectionError

    try:
        try:
            await get_channel_layer().group_send(GROUP, message)
        except ConnectionError:
            # A kept connection may be older than the server; the next is a new one.
            await get_channel_layer().group_send(GROUP, message)
    except Exception as error:
        log.warning("bus_lost", why=str(error))
