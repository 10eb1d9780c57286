"""The seats of an open table: sitting down, and the deal when no seat is empty."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.models import Move, Seat, Table
from games.people import vacation
from games.people.lists import apart_from
from games.people.locks import one_at_a_time
from games.play import notifications, tickets
from games.play.bot_names import bot_names
from games.play.commands import Command, play, play_on
from games.play.deadlines import await_people, start_clocks
from games.play.snapshot import Draft, Snapshot
from games.play.tickets import NOTHING_SHOWN, Shown
from games.rules import core
from games.rules.chance import Stream

log = structlog.get_logger("unbirthday.play")
# The most open tables of others at which a guest may sit.
OPEN_SEATS_OF_GUEST = 3


def refuse_too_many_running(person: User) -> None:
    """Refused `too_many_running` if the person has as many seats as allowed, in matches and at others' open tables."""
    most = settings.RUNNING_PER_GUEST if person.is_guest else settings.RUNNING_PER_MEMBER
    running = Q(table__status=Table.Status.RUNNING, resigned=None)
    waiting = Q(table__status=Table.Status.OPEN) & ~Q(table__host=person)
    if most and Seat.objects.filter(running | waiting, user=person).count() >= most:
        raise core.Refused("too_many_running", most=most)


def _refuse_too_many_waiting(person: User) -> None:
    """Refused `too_many_waiting` if a guest waits at many open tables of others, whose seats would seem taken."""
    if person.is_guest:
        waiting = Seat.objects.filter(user=person, table__status=Table.Status.OPEN).exclude(
            table__host=person
        )
        if waiting.count() >= OPEN_SEATS_OF_GUEST:
            raise core.Refused("too_many_waiting", most=OPEN_SEATS_OF_GUEST)


def join(
    table_id: str, person: User, salt: str = "", token: str = "", shown: Shown = NOTHING_SHOWN
) -> Snapshot:
    """Sit down on a free seat; the match begins when the last one is taken. `token` opens an invited table."""

    def seated(draft: Draft) -> None:
        if draft.seat_of(person.pk):
            draft.store_nothing()
            return
        if not draft.table.is_open:
            raise core.Refused("not_open")
        refuse_too_many_running(person)
        is_expected = _is_expected(draft, person, token)
        if not (is_expected or draft.table.public):
            raise core.Refused("not_invited")
        apart = apart_from(person.pk)
        if not apart.isdisjoint(draft.people) or is_sent_away(draft, person):
            raise core.Refused("cannot_sit")
        if _is_invited(draft, person):
            # Whoever was sent away may come back later, too.
            draft.afterwards.append(lambda: draft.table.sent_away.remove(person))
        seat = sit(draft, person, salt, shown)
        if not is_expected:
            # Only strangers from the lobby would find its seats taken.
            _refuse_too_many_waiting(person)
        for kept in draft.seats:
            if kept.reserved_id in apart:
                # Its person can't sit down here any more.
                kept.reserved_id = None
        start_if_full(draft)
        draft.afterwards.append(lambda: _notify(draft, seat))

    with one_at_a_time(person):
        return play(table_id, seated).snapshot


def is_sent_away(at: Draft | Snapshot, person: User) -> bool:
    """Return True if the host has sent that person away, and no seat is reserved for them."""
    return not _is_invited(at, person) and at.table.sent_away.contains(person)


def _is_invited(at: Draft | Snapshot, person: User) -> bool:
    return any(seat.reserved_id == person.pk for seat in at.seats)


def _notify(draft: Draft, seat: Seat) -> None:
    if draft.table.is_running and seat.user_id is not None:
        notifications.begun(draft, seat.user_id)
    else:
        notifications.sat_down(draft, seat)


def _is_expected(draft: Draft, person: User, token: str) -> bool:
    """Return True if a seat is reserved for the person, or if they bring the table's link."""
    has_link = secrets.compare_digest(token.encode(), draft.table.invite.encode())
    return has_link or _is_invited(draft, person)


def set_up(
    table: Table,
    host: User,
    levels: Sequence[str],
    salt: str,
    shown: Shown,
    reserved: Sequence[int | None] = (),
) -> Snapshot:
    """Store a new table with an empty seat for each empty level. `reserved` are user ids by seat."""

    def first(draft: Draft) -> None:
        sit(draft, host, salt, shown)
        start_if_full(draft)

    names = bot_names(levels, [host.username])
    seats = [
        Seat(table=table, index=index, level=level, name=name, bank_ms=table.bank_ms)
        for index, (level, name) in enumerate(zip(levels, names, strict=True))
    ]
    for seat, person in zip(seats, reserved, strict=False):
        seat.reserved_id = person
    return store_new(table, seats, first)


def store_new(table: Table, seats: Sequence[Seat], begin: Command) -> Snapshot:
    """Store a new table with its seats, and carry out the command that begins it."""
    with transaction.atomic():
        table.save(force_insert=True)
        for seat in seats:
            seat.save(force_insert=True)
        return play_on(Draft(Snapshot(table, seats), is_read=True), begin).snapshot


def sit(draft: Draft, person: User, salt: str, shown: Shown) -> Seat:
    tickets.hold_to(shown, draft.table)
    free = [seat for seat in draft.seats if seat.is_empty]
    seat = next((seat for seat in free if seat.reserved_id == person.pk), None) or next(
        (seat for seat in free if seat.reserved_id is None), None
    )
    if seat is None:
        raise core.Refused("reserved" if free else "full")
    seat.user_id, seat.name, seat.reserved_id = person.pk, person.username, None
    # The person who sat there before may have been present, or have turned notifications or phrases off.
    seat.present_at, seat.left_at = None, None
    seat.notifications_off = seat.phrases_hidden = False
    tickets.bring_salt(seat, salt, shown)
    return seat


def start_if_full(draft: Draft) -> None:
    """Deal if no seat is empty."""
    now, stream, table = timezone.now(), draft.stream(), draft.table
    draft.touch(now)
    if any(seat.is_empty for seat in draft.seats):
        return
    log.info("match_started", table=table.pk, game=table.game, seats=len(draft.seats))
    if not table.is_live:
        # People who have sat down since the table was loaded count, too.
        draft.vacations = vacation.pauses(draft.people)
    draft.new_row = _deal(draft, stream)
    # A guided race waits for the learner's first move.
    if draft.rules.REAL_TIME and not table.is_guided:
        await_people(draft, now)
    else:
        start_clocks(draft, now)
    draft.change(status=Table.Status.RUNNING, stream_position=stream.position)


def _deal(draft: Draft, stream: Stream) -> Move:
    """Deal, set the draft's state, and return the row of the deal."""
    draft.state, setup = core.deal(draft.rules, len(draft.seats), stream, draft.table.options)
    return deal_row(draft.table, setup, draft.rules.dump(draft.state), _guests(draft))


def deal_row(table: Table, setup: dict[str, Any], state: dict[str, Any], guests: Sequence[int] = ()) -> Move:
    """Return the row of a deal. `guests` are the seats of guests."""
    move = {"type": "deal"} | setup | {"guests": list(guests)}
    return Move(table=table, number=0, by=Move.By.CLOCK, key="deal", move=move, events=[], state=state, at=0)


def _guests(draft: Draft) -> list[int]:
    """Return the seats of guests. Guests may register or be deleted later, so the deal stores who was one."""
    guests = set(User.objects.filter(pk__in=draft.people, is_guest=True).values_list("pk", flat=True))
    return [seat.index for seat in draft.seats if seat.user_id in guests]
