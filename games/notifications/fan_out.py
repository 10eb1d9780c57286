"""Notices that are due become deliveries: one for each address of each way by which the member wants to hear of
them, due when the member's rhythm and quiet hours allow. Several workers may do it at once."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, Notification, NotificationPreferences, Seat, Table
from games.notifications.relevance import Relevance, relevance_of
from games.notifications.routing import Address, Channel, addresses_of, channels_of, preferences_of
from games.notifications.timing import Rhythm, after_quiet, earliest, too_late, zone_of
from games.tables.notifications import is_out

log = structlog.get_logger("unbirthday.notifications")
BATCH = 200
# How long a notification waits of which a fault of ours keeps us from saying whether it is relevant.
PUT_OFF = timedelta(hours=1)
# Notices of matches that ended so long ago are forgotten.
FORGET_AFTER = timedelta(days=60)


def fan_out_due(now: datetime, limit: int = BATCH) -> int:
    """Fan out what is due; how many notifications there were."""
    due = Notification.objects.filter(fanned_out_at=None, due_at__lte=now).select_related("user", "table")
    notifications = list(due.order_by("due_at")[:limit])
    irrelevant = []
    for notification in notifications:
        try:
            if not _fan_out(notification, now):
                irrelevant.append(notification.pk)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            # A fault of ours; one notification must not hold up the others.
            log.exception("fan_out_failed", notification=notification.pk)
            Notification.objects.filter(pk=notification.pk).update(due_at=now + PUT_OFF)
    if irrelevant:
        # Together: of most notifications nothing comes, and SQLite has one writer for all.
        Notification.objects.filter(pk__in=irrelevant, fanned_out_at=None).update(fanned_out_at=now)
    return len(notifications)


def _fan_out(notification: Notification, now: datetime) -> bool:
    """Put it off or make its deliveries; False if nothing is to come of it."""
    preferences = preferences_of(notification.user)
    addresses = [] if is_off(notification) else wanted(notification, preferences)
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
            rows = [_delivery(notification, preferences, address, now) for address in addresses]
            Delivery.objects.bulk_create(rows, ignore_conflicts=True)
    return True


def _is_due_early(notification: Notification) -> bool:
    """Whether it may be due before it is to be told: what its member wants by then is not known yet. Guests want none."""
    return (
        notification.kind == Notification.Kind.TIME_SHORT
        and not is_out(notification)
        and not notification.user.is_guest
    )


def wanted(notification: Notification, preferences: NotificationPreferences) -> list[Address]:
    """The addresses at which the member wants to hear of it."""
    channels = channels_of(preferences, notification.kind)
    if not channels:
        return []
    return [address for address in addresses_of(notification.user) if address[0] in channels]


def is_news(relevance: Relevance, preferences: NotificationPreferences, notification: Notification) -> bool:
    """Whether to tell it. What the member has seen is no news, except to the daily list of what waits."""
    listed = preferences.rhythm == Rhythm.DAILY and notification.kind == Notification.Kind.YOUR_TURN
    return relevance.holds and (listed or not relevance.seen)


def is_off(notification: Notification) -> bool:
    """Whether the member has turned this table's notifications off."""
    return Seat.objects.filter(
        table_id=notification.table_id, user_id=notification.user_id, notifications_off=True
    ).exists()


def _delivery(
    notification: Notification, preferences: NotificationPreferences, address: Address, now: datetime
) -> Delivery:
    channel, target = address
    return Delivery(
        notification=notification,
        channel=channel,
        target=target,
        due_at=planned(notification.user, preferences, address, now, deadline_of(notification)),
    )


def planned(
    user: User,
    preferences: NotificationPreferences,
    address: Address,
    now: datetime,
    deadline: datetime | None = None,
) -> datetime:
    """When to send to that address. A webhook is no person: it is sent to at once. What would come
    too late for `deadline` doesn't wait for the next round of the day, nor for the end of quiet hours."""
    if address[0] == Channel.HOOK:
        return now
    zone = zone_of(user)
    at = earliest(preferences, zone, now, last_sent(user.pk, address))
    if too_late(at, deadline):
        at = after_quiet(preferences, zone, now)
    return now if too_late(at, deadline) else at


def last_sent(user_id: int, address: Address) -> datetime | None:
    """When the member was last sent something there."""
    sent = Delivery.objects.filter(notification__user_id=user_id, channel=address[0], target=address[1])
    sent = sent.filter(status__in=[Delivery.Status.SENT, Delivery.Status.SENDING])
    last: datetime | None = sent.aggregate(last=Max("claimed_at"))["last"]
    return last


def deadline_of(notification: Notification) -> datetime | None:
    """When a turn's time is over; None for what has no such hour."""
    if notification.kind != Notification.Kind.TIME_SHORT or is_out(notification):
        return None
    seat = Seat.objects.filter(table_id=notification.table_id, user_id=notification.user_id).first()
    return None if seat is None else seat.deadline


def replan(user: User) -> None:
    """The member's preferences have changed: what waits, and hasn't failed, is due by the new ones."""
    now, preferences = timezone.now(), preferences_of(user)
    # When to warn of short time follows from the quiet hours, too.
    Notification.objects.filter(user=user, kind=Notification.Kind.TIME_SHORT, fanned_out_at=None).update(
        due_at=now
    )
    rows = Delivery.objects.filter(notification__user=user, status=Delivery.Status.WAITING, attempts=0)
    for delivery in rows.select_related("notification"):
        address = (delivery.channel, delivery.target)
        at = planned(user, preferences, address, now, deadline_of(delivery.notification))
        rows.filter(pk=delivery.pk).update(due_at=at)


def forget(now: datetime) -> int:
    """Delete the notifications, and with them the deliveries, of tables that ended long ago; how many."""
    over = Table.objects.filter(
        status__in=[Table.Status.OVER, Table.Status.CLOSED], ended_at__lt=now - FORGET_AFTER
    )
    old = Notification.objects.filter(
        table__in=over, fanned_out_at__isnull=False, due_at__lt=now - FORGET_AFTER
    )
    removed: int = old.delete()[1].get(Notification._meta.label, 0)
    return removed
