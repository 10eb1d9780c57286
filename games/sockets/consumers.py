"""The sockets of a table and of the lobby. A consumer never thinks or waits: one thread serves them all."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Coroutine
from typing import Any
from urllib.parse import parse_qs

import structlog
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.db import Error
from django.http import QueryDict
from django.utils import translation
from django.utils.datastructures import MultiValueDict

from accounts.models import User
from games import boards
from games.queries import history, links
from games.rules import core
from games.rules.core import Refused
from games.sockets.hub import hub
from games.sockets.limits import Bounds, open_sockets, socket_bounds
from games.sockets.submission import Form, play_form
from games.sockets.unknown import GONE, query_of, seen_version
from games.sockets.wire import COME_BACK, FLOODED, Wire
from games.tables.road import Played
from hosting.limits.addresses import address_of_scope
from hosting.limits.shares import paid_by

log = structlog.get_logger("unbirthday.sockets")
LONGEST, MOST_NUMBERS = 4000, 1 << 31
MALFORMED = (ValueError, KeyError, TypeError, AttributeError, RecursionError, SuspiciousOperation)


class PageSocket(Wire):
    """What both kinds know of their visitor: a `protocol.Socket`."""

    table = ""
    person: User | None = None
    person_id: int | None = None
    seat: int | None = None
    contender: int | None = None
    # Where the visitor comes from: who pays for what is done for them.
    address = ""
    language: str
    query: QueryDict
    # By whom this socket is counted.
    counted: Bounds = {}

    async def greet(self) -> bool:
        """Accept first: a handshake that is refused is tried again for ever by the browser. Whether there is room."""
        user, self.address = self.scope["user"], address_of_scope(self.scope)
        self.person = user if user.is_authenticated else None
        self.person_id = self.person.pk if self.person else None
        await self.open(self.person_id)
        self.query = query_of(self.scope)
        wanted = self.query.get("l", "")
        self.language = wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

        if hub.ending:
            await self.close(code=COME_BACK)
            return False
        bounds = socket_bounds(self.person_id, self.address)
        self.counted = bounds if open_sockets.take(bounds) else {}
        if not self.counted:
            self.answer(None, Refused("too_many_sockets"))
            await self.close(code=FLOODED)
        return bool(self.counted)

    async def disconnect(self, code: int) -> None:
        open_sockets.give_back(self.counted)
        self.counted = {}
        self.forget()
        hub.leave(self)

    def answer(self, n: int | None, refused: Refused) -> None:
        """Say why not, without asking the database."""
        with translation.override(self.language):
            text, status = boards.refusal(refused)
        self.tell(json.dumps({"n": n, "refused": text, "status": status}))


class LobbySocket(PageSocket):
    async def connect(self) -> None:
        if await self.greet():
            self.begin()
            await hub.enter(self)


class TableSocket(PageSocket):
    game: str
    real_time: bool
    # The number of the newest move that was stored for this socket.
    newest = 0

    async def connect(self) -> None:
        if not await self.greet():
            return
        self.table = self.scope["url_route"]["kwargs"]["table"]
        self.tasks: set[asyncio.Task[None]] = set()
        self.database = hub.database.of(self.table, self.address)
        try:
            stored = await self.database.run(self._see)
            if self._given_up:
                return
            await hub.enter(self, seen_version(self.query), stored)
        except Refused:
            # A private table is answered as one that isn't there.
            await self.close(code=GONE)
        except Error as error:
            log.warning("socket_not_served", exc_info=error)
            await self.close(code=COME_BACK)
        else:
            self.begin()

    def _see(self) -> int:
        """Find the visitor's seat and answer the table's version; Refused if they may not see it. Nothing is done for whom
        was dropped while this waited."""
        if self._given_up:
            return -1
        with paid_by(self.address):
            opened = links.opened(self.scope.get("cookies", {}), self.scope["session"])
            snapshot = history.visible(self.table, self.person_id, opened)
        self.game = snapshot.table.game
        self.real_time = core.game(self.game).REAL_TIME
        seat = snapshot.seat_of(self.person_id)
        if seat is not None:
            self.seat = seat.pk
            self.contender = seat.index if self.real_time and snapshot.row is not None else None
        return snapshot.table.version

    async def handle(self, text: str, received: float) -> None:
        """`{"form": "card=red-3&key=…&seen=…", "n": 1}`: a move as the page's form holds it.
        Answered `{"n": 1, "number": 17}` once stored, or `{"n": 1, "refused": "…", "status": 409}`.
        `{"present": true}`: somebody looks at the page from now on, or no longer; not for `idle` seconds by then.
        `{"pong": 3, "ready": true}`: the answer to a ping; `ready` once the page has loaded everything."""
        try:
            work = self._asked(json.loads(text[:LONGEST]), received)
        except MALFORMED:
            self.answer(None, Refused("malformed"))
        else:
            await work

    def _asked(self, message: Any, received: float) -> Coroutine[Any, Any, None]:
        """What is to be done; one of MALFORMED if nobody can say."""
        if self.contender is not None and "pong" in message:
            return hub.pings.pong(self, message["pong"], bool(message.get("ready")), received)
        # Pages of the version before say "looking".
        if (present := message.get("present", message.get("looking"))) is not None:
            return hub.presence.page(self, bool(present), received, message.get("idle"))
        return self._submit(number_of(message), form_of(message["form"]), received)

    async def _submit(self, n: int, form: Form, received: float) -> None:
        if not self._is_seated():
            self.answer(n, Refused("not_seated"))
            return
        work = play_form(
            self.table,
            self.game,
            self.person_id,
            form,
            received,
            road=hub.road,
            address=self.address,
            link=hub.pings.links.get(self),
        )
        if not self.real_time:
            await self._answer(n, work)
            return
        # What is held must not keep this socket's next messages waiting. It counts as waiting until it is answered.
        self.gate.stay()
        task = asyncio.create_task(self._answer(n, work))
        self.tasks.add(task)
        task.add_done_callback(self._settled)

    def _settled(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        self.gate.leave()

    def _is_seated(self) -> bool:
        """As far as this process knows: whoever looks on is refused without any work on the database."""
        snapshot = hub.snapshot_of(self.table)
        if snapshot is None:
            return self.seat is not None
        return snapshot.seat_of(self.person_id) is not None

    async def _answer(self, n: int, work: Awaitable[Played]) -> None:
        try:
            played = await work
            if played.number > self.newest:
                self.newest = played.number
                self.gate.deserve()
            self.tell(json.dumps({"n": n, "number": played.number}))
        except Refused as refused:
            await self._refuse(n, refused)
        except Exception:
            # Not answered: the page sends it again by POST, with the same key.
            log.exception("action_failed", table=self.table)

    async def _refuse(self, n: int | None, refused: Refused) -> None:
        text, status = await self.database.run(self._reason, refused)
        self.tell(json.dumps({"n": n, "refused": text, "status": status}))

    def _reason(self, refused: Refused) -> tuple[str, int]:
        with paid_by(self.address), translation.override(self.language):
            return boards.refusal(refused, *history.game_and_names(self.table))

    def refuse_flood(self, text: str) -> None:
        try:
            n = number_of(json.loads(text[:LONGEST]))
        except MALFORMED:
            n = None
        self.answer(n, Refused("too_many_messages"))


def form_of(text: str) -> Form:
    """As QueryDict reads it, at a tenth of the cost; ValueError for too many fields."""
    fields = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
    return MultiValueDict(parse_qs(text, keep_blank_values=True, max_num_fields=fields))


def number_of(message: Any) -> int:
    """The page's own number of a message, which it is answered with; one of MALFORMED if it is none."""
    n = message["n"]
    if type(n) is not int or not 0 <= n < MOST_NUMBERS:
        raise ValueError
    return n
