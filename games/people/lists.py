"""Whom a person likes to play with, and whom they don't want to meet. Lists are for members; whoever is blocked may
be a guest. Nothing here tells one person what stands on another's list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Block, Friend

# Somebody who was seen so lately is here.
ONLINE = timedelta(minutes=5)
LONGEST_LIST = 500


@dataclass(frozen=True)
class Known:
    """Somebody on a person's list, and whether they seem to be here now."""

    person: User
    online: bool


def found(asker: User, name: str) -> User:
    """Whoever has that name, but the asker; ValidationError if nobody has."""
    person = User.objects.named(name.strip())
    if person is None or not person.is_active:
        raise ValidationError(_("Nobody here has that name."))
    if person.pk == asker.pk:
        raise ValidationError(_("That is your own name."))
    return person


def befriend(person: User, name: str) -> User:
    """Put a member on the person's list, once however often; ValidationError if that can't be."""
    friend = found(person, name)
    if friend.is_guest:
        raise ValidationError(_("Guests can't be on a list of friends: only members can."))
    if Block.objects.filter(user=person, blocked=friend).exists():
        raise ValidationError(_("You have blocked %(name)s.") % {"name": friend.username})
    _refuse_a_long_list(person.friends.count())
    Friend.objects.get_or_create(user=person, friend=friend)
    return friend


def unfriend(person: User, name: str) -> None:
    Friend.objects.filter(user=person, friend=found(person, name)).delete()


def block(person: User, name: str) -> User:
    """From now on the two can't sit down together or invite one another. They are nobody's friend, either."""
    other = found(person, name)
    _refuse_a_long_list(person.blocks.count())
    with transaction.atomic():
        Block.objects.get_or_create(user=person, blocked=other)
        Friend.objects.filter(user=person, friend=other).delete()
    return other


def unblock(person: User, name: str) -> None:
    Block.objects.filter(user=person, blocked=found(person, name)).delete()


def _refuse_a_long_list(length: int) -> None:
    if length >= LONGEST_LIST:
        raise ValidationError(_("Your list is full."))


def apart_from(person: int) -> set[int]:
    """The ids of those who don't meet that person, whichever of the two doesn't want to."""
    return set(apart_of([person]).get(person, ()))


def apart_of(persons: Collection[int]) -> dict[int, frozenset[int]]:
    """As `apart_from`, of many at once; whoever meets everybody is left out."""
    found = defaultdict(set)
    pairs = Block.objects.filter(Q(user__in=persons) | Q(blocked__in=persons))
    for user, blocked in pairs.values_list("user_id", "blocked_id"):
        found[user].add(blocked)
        found[blocked].add(user)
    return {person: frozenset(others) for person, others in found.items()}


def may_meet(person: int, others: Collection[int]) -> bool:
    """Whether none of the others has blocked that person or is blocked by them."""
    between = Q(user=person, blocked__in=others) | Q(user__in=others, blocked=person)
    return not others or not Block.objects.filter(between).exists()


def friends_of(person: User) -> list[Known]:
    """Those who are here first, then by name. Who has blocked the person never seems to be here."""
    since, apart = timezone.now() - ONLINE, apart_from(person.pk)
    friends = User.objects.filter(friend_of__user=person, is_active=True)
    known = [Known(each, each.last_seen >= since and each.pk not in apart) for each in friends]
    return sorted(known, key=lambda each: (not each.online, each.person.name_key))


def blocked_by(person: User) -> list[User]:
    return list(User.objects.filter(blocked_by__user=person).order_by("name_key"))
