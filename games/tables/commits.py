"""Moves that come over sockets to live tables: judged on the event loop on what this process remembers, and stored
together by one thread, all that wait in one transaction. None of them waits for others to come.

Whatever is out of the ordinary (a refusal, a table that changed elsewhere, a failed commit) is left to
`tables.submit`, which judges on what is stored and answers.
"""

from __future__ import annotations

import asyncio
from typing import Any

import structlog

from config import metrics, tracing
from config.database_errors import is_passing
from games.models import Move
from games.rules import core
from games.tables.moves import Settled, acting_seat, check_key, judge, stored_key
from games.tables.snapshot import Change
from games.tables.storage import announce, remembered_live, save_fitting
from games.tables.threads import DatabaseThread

log = structlog.get_logger("unbirthday.play")
# So many are stored at once: what more waits isn't to wait for longer than a moment.
MOST = 100


class Commits:
    """Of one event loop. A table has one move under way at a time."""

    def __init__(self, database: DatabaseThread) -> None:
        self._database = database
        # The last is what of a trace each belongs to.
        self._waiting: list[tuple[Change, asyncio.Future[bool], Any]] = []
        self._under_way: set[str] = set()
        self._work: asyncio.Task[None] | None = None

    async def settle(
        self, table_id: str, person: int | None, move: Any, key: str, seen: int
    ) -> Settled | None:
        """The stored move; None if it is to be submitted in the ordinary way: nothing has been stored then."""
        change = self._judged(table_id, person, move, key, seen)
        if change is None or not await self._stored(table_id, change):
            return None
        metrics.move_stored(change.snapshot.table.game, Move.By.PERSON)
        return Settled(change.row.number, change.snapshot)

    def _judged(self, table_id: str, person: int | None, move: Any, key: str, seen: int) -> Change | None:
        snapshot = None if table_id in self._under_way else remembered_live(table_id)
        if snapshot is None or snapshot.rules.REAL_TIME:
            return None
        if seen < snapshot.table.number or (snapshot.row is not None and snapshot.row.key == stored_key(key)):
            return None
        try:
            check_key(key)
            return judge(snapshot, acting_seat(snapshot, person), move, Move.By.PERSON, stored_key(key))
        except core.Refused:
            return None

    async def _stored(self, table_id: str, change: Change) -> bool:
        stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._under_way.add(table_id)
        self._waiting.append((change, stored, tracing.here()))
        if self._work is None:
            self._work = asyncio.create_task(self._store())
        # Whoever has asked may hang up meanwhile: the move is stored all the same.
        return await asyncio.shield(stored)

    async def _store(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                held = await self._commit([change for change, _stored, _doing in batch])
                for change, stored, doing in batch:
                    table = change.snapshot.table.pk
                    self._under_way.discard(table)
                    if table in held:
                        with tracing.within(doing):
                            announce(change.snapshot)
                    if not stored.done():
                        stored.set_result(table in held)
        finally:
            self._work = None

    async def _commit(self, changes: list[Change]) -> set[str]:
        """The tables whose moves are stored now."""
        try:
            return await self._database.run(save_fitting, changes)
        except Exception as error:
            # Of a database that can't store whoever submits them says enough.
            if not is_passing(error):
                log.warning("batch_failed", why=repr(error), moves=len(changes))
            return set()
