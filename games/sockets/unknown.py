"""URLs of sockets: their parameters, and the consumer of unknown paths."""

from __future__ import annotations

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.core.exceptions import SuspiciousOperation
from django.http import QueryDict

GONE = 4404


class Unknown(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels brings no types.
    """Accepts and closes, since browsers retry a refused handshake for ever."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        await self.accept()
        await self.close(code=GONE)


def query_of(scope: Any) -> QueryDict:
    """Return the parameters of a socket's URL; none if there are too many."""
    try:
        return QueryDict(scope["query_string"])
    except (SuspiciousOperation, ValueError):
        return QueryDict()


def seen_version(query: QueryDict) -> int:
    """Return the version of the table that the page shows, -1 if it is not given."""
    version = query.get("v", "")
    return int(version) if version.isascii() and version.isdigit() and len(version) < 10 else -1
