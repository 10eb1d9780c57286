"""Named invitations: a free seat of an open table is kept for a member, who sits down on it or declines. Who
accepts joins the table like everybody (games/play/tables.py)."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from accounts import people
from accounts.models import User
from games.models import Seat, Table
from games.play import notices
from games.play.position import Position, load, retried, save
from games.rules import core


def invitees(host: User, names: Sequence[str]) -> list[User]:
    """The members of those names, in order; Refused if the host can't invite all of them."""
    if names and host.is_guest:
        raise core.Refused("members_invite")
    found: dict[int, User] = {}
    for name in names:
        person = User.objects.named(name)
        if person is None or not person.is_active or person.is_guest:
            raise core.Refused("no_such_member", name=name)
        if person.pk == host.pk:
            raise core.Refused("sits_already", name=person.username)
        found[person.pk] = person
    apart = people.apart_from(host.pk) if found else ()
    for pk, person in found.items():
        if pk in apart:
            raise core.Refused("cannot_invite", name=person.username)
    return list(found.values())


def invite(table_id: str, host: User, name: str) -> Position:
    """The host keeps a free seat for the member of that name."""

    def change() -> Position:
        position = load(table_id)
        _require_open_host(position, host.pk)
        [person] = invitees(host, [name])
        seat = _seat_for(position, person)
        seat.reserved_id = person.pk
        with transaction.atomic():
            save(position, [seat])
            notices.kept(position)
        return position

    return retried(change)


def _seat_for(position: Position, person: User) -> Seat:
    if position.seat_of(person.pk):
        raise core.Refused("sits_already", name=person.username)
    if _kept(position, person.pk):
        raise core.Refused("invited_already", name=person.username)
    here = [seat.user_id for seat in position.seats if seat.user_id is not None]
    # One answer for both, so that neither tells the host what stands on somebody's list.
    if position.table.declined.contains(person) or not people.may_meet(person.pk, here):
        raise core.Refused("cannot_invite", name=person.username)
    free = (seat for seat in position.seats if seat.is_empty and seat.reserved_id is None)
    seat = next(free, None)
    if seat is None:
        raise core.Refused("full")
    return seat


def decline(table_id: str, person: int) -> Position:
    """The invited would rather not: the seat is free, and the table remembers it."""

    def change() -> Position:
        position = load(table_id)
        seat = _require_kept(position, person)
        with transaction.atomic():
            save(position, [seat])
            position.table.declined.add(person)
        return position

    return retried(change)


def withdraw(table_id: str, host: int, name: str) -> Position:
    """The host keeps that member's seat no longer."""
    person = User.objects.named(name)

    def change() -> Position:
        position = load(table_id)
        _require_open_host(position, host)
        return save(position, [_require_kept(position, person.pk if person else 0)])

    return retried(change)


def part(one: int, other: int) -> None:
    """One has blocked the other: no seat is kept for either at an open table where the other sits."""
    for asked, there in ((one, other), (other, one)):
        kept = Seat.objects.filter(reserved=asked, table__status=Table.Status.OPEN)
        for table_id in kept.filter(table__seats__user=there).values_list("table_id", flat=True):
            retried(lambda table_id=table_id, asked=asked: _freed(table_id, asked))  # type: ignore[misc]


def _freed(table_id: str, person: int) -> None:
    position = load(table_id)
    if position.table.is_open and _kept(position, person):
        save(position, [_require_kept(position, person)])


def _require_open_host(position: Position, host: int) -> None:
    if position.table.host_id != host:
        raise core.Refused("not_host")
    if not position.table.is_open:
        raise core.Refused("already_started")


def _kept(position: Position, person: int) -> Seat | None:
    return next((seat for seat in position.seats if seat.reserved_id == person), None)


def _require_kept(position: Position, person: int) -> Seat:
    """The seat that was kept for that person, and is so no longer."""
    seat = _kept(position, person)
    if seat is None or not position.table.is_open:
        raise core.Refused("not_kept")
    seat.reserved_id = None
    return seat
