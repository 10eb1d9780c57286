"""Tables are read and written whole. A write holds only if nobody else wrote in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import structlog
from django.db import IntegrityError, transaction

from config import metrics
from games.models import ConditionalMove, Move, Phrase, Seat, SeatEvent, Table
from games.people import vacation
from games.rules import core
from games.tables import conditional_reads, notifications, reactions, results, statements
from games.tables.memory import memory
from games.tables.moment import one_moment
from games.tables.snapshot import Change, Snapshot

log = structlog.get_logger("unbirthday.play")
ATTEMPTS = 50
# What a save writes of a seat: all but which seat it is, and what is stored beside the match (games.tables.presence and
# .reactions).
SEAT_FIELDS = tuple(
    field.attname
    for field in Seat._meta.concrete_fields
    if field.name not in {"id", "table", "index", "notifications_off", "present_at", "left_at", "mark"}
)
# So many phrases are shown, and so many of the seats' events.
SHOWN = 6

Result = TypeVar("Result")
Row = TypeVar("Row", Table, Seat)


class Clash(Exception):
    """Somebody else was faster: load again and judge again."""


# Called with each snapshot after it was committed. Filled by config.apps.
committed: list[Callable[[Snapshot], None]] = []


def load(table_id: str, recent: int = 0) -> Snapshot:
    """The table as it is stored now, all of it at one moment; Refused `no_such_table`. `recent`: how many rows the log
    needs."""
    with one_moment():
        return _loaded(table_id, recent)


def _loaded(table_id: str, recent: int) -> Snapshot:
    row = Move.objects.filter(table_id=table_id).select_related("table").order_by("-number").first()
    table = row.table if row else Table.objects.filter(pk=table_id).first()
    if table is None:
        raise core.Refused("no_such_table")
    snapshot = Snapshot(table, list(Seat.objects.filter(table_id=table_id).order_by("index")), row)
    find_vacations(snapshot)
    if recent and row:
        statements = Move.objects.filter(table_id=table_id).defer("state").order_by("-number")[:recent]
        snapshot.recent = list(statements)[::-1]
        # Asked apart: however much is said, it takes no room from what became of a seat.
        snapshot.phrases = list(Phrase.objects.filter(table_id=table_id).order_by("-id")[:SHOWN])[::-1]
        snapshot.seat_events = list(SeatEvent.objects.filter(table_id=table_id).order_by("-id")[:SHOWN])[::-1]
        snapshot.conditional_moves = conditional_reads.conditional_moves_of(table_id)
    return snapshot


def find_vacations(snapshot: Snapshot) -> None:
    """Asked anew each time, for they change without their tables; a live table knows none."""
    if not snapshot.table.is_live:
        snapshot.vacations = vacation.pauses(snapshot.people)


def changed(versions: dict[str, int]) -> list[str]:
    """Those of these tables (id to version) that have another version by now."""
    stored = Table.objects.filter(pk__in=versions).values_list("pk", "version")
    return [table for table, version in stored if version != versions[table]]


def remembered(table_id: str) -> Snapshot | None:
    """The table as this process last saw it stored, a copy of one's own. Somebody else may have written since:
    a save on it is a Clash then, and what it refuses must be judged again on what `load` finds."""
    found = memory.find(table_id)
    if found is None:
        return None
    snapshot = _copy(found)
    find_vacations(snapshot)
    return snapshot


def remembered_live(table_id: str) -> Snapshot | None:
    """The same of a live table alone. It asks the database nothing, so that it may be called on an event loop."""
    found = memory.find(table_id)
    return _copy(found) if found is not None and found.table.is_live else None


def _copy(found: Snapshot) -> Snapshot:
    snapshot = Snapshot(_own(found.table), [_own(seat) for seat in found.seats], found.row)
    snapshot.__dict__["state"] = found.state
    return snapshot


def newest(table_id: str, version: int) -> Snapshot:
    """The table of that version, which was just found stored: read only where this process doesn't remember it."""
    known = remembered(table_id)
    return known if known is not None and known.table.version == version else load(table_id)


def _own(row: Row) -> Row:
    """A copy of one's own of a row, without the detour that `copy` takes for models."""
    found = object.__new__(type(row))
    found.__dict__.update(row.__dict__)
    return found


def remembered_seat(table_id: str, index: int) -> Seat | None:
    """The remembered seat itself, for what is stored of it without a move."""
    found = memory.find(table_id)
    return None if found is None else found.seats[index]


def save(
    snapshot: Snapshot, seats: Sequence[Seat], new: Move | Phrase | SeatEvent | None = None, **table: Any
) -> Snapshot:
    """Store a changed snapshot in one transaction; Clash if the table has changed since it was loaded.

    `seats` are those that changed, `new` a row to add, `table` the table's changed fields by their names.
    """
    old, pk = snapshot.table.version, snapshot.table.pk
    try:
        with metrics.committing(), transaction.atomic():
            if new is not None:
                statements.insert(new)
            if not statements.update(Table, {"version": old + 1} | table, {"id": pk, "version": old}):
                raise Clash
            for seat in seats:
                statements.update(Seat, *_of_seat(seat))
            _apply(snapshot, table, new if isinstance(new, Move) else snapshot.row)
            if table.get("status", Table.Status.RUNNING) != Table.Status.RUNNING:
                _no_longer_runs(snapshot)
            notifications.raise_for(snapshot, seats, new, table.get("status") == Table.Status.OVER)
            transaction.on_commit(lambda: announce(snapshot))
    except (Clash, IntegrityError) as error:
        memory.forget(pk)
        raise Clash from error
    return snapshot


def _no_longer_runs(snapshot: Snapshot) -> None:
    """What goes with a match that has ended, within the transaction that ends it."""
    ConditionalMove.objects.filter(table_id=snapshot.table.pk).delete()
    if snapshot.table.is_over:
        if snapshot.rules.REAL_TIME and not snapshot.table.is_guided:
            reactions.note(snapshot.table, snapshot.seats)
        results.count(snapshot.table, snapshot.seats)


def save_moves(changes: Sequence[Change]) -> None:
    """Store moves of different live tables in one transaction, all of them or, with a Clash, none. Only those that end
    a match raise notifications. Whoever calls tells of them by `announce`."""
    try:
        with metrics.committing(), transaction.atomic():
            statements.insert_all([change.row for change in changes])
            if statements.update_all(Table, [_of_table(change) for change in changes]) != len(changes):
                raise Clash
            statements.update_all(Seat, [each for change in changes for each in _of_seats(change)])
            for change in changes:
                _apply(change.snapshot, change.table, change.row)
                if change.outcome is not None:
                    _no_longer_runs(change.snapshot)
                    notifications.raise_for(change.snapshot, change.seats, change.row, ended=True)
    except (Clash, IntegrityError) as error:
        for change in changes:
            memory.forget(change.snapshot.table.pk)
        raise Clash from error


def save_fitting(changes: Sequence[Change]) -> set[str]:
    """The same without those that clash, of which nothing is stored; the tables whose moves are stored now. So nobody's
    stale move or key that was used before keeps another table's from being stored together."""
    left = list(changes)
    while left:
        try:
            save_moves(left)
            break
        except Clash:
            fitting = _fitting(left)
            left = fitting if len(fitting) < len(left) else []
    return {change.snapshot.table.pk for change in left}


def _fitting(changes: Sequence[Change]) -> list[Change]:
    """Those to whose tables nobody else has written, and whose keys are new there."""
    ids = [change.snapshot.table.pk for change in changes]
    versions = dict(Table.objects.filter(pk__in=ids).values_list("pk", "version"))
    used = Move.objects.filter(table__in=ids, key__in=[change.row.key for change in changes])
    keys = set(used.values_list("table_id", "seat", "key"))
    return [
        change
        for change, pk in zip(changes, ids, strict=True)
        if versions.get(pk) == change.snapshot.table.version
        and (pk, change.row.seat, change.row.key) not in keys
    ]


def _of_table(change: Change) -> statements.Update:
    table = change.snapshot.table
    return {"version": table.version + 1} | change.table, {"id": table.pk, "version": table.version}


def _of_seats(change: Change) -> list[statements.Update]:
    """Of each seat what the move has changed, as far as this process knows how it is stored."""
    table = change.snapshot.table
    known = memory.find(table.pk)
    if known is None or known.table.version != table.version:
        return [_of_seat(seat) for seat in change.seats]
    found = [(_changed(seat, known.seats[seat.index]), {"id": seat.pk}) for seat in change.seats]
    return [(values, where) for values, where in found if values]


def _changed(seat: Seat, stored: Seat) -> dict[str, Any]:
    values, before = seat.__dict__, stored.__dict__
    return {name: values[name] for name in SEAT_FIELDS if values[name] != before[name]}


def _of_seat(seat: Seat) -> statements.Update:
    return {name: getattr(seat, name) for name in SEAT_FIELDS}, {"id": seat.pk}


def _apply(snapshot: Snapshot, table: dict[str, Any], row: Move | None) -> None:
    """What has been written, on the snapshot: the table's changed fields and the newest row."""
    snapshot.table.version += 1
    for name, value in table.items():
        setattr(snapshot.table, name, value)
    snapshot.row = row


def announce(snapshot: Snapshot) -> None:
    """Tell everybody who is to know of what has been committed."""
    if snapshot.table.is_running:
        memory.remember(snapshot)
    else:
        memory.forget(snapshot.table.pk)
    for call in committed:
        try:
            call(snapshot)
        except Exception:
            # It is stored: whoever asked is answered, and the others are told.
            log.exception("announce_failed", table=snapshot.table.pk)


def attempts() -> Iterator[None]:
    """Until one holds. Each clash means that somebody else's write did."""
    yield from [None] * ATTEMPTS
    raise core.Refused("busy")


def retried(change: Callable[[], Result]) -> Result:
    """The result of `change`, which loads, judges and saves, tried again after each clash."""
    for _ in attempts():
        try:
            return change()
        except Clash:
            continue
    raise AssertionError("attempts() ends by raising")
