"""The consumers of tables, of the lobby and of other pages. All run on one event loop, so none of them may block."""

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
from games.boards.fields import Form
from games.play.commands import Played
from games.queries import history, links
from games.rules import core
from games.rules.core import Refused
from games.sockets.hub import hub
from games.sockets.submission import play_form
from games.sockets.unknown import GONE, query_of, seen_version
from games.sockets.wire import COME_BACK, FLOODED, Wire
from hosting.limits.addresses import address_of_scope
from hosting.limits.pages import paid_by
from hosting.limits.places import Taken, places

log = structlog.get_logger("unbirthday.sockets")
LONGEST, MOST_NUMBERS = 4000, 1 << 31
MALFORMED = (ValueError, KeyError, TypeError, AttributeError, RecursionError, SuspiciousOperation)


class PageSocket(Wire):
    """The common part of all consumers: a `protocol.Socket`."""

    is_lobby = False
    table = ""
    person: User | None = None
    person_id: int | None = None
    seat: int | None = None
    contender: int | None = None
    # The visitor's address, to which work is charged.
    address = ""
    language: str
    query: QueryDict
    # The counters in which this socket is counted.
    counted: Taken = {}

    async def greet(self) -> bool:
        """Accept the socket. Return True if the visitor may have one more.

        It is accepted first, since browsers retry a refused handshake for ever.
        """
        user, self.address = self.scope["user"], address_of_scope(self.scope)
        self.person = user if user.is_authenticated else None
        self.person_id = self.person.pk if self.person else None
        await self.open(self.person_id)
        self.query = query_of(self.scope)
        wanted = self.query.get("l", "")
        self.language = wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

        taken = places.take("socket", person=self.person_id, address=self.address)
        self.counted = taken or {}
        if taken is None:
            self.answer(None, Refused("too_many_sockets"))
            await self.close(code=FLOODED)
        return taken is not None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            # `disconnect` is not called if the server cancels this, because the visitor left while it was opening.
            places.leave(self.counted)
            self.forget()
            hub.leave(self)

    def answer(self, n: int | None, refused: Refused) -> None:
        """Send a refusal in words, without a database query."""
        with translation.override(self.language):
            text, status = boards.refusal(refused)
        self.tell(json.dumps({"n": n, "refused": text, "status": status}))


class TurnsSocket(PageSocket):
    """The socket of a page that needs no other: it gets what waits for its person."""

    async def connect(self) -> None:
        if await self.greet():
            self.begin()
            await hub.enter(self)


class LobbySocket(TurnsSocket):
    is_lobby = True


class TableSocket(PageSocket):
    game: str
    real_time: bool
    # The number of the newest move stored for this socket.
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
            # A private table gets the same answer as one that does not exist.
            await self.close(code=GONE)
        except Error as error:
            log.warning("socket_not_served", exc_info=error)
            await self.close(code=COME_BACK)
        else:
            self.begin()

    def _see(self) -> int:
        """Find the visitor's seat and return the table's version. Raises Refused if they may not see it.

        Does nothing for a socket that was dropped while this waited.
        """
        if self._given_up:
            return -1
        with paid_by(self.address):
            opened = links.opened(self.scope.get("cookies", {}), self.scope["session"])
            snapshot = history.visible(self.table, self.person_id, opened)
        self.game = snapshot.table.game
        self.real_time = core.game(self.game).REAL_TIME
        seat = snapshot.seat_of(self.person_id)
        self.seat = None if seat is None else seat.pk
        contends = self.real_time and snapshot.row is not None
        self.contender = seat.index if seat is not None and contends else None
        return snapshot.table.version

    def look_again(self) -> None:
        hub.spawn(self._look_again())

    async def _look_again(self) -> None:
        try:
            await self.database.run(self._see)
        except Refused:
            await self.close(code=GONE)
        except Error:
            await self.close(code=COME_BACK)

    async def handle(self, text: str, received: float) -> None:
        """Handle one message.

        `{"form": "card=red-3&key=…&seen=…", "n": 1}` is a move, in the fields of the page's form. The answer is
        `{"n": 1, "number": 17}` after the commit, or `{"n": 1, "refused": "…", "status": 409}`.
        `{"present": true}` says that the page is visible; false may have `idle`, the seconds since it last was.
        `{"alive": true}` asks for the same message, to learn whether the line still carries any.
        `{"pong": 3, "ready": true}` answers a ping; `ready` is true once the page has loaded everything.
        """
        try:
            work = self._asked(json.loads(text[:LONGEST]), received)
        except MALFORMED:
            self.answer(None, Refused("malformed"))
        else:
            await work

    def _asked(self, message: Any, received: float) -> Coroutine[Any, Any, None]:
        """Return the work that a message asks for. Raises one of MALFORMED."""
        if self.contender is not None and "pong" in message:
            return hub.pings.pong(self, message["pong"], bool(message.get("ready")), received)
        if (present := message.get("present")) is not None:
            return hub.presence.page(self, bool(present), received, message.get("idle"))
        if "alive" in message:
            return self._show_life()
        return self._submit(number_of(message), form_of(message["form"]), received)

    async def _show_life(self) -> None:
        self.tell('{"alive": true}')

    async def _submit(self, n: int, form: Form, received: float) -> None:
        if not self._is_seated():
            self.answer(n, Refused("not_seated"))
            return
        work = play_form(
            self.table,
            self.game,
            person=self.person_id,
            form=form,
            received=received,
            commands=hub.commands,
            address=self.address,
            link=hub.pings.links.get(self),
        )
        if not self.real_time:
            await self._answer(n, work)
            return
        # A claim may be held for a moment. It must not delay the socket's next messages, but counts as waiting.
        self.gate.stay()
        task = asyncio.create_task(self._answer(n, work))
        self.tasks.add(task)
        task.add_done_callback(self._settled)

    def _settled(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        self.gate.leave()

    def _is_seated(self) -> bool:
        """Return True if the visitor has a seat, as far as this process knows. Needs no database query."""
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
            # No answer: the page sends the move again by POST, with the same key.
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
    """Parse a form like QueryDict, at a tenth of the cost. Raises ValueError for too many fields."""
    fields = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
    return MultiValueDict(parse_qs(text, keep_blank_values=True, max_num_fields=fields))


def number_of(message: Any) -> int:
    """Return the page's number of a message, which the answer repeats. Raises one of MALFORMED."""
    n = message["n"]
    if type(n) is not int or not 0 <= n < MOST_NUMBERS:
        raise ValueError
    return n
