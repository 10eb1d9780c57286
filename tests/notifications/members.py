"""Members with addresses, tables over days, and one round of sending, by hand and at once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, Notification, NotificationPreferences, PushSubscription, Seat, Webhook
from games.notifications import outbox, worker
from games.notifications.fan_out import fan_out_due
from games.notifications.routing import Channel
from games.play import presence
from games.play.snapshot import Snapshot
from tests.helpers import given

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
Clock = time_machine.Traveller
HOUR = 3_600_000
# A day for the first move, the least that a table may give.
DAYS: dict[str, Any] = {"pace": "days", "bank_ms": 12 * HOUR, "increment_ms": 12 * HOUR}


def member(name: str, mail: bool = True, **preferences: Any) -> User:
    """Return the member of that name, with a confirmed address. `preferences` are those of notifications."""
    user = given.person(name)
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


def at_table(count: int = 2, **plan: Any) -> Snapshot:
    """Deal a match over days to Ada, Ben and so on. New members have confirmed addresses."""
    for name in given.NAMES[:count]:
        if User.objects.named(name) is None:
            member(name)
    return given.running(count, **(DAYS | plan))


def whose_turn(snapshot: Snapshot) -> User:
    """Return the person in turn."""
    new_snapshot = given.now(snapshot)
    user = new_snapshot.seats[given.awaited(new_snapshot)].user
    assert user is not None
    return user


def have_turns(*names: str, seats: int) -> None:
    """Deal matches until each of those members has had the turn in one."""
    left = set(names)
    for _ in range(100):
        left.discard(whose_turn(at_table(seats)).username)
        if not left:
            return
    raise AssertionError(f"a hundred matches without a turn of {left}")


def notifications(user: User | None = None, **which: Any) -> list[Notification]:
    rows = Notification.objects.filter(**which)
    return list((rows.filter(user=user) if user else rows).order_by("pk"))


def deliveries(user: User | None = None, **which: Any) -> list[Delivery]:
    rows = Delivery.objects.filter(**which)
    return list((rows.filter(notification__user=user) if user else rows).order_by("pk"))


def subjects() -> list[str]:
    return [message.subject.removeprefix("Unbirthday: ") for message in mail.outbox]


def post() -> None:
    """Run one round: everything that is due is sorted, claimed, sent and settled."""
    now = timezone.now()
    fan_out_due(now)
    for channel in Channel.values:
        for user, address in outbox.due(channel, now):
            while (batch := worker.claim(user, address)) is not None:
                send = worker.prepare(batch)
                if send is not None:
                    worker.attempt(send, batch)


def looks(user: User, snapshot: Snapshot, at: datetime | None = None) -> None:
    """Let the member look at the table, now or at that moment."""
    seat = Seat.objects.get(table=snapshot.table, user=user)
    presence.mark_present([seat.pk], at or timezone.now())


def gone(user: User, snapshot: Snapshot) -> None:
    """Let the member not have looked at the table since long before anything happened."""
    Seat.objects.filter(table=snapshot.table, user=user).update(present_at=timezone.now() - timedelta(days=9))
