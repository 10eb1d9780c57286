"""Fan due notifications out into deliveries: one for each address of each channel that the member wants.

A delivery is due when the member's rhythm and quiet hours allow. Several workers may run at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from accounts.time_zones import zone_of
from games.models import Delivery, Notification, NotificationPreferences, Seat, Table
from games.notifications.relevance import is_news, is_off, relevance_of, wanted
from games.notifications.routing import Address, Channel, addresses_of, preferences_of
from games.notifications.timing import after_quiet, earliest, too_late
from games.play.notifications import is_out

log = structlog.get_logger("unbirthday.notifications")
BATCH = 200
# The delay of a notification if an error of ours prevents judging its relevance.
PUT_OFF = timedelta(hours=1)
# Notifications of matches that ended this long ago are deleted.
FORGET_AFTER = timedelta(days=60)


def fan_out_due(now: datetime) -> int:
    """Fan out due notifications. Return their number."""
    due = Notification.objects.filter(fanned_out_at=None, due_at__lte=now).select_related("user", "table")
    notifications = list(due.order_by("due_at")[:BATCH])
    # Most people at live tables have none.
    addresses = addresses_of({notification.user_id for notification in notifications})
    irrelevant = []
    for notification in notifications:
        try:
            if not _fan_out(notification, now, addresses.get(notification.user_id, ())):
                irrelevant.append(notification.pk)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            # An error of ours. One notification must not hold up the others.
            log.exception("fan_out_failed", notification=notification.pk)
            Notification.objects.filter(pk=notification.pk).update(due_at=now + PUT_OFF)
    if irrelevant:
        # In one query: most notifications are irrelevant, and SQLite has a single writer.
        Notification.objects.filter(pk__in=irrelevant, fanned_out_at=None).update(fanned_out_at=now)
    return len(notifications)


def _fan_out(notification: Notification, now: datetime, addresses: Sequence[Address]) -> bool:
    """Put a notification off or create its deliveries. Return False if it needs none."""
    if not addresses and not _is_due_early(notification):
        return False
    preferences = preferences_of(notification.user)
    addresses = [] if is_off(notification) else wanted(notification, preferences, addresses)
    if not addresses and not _is_due_early(notification):
        return False
    relevance = relevance_of(notification, now)
    waiting = Notification.objects.filter(pk=notification.pk, fanned_out_at=None)
    if relevance.holds and relevance.later is not None:
        waiting.update(due_at=relevance.later)
        return True
    if not addresses or not is_news(relevance, preferences, notification):
        return False
    with transaction.atomic():
        if waiting.update(fanned_out_at=now):
            _create_deliveries(notification, preferences, addresses, now)
    return True


def _is_due_early(notification: Notification) -> bool:
    """Return True if the notification may be due before it is to be sent.

    The member's preferences may change until then. Guests get no such notification.
    """
    return (
        notification.kind == Notification.Kind.TIME_SHORT
        and not is_out(notification)
        and not notification.user.is_guest
    )


def _create_deliveries(
    notification: Notification,
    preferences: NotificationPreferences,
    addresses: Sequence[Address],
    now: datetime,
) -> None:
    user, deadline = notification.user, deadline_of(notification)
    rows = []
    for channel, target in addresses:
        at = planned(user, preferences, address=(channel, target), now=now, deadline=deadline)
        rows.append(Delivery(notification=notification, channel=channel, target=target, due_at=at))
    Delivery.objects.bulk_create(rows, ignore_conflicts=True)


def planned(
    user: User,
    preferences: NotificationPreferences,
    address: Address,
    now: datetime,
    deadline: datetime | None,
) -> datetime:
    """Return the time to send to an address. Webhooks get everything at once.

    A message that would come too late for `deadline` waits neither for the daily hour nor for the end of quiet hours.
    """
    if address[0] == Channel.HOOK:
        return now
    zone = zone_of(user)
    at = earliest(preferences, zone, now, last_sent(user.pk, address))
    if too_late(at, deadline):
        at = after_quiet(preferences, zone, now)
    return now if too_late(at, deadline) else at


def last_sent(user_id: int, address: Address) -> datetime | None:
    """Return the time at which something was last sent to the member at that address."""
    sent = Delivery.objects.filter(notification__user_id=user_id, channel=address[0], target=address[1])
    sent = sent.filter(status__in=[Delivery.Status.SENT, Delivery.Status.SENDING])
    last: datetime | None = sent.aggregate(last=Max("claimed_at"))["last"]
    return last


def deadline_of(notification: Notification) -> datetime | None:
    """Return the deadline of the turn that the notification warns of, None for other notifications."""
    if notification.kind != Notification.Kind.TIME_SHORT or is_out(notification):
        return None
    seat = Seat.objects.filter(table_id=notification.table_id, user_id=notification.user_id).first()
    return None if seat is None else seat.deadline


def replan(user: User) -> None:
    """Plan the member's waiting deliveries anew after a change of preferences. Failed ones keep their time."""
    now, preferences = timezone.now(), preferences_of(user)
    # The time of a warning depends on quiet hours as well.
    Notification.objects.filter(user=user, kind=Notification.Kind.TIME_SHORT, fanned_out_at=None).update(
        due_at=now
    )
    rows = Delivery.objects.filter(notification__user=user, status=Delivery.Status.WAITING, attempts=0)
    for delivery in rows.select_related("notification"):
        address = (delivery.channel, delivery.target)
        at = planned(user, preferences, address=address, now=now, deadline=deadline_of(delivery.notification))
        rows.filter(pk=delivery.pk).update(due_at=at)


def forget(now: datetime) -> int:
    """Delete notifications of tables that ended long ago, with their deliveries. Return their number."""
    over = Table.objects.filter(
        status__in=[Table.Status.OVER, Table.Status.CLOSED], ended_at__lt=now - FORGET_AFTER
    )
    old = Notification.objects.filter(
        table__in=over, fanned_out_at__isnull=False, due_at__lt=now - FORGET_AFTER
    )
    removed: int = old.delete()[1].get(Notification._meta.label, 0)
    return removed
