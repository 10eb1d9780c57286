"""Members with addresses, day-paced tables, and one round of the post, by hand and at once."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import NotificationPreferences, PushSubscription, User, Webhook
from games import play
from games.models import Delivery, Notice, Seat
from games.play import Position
from games.post import claims, poster
from games.post.channels import Channel
from games.post.sorting import sort
from tests.games import tables

HOUR = 3_600_000
# A day for the first move, which is all that a table may give at least.
DAYS = {"live": False, "bank_ms": 12 * HOUR, "increment_ms": 12 * HOUR}


def member(name: str, mail: bool = True, **preferences: Any) -> User:
    """The member of that name, with a confirmed address; `preferences` are those of notifications."""
    user = tables.person(name)
    if mail and not EmailAddress.objects.filter(user=user).exists():
        address = f"{name.lower()}@example.org"
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    if preferences:
        NotificationPreferences.objects.update_or_create(user=user, defaults=preferences)
    return user


def browser_of(user: User, name: str = "one") -> PushSubscription:
    return PushSubscription.objects.create(
        user=user, endpoint=f"https://push.example.org/{name}", endpoint_hash=name, p256dh="", auth=""
    )


def hook_of(user: User) -> Webhook:
    return Webhook.objects.create(user=user, url="https://hooks.example.org/", secret="s")


def at_table(count: int = 2, **plan: Any) -> Position:
    """A day-paced match just dealt to Ada, Ben and so on; who is new has a confirmed address."""
    for name in tables.NAMES[:count]:
        if User.objects.named(name) is None:
            member(name)
    return tables.running(count, **(DAYS | plan))


def whose_turn(position: Position) -> User:
    """The person who is to move."""
    here = tables.now(position)
    user = here.seats[tables.awaited(here)].user
    assert user is not None
    return user


def notices(user: User | None = None, **which: Any) -> list[Notice]:
    found = Notice.objects.filter(**which)
    return list((found.filter(user=user) if user else found).order_by("pk"))


def deliveries(user: User | None = None, **which: Any) -> list[Delivery]:
    found = Delivery.objects.filter(**which)
    return list((found.filter(notice__user=user) if user else found).order_by("pk"))


def post() -> None:
    """One round: everything that is due is sorted, claimed, sent and settled."""
    now = timezone.now()
    sort(now)
    for channel in Channel.values:
        for user, address in claims.due(channel, now):
            while (parcel := poster.claimed(user, address)) is not None:
                send = poster.prepare(parcel)
                if send is not None:
                    poster.attempt(send, parcel)


def looks(user: User, position: Position, at: datetime | None = None) -> None:
    """That member has the table before their eyes, now or at that moment."""
    seat = Seat.objects.get(table=position.table, user=user)
    play.look([seat.pk], at or timezone.now())


def gone(user: User, position: Position) -> None:
    """That member hasn't looked at the table since long before anything happened."""
    Seat.objects.filter(table=position.table, user=user).update(looked_at=timezone.now() - timedelta(days=9))
