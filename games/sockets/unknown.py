"""What a socket's address says, whoever wrote it; and addresses at which there is no socket."""

from __future__ import annotations

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.core.exceptions import SuspiciousOperation
from django.http import QueryDict

GONE = 4404


class Unknown(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels brings no types.
    """Accepted first: a handshake that is refused is tried again for ever by the browser."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        await self.accept()
        await self.close(code=GONE)


def query_of(scope: Any) -> QueryDict:
    """The parameters; none of an address that has too many."""
    try:
        return QueryDict(scope["query_string"])
    except (SuspiciousOperation, ValueError):
        return QueryDict()


def seen_version(query: QueryDict) -> int:
    """The table's version that the page shows, -1 if it doesn't say."""
    said = query.get("v", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 10 else -1
