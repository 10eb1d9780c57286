"""The sockets of a table and of the lobby. A consumer never thinks or waits: one thread serves them all."""

from __future__ import annotations

import json
from typing import Any

import structlog
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import QueryDict
from django.utils import translation

from games import boards, history
from games.live.door import submit_form
from games.live.hub import hub
from games.rules.core import Refused

log = structlog.get_logger("unbirthday.live")
GONE, NOT_ALLOWED = 4404, 4403
LONGEST = 4000


class Socket(AsyncWebsocketConsumer):
    """What both kinds know of their visitor."""

    # None is of that name: the hub tells the sockets, and each would else subscribe for itself, in vain.
    channel_layer_alias = "none"

    async def greet(self) -> None:
        """Accept first: a handshake that is refused is tried again for ever by the browser."""
        await self.accept()
        user = self.scope["user"]
        self.person = user if user.is_authenticated else None
        self.person_id: int | None = self.person.pk if self.person else None
        self.query = QueryDict(self.scope["query_string"])
        wanted = self.query.get("l", "")
        self.language = wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


class TableSocket(Socket):
    entered = False

    async def connect(self) -> None:
        await self.greet()
        self.table = self.scope["url_route"]["kwargs"]["table"]
        try:
            await hub.database.run(self._see)
        except Refused as refused:
            await self.close(code=NOT_ALLOWED if refused.code == "not_invited" else GONE)
            return
        seen = self.query.get("v", "")
        self.entered = True
        await hub.enter(self, self.table, int(seen) if seen.isascii() and seen.isdigit() else -1)

    def _see(self) -> None:
        """Refused if this visitor may not see the table."""
        history.visible(self.table, self.person_id, self.scope["session"].get("invites", []))

    async def disconnect(self, code: int) -> None:
        if self.entered:
            hub.leave(self, self.table)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """`{"form": "card=red-3&key=…&seen=…", "n": 1}`: a move as the page's form holds it.
        Answered `{"n": 1, "number": 17}` once stored, or `{"n": 1, "refused": "…", "status": 409}`."""
        try:
            message = json.loads((text_data or "")[:LONGEST])
            form, n = QueryDict(message["form"]), message["n"]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, SuspiciousOperation):
            text, status = await hub.database.run(self._words, Refused("malformed"))
            await self._answer(None, refused=text, status=status)
            return
        try:
            settled = await hub.database.run(submit_form, self.table, self.person_id, form)
            await self._answer(n, number=settled.number)
        except Refused as refused:
            text, status = await hub.database.run(self._words, refused)
            await self._answer(n, refused=text, status=status)

    def _words(self, refused: Refused) -> tuple[str, int]:
        with translation.override(self.language):
            return boards.refusal(refused, *history.game_and_names(self.table))

    async def _answer(self, n: Any, **answer: Any) -> None:
        await self.send(text_data=json.dumps({"n": n} | answer))


class LobbySocket(Socket):
    shown = ""

    async def connect(self) -> None:
        await self.greet()
        hub.start()
        hub.lobby.add(self)
        # The page may have been rendered before something changed.
        self.shown = await hub.database.run(history.lobby_parts, self.person, self.language)
        await self.send(text_data=self.shown)

    async def disconnect(self, code: int) -> None:
        hub.lobby.discard(self)
