"""The seats of a table that waits: sit down, and the deal once none is empty."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Move, Seat, Table
from games.people.lists import may_meet
from games.rules import core
from games.rules.chance import Stream
from games.tables import notifications, tickets
from games.tables.bot_names import bot_name
from games.tables.deadlines import begin, when_loaded
from games.tables.presence import forget
from games.tables.snapshot import Snapshot
from games.tables.storage import find_vacations, load, retried, save
from games.tables.tickets import NOTHING_SHOWN, Shown

log = structlog.get_logger("unbirthday.play")


@contextmanager
def one_at_a_time(person: User) -> Iterator[None]:
    """A transaction in which nothing else begins for the same person: what they may have at most holds then, however many
    requests come at once. SQLite has one writer in any case."""
    with transaction.atomic():
        list(User.objects.select_for_update(no_key=True).filter(pk=person.pk).values_list("pk"))
        yield


def refuse_too_many_running(person: User) -> None:
    """Refused `too_many_running` if the person plays as many matches as they may."""
    most = settings.RUNNING_PER_GUEST if person.is_guest else settings.RUNNING_PER_MEMBER
    running = Seat.objects.filter(user=person, resigned=None, table__status=Table.Status.RUNNING)
    if most and running.count() >= most:
        raise core.Refused("too_many_running", most=most)


def join(
    table_id: str, person: User, salt: str = "", token: str = "", shown: Shown = NOTHING_SHOWN
) -> Snapshot:
    """Sit down on a free seat; the match starts when the last one is taken. `token` opens an invited table."""

    def change() -> Snapshot:
        with one_at_a_time(person):
            return _seated(table_id, person, salt, token, shown)

    return retried(change)


def _seated(table_id: str, person: User, salt: str, token: str, shown: Shown) -> Snapshot:
    snapshot = load(table_id)
    if snapshot.seat_of(person.pk):
        return snapshot
    if not snapshot.table.is_open:
        raise core.Refused("not_open")
    refuse_too_many_running(person)
    _require_invitation(snapshot, person, token)
    if not may_meet(person.pk, snapshot.people):
        raise core.Refused("cannot_sit")
    seat = sit(snapshot, person, salt, shown)
    snapshot = start_if_full(snapshot)
    # After the table, which every writer locks first.
    forget(seat)
    if snapshot.table.is_running:
        notifications.begun(snapshot, person.pk)
    else:
        notifications.sat_down(snapshot, seat)
    return snapshot


def _require_invitation(snapshot: Snapshot, person: User, token: str) -> None:
    """Refused `not_invited` unless the table is public, a seat is kept for them or they have its link."""
    table = snapshot.table
    reserved = any(seat.reserved_id == person.pk for seat in snapshot.seats)
    if not (table.public or reserved or secrets.compare_digest(token.encode(), table.invite.encode())):
        raise core.Refused("not_invited")


def set_up(
    table: Table,
    host: User,
    levels: Sequence[str],
    salt: str,
    shown: Shown,
    reserved: Sequence[int | None],
) -> Snapshot:
    """Store a new table with an empty seat for each empty level; `reserved` are user ids by seat."""
    names = _names(levels, host)
    seats = [
        Seat(table=table, index=index, level=level, name=name, bank_ms=table.bank_ms)
        for index, (level, name) in enumerate(zip(levels, names, strict=True))
    ]
    for seat, person in zip(seats, reserved, strict=False):
        seat.reserved_id = person
    with transaction.atomic():
        table.save(force_insert=True)
        for seat in seats:
            seat.save(force_insert=True)
        snapshot = Snapshot(table, seats)
        sit(snapshot, host, salt, shown)
        return start_if_full(snapshot)


def _names(levels: Sequence[str], host: User) -> list[str]:
    """The bots' names, "" for a free seat."""
    names: list[str] = []
    for level in levels:
        names.append(bot_name(level, {*names, host.username}) if level else "")
    return names


def sit(snapshot: Snapshot, person: User, salt: str, shown: Shown) -> Seat:
    tickets.hold_to(shown, snapshot.table)
    free = [seat for seat in snapshot.seats if seat.is_empty]
    seat = next((seat for seat in free if seat.reserved_id == person.pk), None) or next(
        (seat for seat in free if seat.reserved_id is None), None
    )
    if seat is None:
        raise core.Refused("reserved" if free else "full")
    seat.user, seat.name, seat.reserved = person, person.username, None
    tickets.bring_salt(seat, salt, shown)
    return seat


def start_if_full(snapshot: Snapshot, **fields: Any) -> Snapshot:
    """Store the seats, and deal if none is empty. `fields` are further ones of the table's that have changed."""
    now, stream, table = timezone.now(), snapshot.stream(), snapshot.table
    if any(seat.is_empty for seat in snapshot.seats):
        return save(snapshot, snapshot.seats, **snapshot.touched(now))
    log.info("match_started", table=table.pk, game=table.game, seats=len(snapshot.seats))
    # Also of those who have sat down since the table was loaded.
    find_vacations(snapshot)
    row = _deal(snapshot, stream)
    # A guided race waits for its reader's first move, not for pages that load.
    begin(snapshot, when_loaded(now, snapshot.rules.REAL_TIME and not table.is_guided))
    return save(
        snapshot,
        snapshot.seats,
        row,
        status=Table.Status.RUNNING,
        started_at=table.started_at,
        due_at=table.due_at,
        stream_position=stream.position,
        **snapshot.touched(now) | fields,
    )


def _deal(snapshot: Snapshot, stream: Stream) -> Move:
    """The row of the deal; the snapshot's state is the dealt one then."""
    state, setup = core.deal(snapshot.rules, len(snapshot.seats), stream, snapshot.table.options)
    snapshot.state = state
    return Move(
        table=snapshot.table,
        number=0,
        by=Move.By.CLOCK,
        key="deal",
        move={"type": "deal"} | setup | {"guests": _guests(snapshot)},
        events=[],
        state=snapshot.rules.dump(state),
        at=0,
    )


def _guests(snapshot: Snapshot) -> list[int]:
    """Whose seats are guests' now: they may register later, or leave for good."""
    guests = set(User.objects.filter(pk__in=snapshot.people, is_guest=True).values_list("pk", flat=True))
    return [seat.index for seat in snapshot.seats if seat.user_id in guests]
