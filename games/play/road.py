"""The one road of every change of a table: `play(table, command)`.

The newest snapshot, remembered by this process or read; the command, which judges and changes a draft of it; one save,
for one table or for all that wait; then the commit is published. Who finds that somebody else has written judges again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog
from django.db import transaction

from games.models import Move
from games.play.database import DatabaseThread
from games.play.snapshot import Draft, Snapshot
from games.play.storage import Clash, attempts, load, publish, remembered, save, save_fitting
from games.rules import core
from hosting.database_errors import is_passing
from hosting.limits.pages import paid_by
from hosting.observability import metrics, tracing

log = structlog.get_logger("unbirthday.play")
# So many are stored at once: what more waits isn't to wait for longer than a moment.
MOST = 100

# Changes the draft, or raises Refused. It may be carried out several times, each time on another draft.
Command = Callable[[Draft], object]


@dataclass(frozen=True)
class Played:
    """The answer to a command: the number of its move (else of the newest), and the table as it stands after it."""

    number: int
    snapshot: Snapshot


def play(table_id: str, command: Command) -> Played:
    """Change a table, from a thread that may wait; Refused if the command can't be carried out. What is refused on what
    this process remembers is judged again on what is stored."""
    if snapshot := remembered(table_id):
        with suppress(core.Refused, Clash):
            return play_on(Draft(snapshot), command)
    return _play_stored(table_id, command)


def _play_stored(table_id: str, command: Command) -> Played:
    for _ in attempts():
        with suppress(Clash):
            return play_on(Draft(load(table_id), is_read=True), command)
    raise AssertionError("attempts() ends by raising")


def play_on(draft: Draft, command: Command) -> Played:
    """Carry a command out on that draft, once; Clash if the table isn't the one that it was made of any more."""
    judge(draft, command)
    if draft.is_kept:
        return _answer(draft)
    save([draft])
    played = _answer(draft)
    transaction.on_commit(partial(publish, played.snapshot))
    return played


def judge(draft: Draft, command: Command) -> None:
    with tracing.span("judge", game=draft.table.game, table=draft.table.pk):
        command(draft)


def _answer(draft: Draft) -> Played:
    snapshot = draft.before if draft.is_kept else draft.after()
    if isinstance(draft.new, Move) and draft.new.number:
        metrics.move_stored(draft.table.game, draft.new.by)
    return Played(snapshot.table.number if draft.number is None else draft.number, snapshot)


@dataclass(eq=False)
class Request:
    """A command that waits. `address` pays for it (hosting/limits/table.py); `doing` is what of a trace it belongs
    to."""

    table: str
    command: Command
    address: str
    answer: asyncio.Future[Played]
    doing: Any


class Road:
    """The same for an event loop, with one thread for its database work: all that waits is stored in one transaction.
    Nobody waits for others to come, and a table has one command under way at a time."""

    def __init__(self, database: DatabaseThread) -> None:
        self.database = database
        self._waiting: list[Request] = []
        # The tables whose commands are under way, and the tasks that see to them.
        self._busy: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._work: asyncio.Task[None] | None = None

    async def play(self, table_id: str, command: Command, address: str = "") -> Played:
        # Whoever has asked may hang up meanwhile: the command is carried out all the same.
        return await asyncio.shield(self.ask(table_id, command, address))

    def ask(self, table_id: str, command: Command, address: str = "") -> asyncio.Future[Played]:
        """The answer to come: a table's commands are carried out in the order in which they were asked for."""
        answer: asyncio.Future[Played] = asyncio.get_running_loop().create_future()
        self._waiting.append(Request(table_id, command, address, answer, tracing.here()))
        self._go_on()
        return answer

    def _go_on(self) -> None:
        if self._work is None:
            self._work = asyncio.create_task(self._store())

    async def _store(self) -> None:
        try:
            while batch := self._next():
                for request in batch:
                    self._busy.add(request.table)
                stored = await self._together(batch)
                for request in batch:
                    if draft := stored.get(request):
                        self._busy.discard(request.table)
                        self._publish(request, draft)
                    else:
                        self._begin_alone(request)
        finally:
            self._work = None

    def _next(self) -> list[Request]:
        """What is stored next, of different tables; the others go on waiting."""
        tables = set(self._busy)
        batch: list[Request] = []
        rest: list[Request] = []
        for request in self._waiting:
            if request.table in tables or len(batch) == MOST:
                rest.append(request)
            else:
                batch.append(request)
            tables.add(request.table)
        self._waiting = rest
        return batch

    async def _together(self, batch: list[Request]) -> dict[Request, Draft]:
        """Those that are stored now. Whatever is out of the ordinary (a refusal, a table that changed elsewhere, a
        failed commit) is carried out alone."""
        try:
            return await self.database.run(_play_together, batch)
        except Exception as error:
            # Of a database that can't store whoever asks for one of them says enough.
            if not is_passing(error):
                log.warning("batch_failed", why=repr(error), commands=len(batch))
            return {}

    def _publish(self, request: Request, draft: Draft) -> None:
        played = _answer(draft)
        with tracing.within(request.doing):
            publish(played.snapshot)
        if not request.answer.done():
            request.answer.set_result(played)

    def _begin_alone(self, request: Request) -> None:
        task = asyncio.create_task(self._alone(request))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _alone(self, request: Request) -> None:
        """In the turn of the table and the address: however much is asked for one, the others are answered."""
        database = self.database.of(request.table, request.address)
        try:
            played = await database.run(_play_alone, request)
            if not request.answer.done():
                request.answer.set_result(played)
        except Exception as error:
            if not request.answer.done():
                request.answer.set_exception(error)
        finally:
            self._busy.discard(request.table)
            self._go_on()


def _play_together(batch: Sequence[Request]) -> dict[Request, Draft]:
    """Carry the commands out on what is remembered of their tables, and store those that can be."""
    drafts = {}
    for request in batch:
        with paid_by(request.address), tracing.within(request.doing):
            if (draft := _judged(request)) is not None:
                drafts[draft] = request
    with tracing.within(batch[0].doing):
        return {drafts[draft]: draft for draft in save_fitting(list(drafts))}


def _judged(request: Request) -> Draft | None:
    """None if the command must be judged on what is stored, which is left to `_play_alone`."""
    snapshot = remembered(request.table)
    if snapshot is None:
        return None
    draft = Draft(snapshot)
    try:
        judge(draft, request.command)
    except core.Refused:
        return None
    return None if draft.is_kept else draft


def _play_alone(request: Request) -> Played:
    with paid_by(request.address), tracing.within(request.doing):
        return _play_stored(request.table, request.command)
