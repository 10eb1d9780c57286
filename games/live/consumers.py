"""The sockets of a table and of the lobby. A consumer never thinks or waits: one thread serves them all."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable
from typing import Any

import structlog
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import QueryDict
from django.utils import translation

from games import boards, history, race
from games.live.door import is_live, read, submit_form
from games.live.hub import hub
from games.play.moves import Settled
from games.rules.core import Refused

log = structlog.get_logger("unbirthday.live")
GONE, NOT_ALLOWED = 4404, 4403
LONGEST = 4000


class Socket(AsyncWebsocketConsumer):
    """What both kinds know of their visitor."""

    # None is of that name: the hub tells the sockets, and each would else subscribe for itself, in vain.
    channel_layer_alias = "none"
    # How many tables wait for the visitor, not counting `table`, as this page was told.
    turns: int | None = None
    table = ""
    person_id: int | None = None

    async def greet(self) -> None:
        """Accept first: a handshake that is refused is tried again for ever by the browser."""
        await self.accept()
        user = self.scope["user"]
        self.person = user if user.is_authenticated else None
        self.person_id = self.person.pk if self.person else None
        self.query = QueryDict(self.scope["query_string"])
        wanted = self.query.get("l", "")
        self.language = wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    async def tell(self, text: str) -> None:
        """Send, unless the other side has hung up just now; handing it to Daphne doesn't wait for the browser."""
        try:
            await self.send(text_data=text)
        except Exception as error:
            log.info("send_failed", why=repr(error))


class TableSocket(Socket):
    entered = False
    # At a live game's table: the measured line to the seat.
    line: race.Line | None = None
    # The primary key of the visitor's seat.
    seat: int | None = None

    async def connect(self) -> None:
        await self.greet()
        self.table = self.scope["url_route"]["kwargs"]["table"]
        try:
            seat = await hub.database.run(self._see)
        except Refused as refused:
            await self.close(code=NOT_ALLOWED if refused.code == "not_invited" else GONE)
            return
        seen = self.query.get("v", "")
        self.entered = True
        self.tasks: set[asyncio.Task[None]] = set()
        if self.live and seat is not None:
            self.line = race.lines.enter(self.table, seat)
        await hub.enter(self, self.table, int(seen) if seen.isascii() and seen.isdigit() else -1)
        await hub.turns.enter(self)

    def _see(self) -> int | None:
        """The visitor's seat in the match; Refused if they may not see the table."""
        position = history.visible(self.table, self.person_id, self.scope["session"].get("invites", []))
        self.game = position.table.game
        self.live = is_live(self.game)
        seat = position.seat_of(self.person_id)
        self.seat = None if seat is None else seat.pk
        return None if seat is None or position.row is None else seat.index

    async def disconnect(self, code: int) -> None:
        if self.entered:
            hub.leave(self, self.table)
            hub.turns.leave(self)
            hub.looking.tell(self, False)
        if self.line is not None:
            race.lines.leave(self.table, self.line)

    async def ping(self) -> None:
        """Measure the line: the page sends the number back as soon as it comes."""
        if self.line is not None:
            await self.tell(json.dumps({"ping": self.line.ping(time.time())}))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """`{"form": "card=red-3&key=…&seen=…", "n": 1}`: a move as the page's form holds it.
        Answered `{"n": 1, "number": 17}` once stored, or `{"n": 1, "refused": "…", "status": 409}`.
        `{"looking": true}`: somebody looks at the page from now on, or no longer; not for `idle` seconds by then."""
        received = time.time()
        try:
            message = json.loads((text_data or "")[:LONGEST])
            if self.line is not None and "pong" in message:
                await self._pong(message, received)
                return
            if "looking" in message:
                hub.looking.tell(self, bool(message["looking"]), message.get("idle"))
                return
            form, n = QueryDict(message["form"]), message["n"]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, SuspiciousOperation):
            text, status = await hub.database.run(self._words, Refused("malformed"))
            await self._answer(None, refused=text, status=status)
            return
        if not self.live:
            await self._settle(n, hub.database.run(submit_form, self.table, self.person_id, form))
            return
        # What is held must not keep this socket's next messages waiting.
        task = asyncio.create_task(self._settle(n, self._race(form, received)))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _race(self, form: QueryDict, received: float) -> Settled:
        move, key, _ = read(self.game, form)
        return await race.desk.settle(
            race.Action(self.table, move, self.person_id, key=key, received=received)
        )

    async def _settle(self, n: Any, work: Awaitable[Settled]) -> None:
        try:
            settled = await work
            await self._answer(n, number=settled.number)
        except Refused as refused:
            text, status = await hub.database.run(self._words, refused)
            await self._answer(n, refused=text, status=status)
        except Exception:
            # Not answered: the page sends it again by POST, with the same key.
            log.exception("action_failed", table=self.table)

    async def _pong(self, message: dict[str, Any], received: float) -> None:
        """`{"pong": 3, "ready": true}`: the page is there, and `ready` once it has loaded everything."""
        assert self.line is not None
        first = self.line.round_trip is None
        if self.line.pong(message["pong"], received):
            await hub.heard(self, bool(message.get("ready")))
            if first:
                await self.ping()

    def _words(self, refused: Refused) -> tuple[str, int]:
        with translation.override(self.language):
            return boards.refusal(refused, *history.game_and_names(self.table))

    async def _answer(self, n: Any, **answer: Any) -> None:
        await self.tell(json.dumps({"n": n} | answer))


class LobbySocket(Socket):
    shown = ""

    async def connect(self) -> None:
        await self.greet()
        hub.start()
        hub.lobby.add(self)
        # The page may have been rendered before something changed.
        self.shown = await hub.database.run(history.lobby_parts, self.person, self.language)
        await self.tell(self.shown)
        await hub.turns.enter(self)

    async def disconnect(self, code: int) -> None:
        hub.lobby.discard(self)
        hub.turns.leave(self)
