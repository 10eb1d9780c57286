"""Template tags for a reader's lists of people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template

from accounts.models import User
from games.models import Block, Friend, Seat
from games.people import lists

register = template.Library()


@register.simple_tag
def friends_of(user: Any) -> list[lists.ListedPerson]:
    return lists.friends_of(user) if isinstance(user, User) and not user.is_guest else []


@register.simple_tag
def addable_friends(user: User, seats: Iterable[Seat]) -> list[tuple[User, Seat]]:
    """Return the people whom the reader may put on their list of friends, with their seats. Guests have none."""
    others = {seat.user_id: seat for seat in seats if seat.user_id not in (None, user.pk)}
    if not others or user.is_guest:
        return []
    return [(person, others[person.pk]) for person in lists.addable(user, others.keys())]


@register.simple_tag
def is_friend(user: User, other: User) -> bool:
    return Friend.objects.filter(user=user, friend=other).exists()


@register.simple_tag
def is_blocked(user: User, other: User) -> bool:
    """Return True if the reader has blocked that person. The reverse is not revealed."""
    return Block.objects.filter(user=user, blocked=other).exists()
