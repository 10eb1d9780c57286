"""Read and save whole tables. A save fails if another process or thread has saved the table since it was read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, TypeVar

import structlog
from cachetools import LRUCache
from django.db import IntegrityError, transaction

from games.models import Move, Phrase, Seat, SeatEvent, Table
from games.people import vacation
from games.play import hooks, notifications, results, statements
from games.play.snapshot import Draft, Snapshot
from games.rules import core
from hosting.observability import metrics, tracing

log = structlog.get_logger("unbirthday.play")
TABLES = 2000
# The number of tries of a change that clashes with others.
ATTEMPTS = 50
# The number of phrases that are shown, and of events of seats.
SHOWN = 6

Result = TypeVar("Result")


class Memory:
    """Snapshots by table."""

    def __init__(self) -> None:
        self._newest: LRUCache[str, Snapshot] = LRUCache(TABLES)
        self._lock = Lock()

    def find(self, table_id: str) -> Snapshot | None:
        with self._lock:
            return self._newest.get(table_id)

    def remember(self, snapshot: Snapshot) -> None:
        """Remember a snapshot unless a newer one is remembered."""
        table = snapshot.table
        with self._lock:
            older = self._newest.get(table.pk)
            if older is None or older.table.version < table.version:
                self._newest[table.pk] = snapshot

    def forget(self, table_id: str) -> None:
        with self._lock:
            self._newest.pop(table_id, None)


memory = Memory()


class Clash(Exception):
    """Somebody else has written first: load and execute again."""


# Called by `publish` with each committed snapshot. games.apps fills it.
listeners: list[Callable[[Snapshot], None]] = []


def load(table_id: str, recent: int = 0) -> Snapshot:
    """Return the stored table, read at one moment. Refused `no_such_table`. `recent` is the number of rows for the
    log."""
    with statements.one_moment():
        return _loaded(table_id, recent)


def _loaded(table_id: str, recent: int) -> Snapshot:
    row = Move.objects.filter(table_id=table_id).select_related("table").order_by("-number").first()
    table = row.table if row else Table.objects.filter(pk=table_id).first()
    if table is None:
        raise core.Refused("no_such_table")
    seats = tuple(Seat.objects.filter(table_id=table_id))
    snapshot = with_vacations(Snapshot(table, seats, row))
    return with_log(snapshot, recent) if recent and row else snapshot


def with_log(snapshot: Snapshot, recent: int) -> Snapshot:
    """Return the snapshot with that many of the newest rows, and everything else that the log and the boards need."""
    table_id = snapshot.table.pk
    rows = Move.objects.filter(table_id=table_id).defer("state").order_by("-number")[:recent]
    return snapshot.having(
        recent=tuple(rows)[::-1],
        # A query of its own, so that many phrases don't push events of seats out.
        phrases=tuple(Phrase.objects.filter(table_id=table_id).order_by("-id")[:SHOWN])[::-1],
        seat_events=tuple(SeatEvent.objects.filter(table_id=table_id).order_by("-id")[:SHOWN])[::-1],
        private=hooks.private_of(table_id),
    )


def with_vacations(snapshot: Snapshot) -> Snapshot:
    """Return the snapshot with the vacations of its people, read each time because they change without their tables. A
    live table has none."""
    if snapshot.table.is_live:
        return snapshot
    return snapshot.having(vacations=vacation.pauses(snapshot.people))


def changed(versions: dict[str, int]) -> list[str]:
    """Return the tables (id to version) whose stored version differs from the given one."""
    stored = Table.objects.filter(pk__in=versions).values_list("pk", "version")
    return [table for table, version in stored if version != versions[table]]


def remembered(table_id: str) -> Snapshot | None:
    """Return the table as this process last saw it stored, or None.

    Others may have written since. A save on it is a Clash then, and what it refuses must be executed again on what
    `load` returns.
    """
    snapshot = memory.find(table_id)
    return None if snapshot is None else with_vacations(snapshot)


def newest(table_id: str, version: int) -> Snapshot:
    """Return the table in a version that is known to be stored: remembered by this process, or read."""
    snapshot = remembered(table_id)
    return snapshot if snapshot is not None and snapshot.table.version == version else load(table_id)


def save(drafts: Sequence[Draft]) -> None:
    """Save drafts of different tables in one transaction: all of them or, with a Clash, none.

    A draft is saved only if its table has not changed since it was read. The caller publishes what is saved.
    """
    # Every process saves in the same order. Otherwise two that wait for each other's rows would both fail.
    drafts = sorted(drafts, key=lambda draft: draft.table.pk)
    try:
        with metrics.saving(len(drafts)), transaction.atomic():
            changes = [(draft, draft.seat_changes()) for draft in drafts]
            _insert_rows([draft.new_row for draft in drafts if draft.new_row is not None])
            _update_tables(drafts)
            _write_seats(changes)
            for draft, seats in changes:
                _complete(draft, [seat for seat, _values in seats])
    except (Clash, IntegrityError) as error:
        for draft in drafts:
            memory.forget(draft.table.pk)
        raise Clash from error


def save_fitting(drafts: Sequence[Draft]) -> list[Draft]:
    """Save the drafts that don't clash, and return them. The others are left unsaved."""
    left = list(drafts)
    while left:
        try:
            save(left)
            return left
        except Clash:
            fitting = _fitting(left)
            left = fitting if len(fitting) < len(left) else []
    return left


def _fitting(drafts: Sequence[Draft]) -> list[Draft]:
    """Return the drafts whose tables have not changed, and whose moves have keys that are new there."""
    ids = [draft.before.table.pk for draft in drafts]
    versions = dict(Table.objects.filter(pk__in=ids).values_list("pk", "version"))
    moves = [draft.new_row for draft in drafts if isinstance(draft.new_row, Move)]
    used = Move.objects.filter(table__in=ids, key__in=[move.key for move in moves])
    keys = set(used.values_list("table_id", "seat", "key"))
    return [
        draft
        for draft, pk in zip(drafts, ids, strict=True)
        if versions.get(pk) == draft.before.table.version
        and not (isinstance(draft.new_row, Move) and (pk, draft.new_row.seat, draft.new_row.key) in keys)
    ]


def _insert_rows(rows: Iterable[Move | Phrase | SeatEvent]) -> None:
    by_model = defaultdict(list)
    for row in rows:
        by_model[type(row)].append(row)
    for same in by_model.values():
        statements.insert_all(same)


def _update_tables(drafts: Sequence[Draft]) -> None:
    updates = []
    for draft in drafts:
        table, old = draft.table, draft.before.table.version
        updates.append(({"version": old + 1} | draft.table_changes, {"id": table.pk, "version": old}))
        table.version = old + 1
    if statements.update_all(Table, updates) != len(drafts):
        raise Clash


def _write_seats(changes: Sequence[tuple[Draft, list[tuple[Seat, dict[str, Any]]]]]) -> None:
    """Write the seats, after the tables, which every writer locks first.

    Removed seats go first and new seats come last, so that no index is taken twice.
    """
    for draft, _seats in changes:
        if gone := {seat.pk for seat in draft.before.seats} - {seat.pk for seat in draft.seats}:
            Seat.objects.filter(pk__in=gone).delete()
    seats = [(seat.pk, values) for _draft, seats in changes for seat, values in seats]
    moved = [({"index": values.pop("index")}, {"id": pk}) for pk, values in seats if "index" in values]
    statements.update_all(Seat, moved)
    statements.update_all(Seat, [(values, {"id": pk}) for pk, values in seats if values])
    for draft, _seats in changes:
        for seat in draft.seats:
            if seat.pk is None:
                seat.save(force_insert=True)


def _complete(draft: Draft, seats: Sequence[Seat]) -> None:
    """Store what goes with a change, within its transaction: results, notifications, and what the command adds."""
    before, table = draft.before.table, draft.table
    ended = table.status != before.status and not table.is_running
    if ended:
        hooks.forget(table.pk)
    if ended and table.is_over:
        if draft.rules.REAL_TIME and not table.is_guided:
            results.note_reactions(table, draft.seats)
        results.count(table, draft.seats)
        for call in hooks.over:
            call(draft)
    notifications.raise_for(draft, seats, draft.new_row, ended and table.is_over)
    for work in draft.afterwards:
        work()


def publish(snapshot: Snapshot) -> None:
    """Remember a committed snapshot, and pass it to all `listeners`."""
    with tracing.span("publish", game=snapshot.table.game, table=snapshot.table.pk):
        if snapshot.table.is_running:
            memory.remember(snapshot)
        else:
            memory.forget(snapshot.table.pk)
        for listener in listeners:
            try:
                listener(snapshot)
            except Exception:
                # The change is stored, so it is answered and the others are told all the same.
                log.exception("publish_failed", table=snapshot.table.pk)


def retried(change: Callable[[], Result]) -> Result:
    """Return the result of `change`, which reads, executes and saves. It is called again after each clash.

    Each clash means that another save succeeded. Refused `busy` after very many.
    """
    for _ in range(ATTEMPTS):
        with suppress(Clash):
            return change()
    raise core.Refused("busy")
