"""The outbox. Due deliveries of one person at one address are claimed as a batch, sent, and marked with the result.

A claim checks each delivery once more, and drops those that are no longer true or wanted. It is committed before
anything is sent. If the process dies before the result is stored, or if the connection is lost and the result is
unknown, the rows stay SENDING. They are sent again after WINDOW, as the same message with the same id, and never
earlier. Known failures are retried after BACKOFF and given up after ATTEMPTS.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from django.db import transaction
from django.db.models import F, Min, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.time_zones import zone_of
from games.models import Delivery, NotificationPreferences
from games.notifications.fan_out import deadline_of, last_sent
from games.notifications.relevance import may_still_be_sent
from games.notifications.routing import Address, Channel, preferences_of
from games.notifications.timing import still_early, too_late

Status = Delivery.Status
OPEN = (Status.WAITING, Status.SENDING)
WINDOW = timedelta(hours=1)
BACKOFF = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240, 240, 240)]
ATTEMPTS = len(BACKOFF) + 1
LONGEST_WHY = 200


@dataclass(frozen=True)
class Batch:
    """Deliveries that go out together as one message; `attempts` counts this one."""

    user: User
    preferences: NotificationPreferences
    address: Address
    message_id: str
    deliveries: list[Delivery]
    attempts: int


def due(channel: str, now: datetime, limit: int = 100) -> list[tuple[int, Address]]:
    """Return the people and addresses with due deliveries of a channel, the longest due first.

    Each address is there once, and everybody's first one comes before anybody's second. So nobody with many deliveries
    or addresses holds up the others.
    """
    rows = Delivery.objects.filter(status__in=OPEN, due_at__lte=now, channel=channel)
    addresses = rows.values_list("notification__user_id", "target").annotate(first=Min("due_at"))
    turn = Window(RowNumber(), partition_by="notification__user_id", order_by="first")
    return [(user, (channel, target)) for user, target, _first in addresses.order_by(turn, "first")[:limit]]


def claim(user_id: int, address: Address, now: datetime) -> Batch | None:
    """Claim the due deliveries of an address; None if there are none, or none that are still relevant."""
    with transaction.atomic():
        # One claim at a time for each person, over all processes.
        user = User.objects.select_for_update(no_key=True).filter(pk=user_id).first()
        if user is None:
            # The account was deleted after `due` had found its deliveries.
            return None
        preferences = preferences_of(user)
        rows = _together(_due(user_id, address, now), address)
        early = None if _lost(rows) else _early(user, preferences, address, now)
        if early is not None:
            rows = _that_cannot_wait(rows, early)
        rows = [row for row in rows if _is_sent_now(row, preferences, now)]
        if not rows:
            return None
        batch = Batch(
            user=user,
            preferences=preferences,
            address=address,
            message_id=_message_id(rows),
            deliveries=rows,
            attempts=1 + max(row.attempts for row in rows),
        )
        _open(rows).update(
            status=Status.SENDING,
            message_id=batch.message_id,
            claimed_at=now,
            # The same query finds them again then, unless they are marked before.
            due_at=now + WINDOW,
            attempts=F("attempts") + 1,
        )
        return batch


def _due(user_id: int, address: Address, now: datetime) -> list[Delivery]:
    rows = Delivery.objects.filter(
        notification__user_id=user_id, channel=address[0], target=address[1], status__in=OPEN, due_at__lte=now
    )
    return list(rows.select_related("notification__table", "notification__user").order_by("due_at", "pk"))


def _lost(rows: list[Delivery]) -> bool:
    return bool(rows) and rows[0].status == Status.SENDING


def _together(rows: list[Delivery], address: Address) -> list[Delivery]:
    """Return the deliveries of the next message: those of a lost message again, else all; one for a webhook."""
    lost = next((row.message_id for row in rows if row.status == Status.SENDING), None)
    if lost is not None:
        return [row for row in rows if row.status == Status.SENDING and row.message_id == lost]
    return rows[:1] if address[0] == Channel.HOOK else rows


def _that_cannot_wait(rows: list[Delivery], until: datetime) -> list[Delivery]:
    """Return the deliveries for which `until` is too late; postpone the others."""
    late = [row for row in rows if too_late(until, deadline_of(row.notification))]
    _open([row for row in rows if row not in late]).update(due_at=until)
    return late


def _early(
    user: User, preferences: NotificationPreferences, address: Address, now: datetime
) -> datetime | None:
    if address[0] == Channel.HOOK:
        return None
    return still_early(preferences, zone_of(user), now, last_sent(user.pk, address))


def _is_sent_now(row: Delivery, preferences: NotificationPreferences, now: datetime) -> bool:
    """Return True if the delivery is to be sent now. Close it or put it off otherwise."""
    if row.attempts >= ATTEMPTS:
        # Translated where it is shown.
        return _close(row, Status.FAILED, gettext_noop("no answer"))
    check = may_still_be_sent(row, preferences, now)
    if check.why_not:
        return _close(row, Status.DROPPED, check.why_not)
    if check.later is not None:
        _open([row]).update(status=Status.WAITING, due_at=check.later)
        return False
    return True


def _close(row: Delivery, status: str, why: str) -> bool:
    _open([row]).update(status=status, why=why)
    return False


def _open(rows: list[Delivery]) -> QuerySet[Delivery]:
    return Delivery.objects.filter(pk__in=[row.pk for row in rows], status__in=OPEN)


def _message_id(rows: list[Delivery]) -> str:
    """Return the old id if all rows were in one message before, else a new one."""
    before = {row.message_id for row in rows}
    return before.pop() if len(before) == 1 and "" not in before else str(uuid4())


def _claimed(batch: Batch) -> QuerySet[Delivery]:
    rows = [row.pk for row in batch.deliveries]
    return Delivery.objects.filter(pk__in=rows, message_id=batch.message_id, status=Status.SENDING)


def mark_sent(batch: Batch, now: datetime) -> None:
    """Mark a batch that the receiver has accepted."""
    _claimed(batch).update(status=Status.SENT, sent_at=now, why="")


def mark_doubtful(batch: Batch, why: str) -> None:
    """Mark a batch with an unknown result. It stays claimed until the window is over."""
    _claimed(batch).update(why=why[:LONGEST_WHY])


def mark_failed(
    batch: Batch, why: str, now: datetime, permanent: bool = False, retry_after: int | None = None
) -> bool:
    """Retry a failed batch later, not before `retry_after` seconds. Return True if it is given up instead."""
    if permanent or batch.attempts >= ATTEMPTS:
        _claimed(batch).update(status=Status.FAILED, why=why[:LONGEST_WHY])
        return True
    pause = max(BACKOFF[batch.attempts - 1], min(timedelta(seconds=retry_after or 0), BACKOFF[-1]))
    _claimed(batch).update(status=Status.WAITING, due_at=now + pause, why=why[:LONGEST_WHY])
    return False


def put_off(user_id: int, address: Address, now: datetime) -> None:
    """Postpone deliveries that an error of ours keeps from being claimed."""
    rows = _due(user_id, address, now)
    _open(rows).update(due_at=now + WINDOW)


def mark_dropped(batch: Batch, why: str) -> None:
    """Drop a batch whose address is gone."""
    _claimed(batch).update(status=Status.DROPPED, why=why[:LONGEST_WHY])
