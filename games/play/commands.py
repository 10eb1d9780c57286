"""How every change of a table is made: execute, save, publish.

`play(table, command)` is for threads, `CommandQueue.play_batched` for an event loop. Both take the newest snapshot,
remembered by this process or read from the database. The command is executed on a draft of it and changes the draft.
One save stores the draft, or a batch of drafts, and the commit is published. If somebody else has written in between,
the command is executed again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec

import structlog
from django.db import transaction

from games.models import Move
from games.play.database_thread import DatabaseThread
from games.play.snapshot import Draft, Snapshot
from games.play.storage import Clash, load, publish, remembered, retried, save, save_fitting
from games.rules import core
from hosting.database_errors import is_passing
from hosting.limits.pages import paid_by
from hosting.observability import metrics, tracing

log = structlog.get_logger("unbirthday.play")
P = ParamSpec("P")
# The most commands that are stored at once, so that later ones don't wait for long.
MOST_COMMANDS = 100

# Changes the draft, or raises Refused. It may be carried out several times, each time on another draft.
Command = Callable[[Draft], object]


@dataclass(frozen=True)
class Played:
    """The answer to a command: the number of its move (or of the newest move), and the table after it."""

    number: int
    snapshot: Snapshot


def play(table_id: str, command: Command) -> Played:
    """Change a table, from a thread that may wait. Refused if the command can't be carried out.

    A command that is refused on the remembered snapshot is executed again on the stored table.
    """
    with tracing.span("play", table=table_id):
        if snapshot := remembered(table_id):
            with suppress(core.Refused, Clash):
                return play_on(Draft(snapshot), command)
        return _play_stored(table_id, command)


def changes_table(command: Callable[Concatenate[Draft, P], None]) -> Callable[Concatenate[str, P], Snapshot]:
    """Make a command one that is called with the id of a table, changes that table by `play`, and returns it."""

    @wraps(command)
    def changed(table_id: str, /, *args: P.args, **kwargs: P.kwargs) -> Snapshot:
        return play(table_id, lambda draft: command(draft, *args, **kwargs)).snapshot

    return changed


def _play_stored(table_id: str, command: Command) -> Played:
    return retried(lambda: play_on(Draft(load(table_id), is_read=True), command))


def play_on(draft: Draft, command: Command) -> Played:
    """Carry a command out on a draft, once. Clash if the table has changed since the draft was made."""
    execute(draft, command)
    if draft.stores_nothing:
        return _answer(draft)
    save([draft])
    played = _answer(draft)
    transaction.on_commit(partial(publish, played.snapshot))
    return played


def execute(draft: Draft, command: Command) -> None:
    with tracing.span("execute", game=draft.table.game, table=draft.table.pk):
        command(draft)


def _answer(draft: Draft) -> Played:
    snapshot = draft.before if draft.stores_nothing else draft.after()
    if isinstance(draft.new_row, Move) and draft.new_row.number:
        metrics.moves.labels(draft.table.game, draft.new_row.by).inc()
    return Played(snapshot.table.number if draft.number is None else draft.number, snapshot)


@dataclass(eq=False)
class Request:
    """A waiting command. `address` pays for it (hosting/limits/all_limits.py); `span` is the span of the trace in which
    it was sent."""

    table: str
    command: Command
    address: str
    answer: asyncio.Future[Played]
    span: Any


class CommandQueue:
    """Commands of an event loop, in batches: one thread executes all that wait and stores them in one transaction.

    A command never waits for others to come. A table has one command under way at a time.
    """

    def __init__(self, database: DatabaseThread) -> None:
        self.database = database
        self._waiting: list[Request] = []
        # Tables with a command under way, and the tasks of commands that are played alone.
        self._busy: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._work: asyncio.Task[None] | None = None

    async def play_batched(self, table_id: str, command: Command, address: str = "") -> Played:
        """Change a table, as `play` does, without blocking the loop."""
        with tracing.span("play_batched", table=table_id):
            # The command is carried out even if its sender hangs up.
            return await asyncio.shield(self.enqueue(table_id, command, address))

    def enqueue(self, table_id: str, command: Command, address: str = "") -> asyncio.Future[Played]:
        """Return the answer as a future. Commands of a table are carried out in the order of these calls."""
        answer: asyncio.Future[Played] = asyncio.get_running_loop().create_future()
        self._waiting.append(
            Request(table_id, command=command, address=address, answer=answer, span=tracing.here())
        )
        self._go_on()
        return answer

    def _go_on(self) -> None:
        if self._work is None:
            self._work = asyncio.create_task(self._play_batches())

    async def _play_batches(self) -> None:
        try:
            while batch := self._next_batch():
                for request in batch:
                    self._busy.add(request.table)
                stored = await self._save_batch(batch)
                for request in batch:
                    if draft := stored.get(request):
                        self._busy.discard(request.table)
                        self._publish_and_answer(request, draft)
                    else:
                        self._begin_alone(request)
        finally:
            self._work = None

    def _next_batch(self) -> list[Request]:
        """Take the next batch, with one command for each table. The others keep waiting."""
        tables = set(self._busy)
        batch: list[Request] = []
        rest: list[Request] = []
        for request in self._waiting:
            if request.table in tables or len(batch) == MOST_COMMANDS:
                rest.append(request)
            else:
                batch.append(request)
            tables.add(request.table)
        self._waiting = rest
        return batch

    async def _save_batch(self, batch: list[Request]) -> dict[Request, Draft]:
        """Execute and save the batch on the database thread. Return the saved drafts.

        Commands that are missing in the answer are played alone: those that were refused, whose table changed
        elsewhere, or whose commit failed.
        """
        try:
            return await self.database.run(_play_batch, batch)
        except Exception as error:
            # A database that can't store is reported by the commands that are played alone.
            if not is_passing(error):
                log.warning("batch_failed", why=repr(error), commands=len(batch))
            return {}

    def _publish_and_answer(self, request: Request, draft: Draft) -> None:
        played = _answer(draft)
        with tracing.within(request.span):
            publish(played.snapshot)
        if not request.answer.done():
            request.answer.set_result(played)

    def _begin_alone(self, request: Request) -> None:
        task = asyncio.create_task(self._alone(request))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _alone(self, request: Request) -> None:
        """Play a command in the turn of its table and address, so that many commands of one don't hold up the
        others."""
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


def _play_batch(batch: Sequence[Request]) -> dict[Request, Draft]:
    """Carry the commands out on the remembered snapshots, and store those that are possible."""
    drafts = {}
    for request in batch:
        with paid_by(request.address), tracing.within(request.span):
            if (draft := _executed(request)) is not None:
                drafts[draft] = request
    with tracing.within(batch[0].span):
        return {drafts[draft]: draft for draft in save_fitting(list(drafts))}


def _executed(request: Request) -> Draft | None:
    """Return the changed draft; None if `_play_alone` must execute the command on the stored table."""
    snapshot = remembered(request.table)
    if snapshot is None:
        return None
    draft = Draft(snapshot)
    try:
        execute(draft, request.command)
    except core.Refused:
        return None
    return None if draft.stores_nothing else draft


def _play_alone(request: Request) -> Played:
    with paid_by(request.address), tracing.within(request.span):
        return _play_stored(request.table, request.command)
