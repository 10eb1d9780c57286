"""Lists of friends and blocks. Only members have lists; a blocked person may be a guest.

Nothing here tells a person what is on somebody else's list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Block, Friend
from games.people.locks import one_at_a_time

# A person who was seen within this time is online.
ONLINE = timedelta(minutes=5)
LONGEST_LIST = 500


@dataclass(frozen=True)
class ListedPerson:
    """A person on somebody's list, and whether they seem to be online."""

    person: User
    online: bool


def number_online() -> int:
    """Return how many people seem to be online."""
    return User.objects.filter(last_seen__gte=timezone.now() - ONLINE).count()


def other_person(asker: User, name: str) -> User:
    """Return the person with that name. ValidationError if there is none, or if it is the asker."""
    person = User.objects.named(name.strip())
    if person is None or not person.is_active:
        raise ValidationError(_("Nobody here has that name."))
    if person.pk == asker.pk:
        raise ValidationError(_("That is your own name."))
    return person


def befriend(person: User, name: str) -> User:
    """Put a member on the person's list of friends, once. ValidationError if that isn't possible."""
    friend = other_person(person, name)
    if friend.is_guest:
        raise ValidationError(_("Guests can't be on a list of friends: only members can."))
    if Block.objects.filter(user=person, blocked=friend).exists():
        raise ValidationError(_("You have blocked %(name)s.") % {"name": friend.username})
    _add(person.friends, friend=friend)
    return friend


def addable(person: User, others: Collection[int]) -> list[User]:
    """Return the members among these others whom the person may put on their list of friends and has not."""
    members = User.objects.filter(pk__in=others, is_guest=False, is_active=True)
    known = members.filter(Q(friend_of__user=person) | Q(blocked_by__user=person))
    return list(members.exclude(pk__in=known).order_by("name_key"))


def unfriend(person: User, name: str) -> None:
    Friend.objects.filter(user=person, friend=other_person(person, name)).delete()


def block(person: User, name: str) -> User:
    """Block a person: the two can't sit down together or invite one another. A blocked person is no longer a friend."""
    other = other_person(person, name)
    with transaction.atomic():
        _add(person.blocks, blocked=other)
        Friend.objects.filter(user=person, friend=other).delete()
    # Whoever sits down holds their own lock. Wait until the two who began to do so before the block are seated, so that
    # they can be parted. Never hold two locks here, which could be a deadlock.
    for each in (person, other):
        with one_at_a_time(each):
            pass
    return other


def unblock(person: User, name: str) -> None:
    Block.objects.filter(user=person, blocked=other_person(person, name)).delete()


def _add(entries: Any, **other: User) -> None:
    """Put somebody on a list, once. ValidationError if the list is full."""
    if not entries.filter(**other).exists() and entries.count() >= LONGEST_LIST:
        raise ValidationError(_("Your list is full."))
    entries.get_or_create(**other)


def apart_from(person: int) -> set[int]:
    """Return the ids of people who have blocked that person or are blocked by them."""
    return set(apart_of([person]).get(person, ()))


def apart_of(persons: Collection[int]) -> dict[int, frozenset[int]]:
    """Return `apart_from` for many people at once. People without blocks are absent."""
    blocks = defaultdict(set)
    pairs = Block.objects.filter(Q(user__in=persons) | Q(blocked__in=persons))
    for user, blocked in pairs.values_list("user_id", "blocked_id"):
        blocks[user].add(blocked)
        blocks[blocked].add(user)
    return {person: frozenset(others) for person, others in blocks.items()}


def may_meet(person: int, others: Collection[int]) -> bool:
    """Return True if none of the others has blocked that person or is blocked by them."""
    between = Q(user=person, blocked__in=others) | Q(user__in=others, blocked=person)
    return not others or not Block.objects.filter(between).exists()


def friends_of(person: User) -> list[ListedPerson]:
    """Return the person's friends, online ones first, then by name. A friend who has blocked the person is never
    online."""
    since, apart = timezone.now() - ONLINE, apart_from(person.pk)
    friends = User.objects.filter(friend_of__user=person, is_active=True)
    listed = [
        ListedPerson(friend, friend.last_seen >= since and friend.pk not in apart) for friend in friends
    ]
    return sorted(listed, key=lambda friend: (not friend.online, friend.person.name_key))


def blocked_by(person: User) -> list[User]:
    return list(User.objects.filter(blocked_by__user=person).order_by("name_key"))
