"""Invitations by name: a free seat of an open table is reserved for a member, who sits down there or declines.

A member who accepts joins the table as everybody does (games/play/seating.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from accounts.models import User
from games.models import Seat, Table
from games.people import lists
from games.play import notifications
from games.play.commands import changes_table, play
from games.play.snapshot import Draft
from games.rules import core


def invitees(host: User, names: Sequence[str]) -> list[User]:
    """Return the members with those names, in order. Refused if the host can't invite all of them."""
    if names and host.is_guest:
        raise core.Refused("members_invite")
    people: dict[int, User] = {}
    unknown = []
    for name in names:
        person = User.objects.named(name)
        if person is None or not person.is_active or person.is_guest:
            unknown.append(name)
        elif person.pk == host.pk:
            raise core.Refused("sits_already", name=person.username)
        else:
            people[person.pk] = person
    if unknown:
        raise core.Refused("no_such_member", names=unknown)
    apart = lists.apart_from(host.pk) if people else ()
    for pk, person in people.items():
        if pk in apart:
            raise core.Refused("cannot_invite", name=person.username)
    return list(people.values())


@changes_table
def invite(draft: Draft, host: User, name: str) -> None:
    """Reserve a free seat for the member with that name. Host only."""
    draft.require_open_host(host.pk)
    [person] = invitees(host, [name])
    _seat_for(draft, person).reserved_id = person.pk
    draft.afterwards.append(lambda: notifications.invited(draft))


def _seat_for(draft: Draft, person: User) -> Seat:
    if draft.seat_of(person.pk):
        raise core.Refused("sits_already", name=person.username)
    if _reserved_for(draft, person.pk):
        raise core.Refused("invited_already", name=person.username)
    # The same refusal for both, so that the host can't tell whether somebody has blocked them.
    if draft.table.declined.contains(person) or not lists.may_meet(person.pk, draft.people):
        raise core.Refused("cannot_invite", name=person.username)
    free = (seat for seat in draft.seats if seat.is_empty and seat.reserved_id is None)
    seat = next(free, None)
    if seat is None:
        raise core.Refused("full")
    return seat


@changes_table
def decline(draft: Draft, person: int) -> None:
    """Decline an invitation: the seat becomes free, and the table remembers that the member declined."""
    _release(draft, person)
    draft.afterwards.append(lambda: draft.table.declined.add(person))


@changes_table
def withdraw(draft: Draft, host: int, name: str) -> None:
    """Take an invitation back. Host only."""
    person = User.objects.named(name)
    draft.require_open_host(host)
    _release(draft, person.pk if person else 0)


def free_reserved_seats(one: int, other: int) -> None:
    """Free the seats that are reserved for one person at an open table where the other sits. One has blocked the
    other."""
    for invitee, seated in ((one, other), (other, one)):
        reserved = Seat.objects.filter(reserved=invitee, table__status=Table.Status.OPEN)
        for table_id in reserved.filter(table__seats__user=seated).values_list("table_id", flat=True):
            # A member who has sat down or declined meanwhile has no reserved seat any more.
            with suppress(core.Refused):
                play(table_id, partial(_release, person=invitee))


def _reserved_for(draft: Draft, person: int) -> Seat | None:
    return next((seat for seat in draft.seats if seat.reserved_id == person), None)


def _release(draft: Draft, person: int) -> None:
    """Remove that person's reservation. Refused `no_invitation` if there is none."""
    seat = _reserved_for(draft, person)
    if seat is None or not draft.table.is_open:
        raise core.Refused("no_invitation")
    seat.reserved_id = None
