"""Named invitations: a free seat of an open table is reserved for a member, who sits down on it or declines. Who
accepts joins the table like everybody (games/play/seating.py)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from accounts.models import User
from games.models import Seat, Table
from games.people import lists
from games.play import notifications
from games.play.road import play
from games.play.snapshot import Draft, Snapshot
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
    apart = lists.apart_from(host.pk) if found else ()
    for pk, person in found.items():
        if pk in apart:
            raise core.Refused("cannot_invite", name=person.username)
    return list(found.values())


def invite(table_id: str, host: User, name: str) -> Snapshot:
    """The host reserves a free seat for the member of that name."""

    def invited(draft: Draft) -> None:
        draft.require_open_host(host.pk)
        [person] = invitees(host, [name])
        _seat_for(draft, person).reserved_id = person.pk
        draft.also.append(lambda: notifications.invited(draft))

    return play(table_id, invited).snapshot


def _seat_for(draft: Draft, person: User) -> Seat:
    if draft.seat_of(person.pk):
        raise core.Refused("sits_already", name=person.username)
    if _reserved_for(draft, person.pk):
        raise core.Refused("invited_already", name=person.username)
    here = [seat.user_id for seat in draft.seats if seat.user_id is not None]
    # One answer for both, so that neither tells the host what stands on somebody's list.
    if draft.table.declined.contains(person) or not lists.may_meet(person.pk, here):
        raise core.Refused("cannot_invite", name=person.username)
    free = (seat for seat in draft.seats if seat.is_empty and seat.reserved_id is None)
    seat = next(free, None)
    if seat is None:
        raise core.Refused("full")
    return seat


def decline(table_id: str, person: int) -> Snapshot:
    """The invited would rather not: the seat is free, and the table remembers it."""

    def declined(draft: Draft) -> None:
        _release(draft, person)
        draft.also.append(lambda: draft.table.declined.add(person))

    return play(table_id, declined).snapshot


def withdraw(table_id: str, host: int, name: str) -> Snapshot:
    """The host takes the invitation back."""
    person = User.objects.named(name)

    def withdrawn(draft: Draft) -> None:
        draft.require_open_host(host)
        _release(draft, person.pk if person else 0)

    return play(table_id, withdrawn).snapshot


def free_reserved_seats(one: int, other: int) -> None:
    """One has blocked the other: no seat stays reserved for either at an open table where the other sits."""
    for asked, there in ((one, other), (other, one)):
        reserved = Seat.objects.filter(reserved=asked, table__status=Table.Status.OPEN)
        for table_id in reserved.filter(table__seats__user=there).values_list("table_id", flat=True):
            # Whoever has sat down or declined meanwhile has none any more.
            with suppress(core.Refused):
                play(table_id, partial(_release, person=asked))


def _reserved_for(draft: Draft, person: int) -> Seat | None:
    return next((seat for seat in draft.seats if seat.reserved_id == person), None)


def _release(draft: Draft, person: int) -> None:
    """Reserve nothing for that person any more; Refused `no_invitation` if nothing is."""
    seat = _reserved_for(draft, person)
    if seat is None or not draft.table.is_open:
        raise core.Refused("no_invitation")
    seat.reserved_id = None
