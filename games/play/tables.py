"""Tables before and after a match: open, sit down, leave, cancel, start when full, rematch."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.names import BOT_NAMES
from accounts.people import apart_from, may_meet
from games.models import Move, Notice, Seat, Table
from games.play import notices, pace
from games.play.invitations import invitees
from games.play.position import Position, find_vacations, load, retried, save
from games.play.presence import forget
from games.play.turns import begin, when_loaded
from games.rules import core

log = structlog.get_logger("unbirthday.play")
OPEN_TABLES_EACH = 12
DESERTED_LIVE, DESERTED_DAYS = timedelta(hours=1), timedelta(days=7)


@dataclass(frozen=True)
class Plan:
    """What a table is to be. `bots` are the levels of the last seats, "" being a person's seat; those before
    them are people's. Bank and increment are the pace's usual ones where None. `invited` are names of members for
    whom the first of these are kept."""

    game: str
    seats: int
    bots: Sequence[str] = ()
    public: bool = True
    live: bool = True
    bank_ms: int | None = None
    increment_ms: int | None = None
    # Day-paced tables only: Saturdays and Sundays (UTC) cost nobody time.
    weekends_off: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    invited: Sequence[str] = ()


def open_table(host: User, plan: Plan, salt: str = "") -> Position:
    """Open a table, its host on the first seat. It starts at once when only bots were wanted."""
    rules = core.game(plan.game)
    options = core.settle_options(rules, plan.seats, plan.options)
    if len(plan.bots) >= plan.seats:
        raise core.Refused("no_seat_for_people")
    for level in plan.bots:
        if level and level not in rules.LEVELS:
            raise core.Refused("no_such_level", level=level)
    if rules.LIVE and not plan.live:
        raise core.Refused("live_only")
    # In a live game nobody has a time per move: the table's clock is all there is.
    bank, increment = (0, 0) if rules.LIVE else pace.settled(plan.live, plan.bank_ms, plan.increment_ms)
    if plan.live and plan.weekends_off:
        raise core.Refused("weekends_live")
    if Table.objects.filter(host=host, status=Table.Status.OPEN).count() >= OPEN_TABLES_EACH:
        raise core.Refused("too_many_tables", most=OPEN_TABLES_EACH)
    levels = [*[""] * (plan.seats - len(plan.bots)), *plan.bots]
    reserved = _reserved(levels, [each.pk for each in invitees(host, plan.invited)])
    table = Table(
        game=plan.game,
        rules=rules.RULES,
        options=options,
        host=host,
        public=plan.public,
        live=plan.live,
        bank_ms=bank,
        increment_ms=increment,
        weekends_off=plan.weekends_off,
    )
    with transaction.atomic():
        position = _opened(table, host, levels, salt, reserved)
        notices.kept(position)
    return position


def _reserved(levels: Sequence[str], invited: Sequence[int]) -> list[int | None]:
    """For whom each seat is kept: the host has the first of people's seats, the invited those behind it."""
    free = [index for index, level in enumerate(levels) if not level][1:]
    if len(invited) > len(free):
        raise core.Refused("too_many_invited", most=len(free))
    kept = dict(zip(free, invited, strict=False))
    return [kept.get(index) for index in range(len(levels))]


def _opened(
    table: Table, host: User, levels: Sequence[str], salt: str, reserved: Sequence[int | None] = ()
) -> Position:
    """Store a new table with an empty seat for each empty level; `reserved` are user ids by seat."""
    names = iter(BOT_NAMES)
    seats = [
        Seat(table=table, index=index, level=level, name=next(names) if level else "", bank_ms=table.bank_ms)
        for index, level in enumerate(levels)
    ]
    for seat, person in zip(seats, reserved, strict=False):
        seat.reserved_id = person
    with transaction.atomic():
        table.save(force_insert=True)
        for seat in seats:
            seat.save(force_insert=True)
        position = Position(table, seats)
        _sit(position, host, salt)
        return _started_if_full(position)


def _sit(position: Position, person: User, salt: str) -> Seat:
    free = [seat for seat in position.seats if seat.is_empty]
    seat = next((seat for seat in free if seat.reserved_id == person.pk), None) or next(
        (seat for seat in free if seat.reserved_id is None), None
    )
    if seat is None:
        raise core.Refused("reserved" if free else "full")
    seat.user, seat.name, seat.reserved = person, person.username, None
    seat.salt = salt if salt.isascii() and salt.isalnum() and len(salt) <= 64 else secrets.token_hex(16)
    return seat


def _started_if_full(position: Position) -> Position:
    now, stream, table = timezone.now(), position.stream(), position.table
    if any(seat.is_empty for seat in position.seats):
        return save(position, position.seats, **position.touched(now))
    log.info("match_started", table=table.pk, game=table.game, seats=len(position.seats))
    # Also of those who have sat down since the table was loaded.
    find_vacations(position)
    state, setup = core.deal(position.rules, len(position.seats), stream, table.options)
    row = Move(
        table=table,
        number=0,
        by=Move.By.CLOCK,
        key="deal",
        move={"type": "deal"} | setup | {"guests": _guests(position.seats)},
        events=[],
        state=position.rules.dump(state),
        at=0,
    )
    position.state = state
    begin(position, when_loaded(now, position.rules.LIVE))
    return save(
        position,
        position.seats,
        row,
        status=Table.Status.RUNNING,
        started_at=table.started_at,
        due_at=table.due_at,
        words=stream.words,
        **position.touched(now),
    )


def _guests(seats: Sequence[Seat]) -> list[int]:
    """Whose seats are guests' now: they may register later, or leave for good."""
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    guests = set(User.objects.filter(pk__in=people, is_guest=True).values_list("pk", flat=True))
    return [seat.index for seat in seats if seat.user_id in guests]


def join(table_id: str, person: User, salt: str = "", token: str = "") -> Position:
    """Sit down on a free seat; the match starts when the last one is taken. `token` opens an invited table."""

    def change() -> Position:
        position = load(table_id)
        table = position.table
        if position.seat_of(person.pk):
            return position
        if not table.is_open:
            raise core.Refused("not_open")
        invited = any(seat.reserved_id == person.pk for seat in position.seats)
        if (
            not table.public
            and not invited
            and not secrets.compare_digest(token.encode(), table.invite.encode())
        ):
            raise core.Refused("not_invited")
        if not may_meet(person.pk, [seat.user_id for seat in position.seats if seat.user_id is not None]):
            raise core.Refused("cannot_sit")
        seat = _sit(position, person, salt)
        with transaction.atomic():
            position = _started_if_full(position)
            # After the table, which every writer locks first.
            forget(seat)
            if position.table.is_running:
                notices.begun(position, person.pk)
            else:
                notices.sat_down(position, seat)
        return position

    return retried(change)


def leave(table_id: str, person: int) -> Position:
    """Stand up before the start. The next person becomes host; with nobody left the table closes."""

    def change() -> Position:
        position = load(table_id)
        seat = position.require_seat(person)
        if not position.table.is_open:
            raise core.Refused("already_started")
        seat.user, seat.name, seat.salt = None, "", ""
        others = [each.user_id for each in position.seats if each.user_id is not None]
        if not others:
            return save(position, [seat], status=Table.Status.CLOSED, ended_at=timezone.now())
        host = position.table.host_id if position.table.host_id in others else others[0]
        return save(position, [seat], host_id=host)

    return retried(change)


def cancel(table_id: str, person: int) -> Position:
    """The host closes an open table."""

    def change() -> Position:
        position = load(table_id)
        if position.table.host_id != person:
            raise core.Refused("not_host")
        if not position.table.is_open:
            raise core.Refused("already_started")
        return save(position, [], status=Table.Status.CLOSED, ended_at=timezone.now())

    return retried(change)


def rematch(table_id: str, person: User, salt: str = "") -> Position:
    """The table at which the same people play again: opened by the first who asks, joined by the others, now or
    whenever they come. No seat is kept for those whom the first doesn't meet."""

    def change() -> Position:
        position = load(table_id)
        old = position.table
        position.require_seat(person.pk)
        if not old.is_over:
            raise core.Refused("not_over")
        if old.rematch is not None and old.rematch.status != Table.Status.CLOSED:
            return join(old.rematch.pk, person, salt, old.rematch.invite)
        apart = apart_from(person.pk)
        with transaction.atomic():
            table = Table(
                game=old.game,
                rules=position.rules.RULES,
                options=old.options,
                host=person,
                public=old.public,
                live=old.live,
                bank_ms=old.bank_ms,
                increment_ms=old.increment_ms,
                weekends_off=old.weekends_off,
            )
            levels = [seat.level for seat in position.seats]
            reserved = [None if seat.user_id in apart else seat.user_id for seat in position.seats]
            new = _opened(table, person, levels, salt, reserved)
            save(position, [], rematch_id=table.pk)
            notices.kept(new, Notice.Kind.REMATCH)
            return new

    return retried(change)


def close_deserted(now: datetime) -> int:
    """Close the open tables whose host has not been seen for an hour (live) or seven days; how many."""
    waiting = Table.objects.filter(status=Table.Status.OPEN)
    gone = waiting.filter(live=True, host__last_seen__lt=now - DESERTED_LIVE) | waiting.filter(
        live=False, host__last_seen__lt=now - DESERTED_DAYS
    )
    gone |= waiting.filter(host=None)
    closed = 0
    for table_id in list(gone.values_list("pk", flat=True)):
        closed += retried(lambda table_id=table_id: _close(table_id, now))  # type: ignore[misc]
    return closed


def _close(table_id: str, now: datetime) -> int:
    position = load(table_id)
    if not position.table.is_open:
        return 0
    save(position, [], status=Table.Status.CLOSED, ended_at=now)
    return 1
