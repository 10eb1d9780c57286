"""Notices that are due become deliveries: one for each address of each way by which the member wants to hear of
them, due when the member's rhythm and quiet hours allow. Several stewards may sort at once."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.models import NotificationPreferences, User
from games.models import Delivery, Notice, Seat, Table
from games.play.notices import is_out
from games.post.channels import Address, Channel, addresses_of, channels_of, preferences_of
from games.post.times import Rhythm, after_quiet, earliest, too_late, zone_of
from games.post.truth import Verdict, judge

log = structlog.get_logger("unbirthday.post")
BATCH = 200
# How long a notice waits that can't be judged.
PUT_OFF = timedelta(hours=1)
# Notices of matches that ended so long ago are forgotten.
KEPT = timedelta(days=60)


def sort(now: datetime, limit: int = BATCH) -> int:
    """Sort what is due; how many notices were looked at."""
    due = Notice.objects.filter(sorted_at=None, due_at__lte=now).select_related("user", "table")
    notices = list(due.order_by("due_at")[:limit])
    untold = []
    for notice in notices:
        try:
            if not _sort(notice, now):
                untold.append(notice.pk)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            # A fault of ours; one notice must not hold up the others.
            log.exception("sort_failed", notice=notice.pk)
            Notice.objects.filter(pk=notice.pk).update(due_at=now + PUT_OFF)
    if untold:
        # Together: of most notices nothing comes, and SQLite has one writer for all.
        Notice.objects.filter(pk__in=untold, sorted_at=None).update(sorted_at=now)
    return len(notices)


def _sort(notice: Notice, now: datetime) -> bool:
    """Put it off or make its deliveries; False if nothing is to come of it."""
    preferences = preferences_of(notice.user)
    addresses = [] if silent(notice) else wanted(notice, preferences)
    if not addresses and not _is_looked_at_ahead(notice):
        return False
    verdict = judge(notice, now)
    unsorted = Notice.objects.filter(pk=notice.pk, sorted_at=None)
    if verdict.true and verdict.later is not None:
        unsorted.update(due_at=verdict.later)
        return True
    if not addresses or not is_news(verdict, preferences, notice):
        return False
    with transaction.atomic():
        if unsorted.update(sorted_at=now):
            rows = [_delivery(notice, preferences, address, now) for address in addresses]
            Delivery.objects.bulk_create(rows, ignore_conflicts=True)
    return True


def _is_looked_at_ahead(notice: Notice) -> bool:
    """Whether it may be due before it is to be told: what its member wants by then is not known yet. Guests want none."""
    return notice.kind == Notice.Kind.TIME_SHORT and not is_out(notice) and not notice.user.is_guest


def wanted(notice: Notice, preferences: NotificationPreferences) -> list[Address]:
    """The addresses at which the member wants to hear of it."""
    channels = channels_of(preferences, notice.kind)
    if not channels:
        return []
    return [address for address in addresses_of(notice.user) if address[0] in channels]


def is_news(verdict: Verdict, preferences: NotificationPreferences, notice: Notice) -> bool:
    """Whether to tell it. What the member has seen is no news, except to the daily list of what waits."""
    listed = preferences.rhythm == Rhythm.DAILY and notice.kind == Notice.Kind.YOUR_TURN
    return verdict.true and (listed or not verdict.seen)


def silent(notice: Notice) -> bool:
    """Whether the member wants to hear nothing of this table."""
    return Seat.objects.filter(table_id=notice.table_id, user_id=notice.user_id, silent=True).exists()


def _delivery(
    notice: Notice, preferences: NotificationPreferences, address: Address, now: datetime
) -> Delivery:
    channel, target = address
    return Delivery(
        notice=notice,
        channel=channel,
        target=target,
        due_at=planned(notice.user, preferences, address, now, deadline_of(notice)),
    )


def planned(
    user: User,
    preferences: NotificationPreferences,
    address: Address,
    now: datetime,
    deadline: datetime | None = None,
) -> datetime:
    """When to tell at that address. A webhook is no person: it is told at once. What would come
    too late for `deadline` doesn't wait for the next round of the day, nor for the end of quiet hours."""
    if address[0] == Channel.HOOK:
        return now
    zone = zone_of(user)
    at = earliest(preferences, zone, now, last_told(user.pk, address))
    if too_late(at, deadline):
        at = after_quiet(preferences, zone, now)
    return now if too_late(at, deadline) else at


def last_told(user_id: int, address: Address) -> datetime | None:
    """When the member was last sent something there."""
    sent = Delivery.objects.filter(notice__user_id=user_id, channel=address[0], target=address[1])
    sent = sent.filter(status__in=[Delivery.Status.SENT, Delivery.Status.SENDING])
    last: datetime | None = sent.aggregate(last=Max("claimed_at"))["last"]
    return last


def deadline_of(notice: Notice) -> datetime | None:
    """When a turn's time is over; None for what has no such hour."""
    if notice.kind != Notice.Kind.TIME_SHORT or is_out(notice):
        return None
    seat = Seat.objects.filter(table_id=notice.table_id, user_id=notice.user_id).first()
    return None if seat is None else seat.deadline


def replan(user: User) -> None:
    """The member's preferences have changed: what waits, and hasn't failed, is due by the new ones."""
    now, preferences = timezone.now(), preferences_of(user)
    # When to warn of short time follows from the quiet hours, too.
    Notice.objects.filter(user=user, kind=Notice.Kind.TIME_SHORT, sorted_at=None).update(due_at=now)
    rows = Delivery.objects.filter(notice__user=user, status=Delivery.Status.WAITING, attempts=0)
    for delivery in rows.select_related("notice"):
        address = (delivery.channel, delivery.target)
        at = planned(user, preferences, address, now, deadline_of(delivery.notice))
        rows.filter(pk=delivery.pk).update(due_at=at)


def forget(now: datetime) -> int:
    """Delete the notices, and with them the deliveries, of tables that ended long ago; how many."""
    over = Table.objects.filter(status__in=[Table.Status.OVER, Table.Status.CLOSED], ended_at__lt=now - KEPT)
    old = Notice.objects.filter(table__in=over, sorted_at__isnull=False, due_at__lt=now - KEPT)
    removed: int = old.delete()[1].get(Notice._meta.label, 0)
    return removed
