"""What is due of one person and one address is claimed as one parcel, and settled once it is known what became of it.

A claim is committed before anything is sent. Whoever ends between claim and settlement leaves the rows SENDING; they
are taken up again once WINDOW is over and not before, as the same message under the same id. So it is, too, if the
connection was lost and nobody knows whether the message was taken. Until then nothing of it is sent twice. What is
known to have failed is tried again after BACKOFF, and given up after ATTEMPTS.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_noop

from accounts.models import NotificationPreferences, User
from games.models import Delivery
from games.post.channels import Address, Channel, preferences_of
from games.post.sorting import deadline_of, is_news, last_told, silent, wanted
from games.post.times import still_early, too_late, zone_of
from games.post.truth import judge

Status = Delivery.Status
OPEN = (Status.WAITING, Status.SENDING)
WINDOW = timedelta(hours=1)
BACKOFF = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240, 240, 240)]
ATTEMPTS = len(BACKOFF) + 1
LONGEST_WHY = 200


@dataclass(frozen=True)
class Parcel:
    """Deliveries that go out together as one message; `attempts` counts this one."""

    user: User
    preferences: NotificationPreferences
    address: Address
    message: str
    deliveries: list[Delivery]
    attempts: int


def due(channel: str, now: datetime, limit: int = 100) -> list[tuple[int, Address]]:
    """Who is to be told something by that channel now, and at which of their addresses; the longest due first."""
    rows = Delivery.objects.filter(status__in=OPEN, due_at__lte=now, channel=channel)
    found = rows.order_by("due_at").values_list("notice__user_id", "target")[:limit]
    return [(user, (channel, target)) for user, target in dict.fromkeys(found)]


def claim(user_id: int, address: Address, now: datetime) -> Parcel | None:
    """Take what is due there; None if there is nothing (any more), or nothing that is true."""
    with transaction.atomic():
        # One at a time for each person, in whatever process.
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        preferences = preferences_of(user)
        rows = _together(_due(user_id, address, now), address)
        early = None if _lost(rows) else _early(user, preferences, address, now)
        if early is not None:
            rows = _that_cannot_wait(rows, early)
        rows = [row for row in rows if _stays(row, preferences, now)]
        if not rows:
            return None
        parcel = Parcel(
            user, preferences, address, _message(rows), rows, 1 + max(row.attempts for row in rows)
        )
        _open(rows).update(
            status=Status.SENDING,
            message=parcel.message,
            claimed_at=now,
            # When the same query finds them again, if nobody settles them.
            due_at=now + WINDOW,
            attempts=F("attempts") + 1,
        )
        return parcel


def _due(user_id: int, address: Address, now: datetime) -> list[Delivery]:
    found = Delivery.objects.filter(
        notice__user_id=user_id, channel=address[0], target=address[1], status__in=OPEN, due_at__lte=now
    )
    return list(found.select_related("notice__table", "notice__user").order_by("due_at", "pk"))


def _lost(rows: list[Delivery]) -> bool:
    return bool(rows) and rows[0].status == Status.SENDING


def _together(rows: list[Delivery], address: Address) -> list[Delivery]:
    """What goes into one message: one that was lost again as it was, else all that is due; to a webhook one each."""
    lost = next((row.message for row in rows if row.status == Status.SENDING), None)
    if lost is not None:
        return [row for row in rows if row.status == Status.SENDING and row.message == lost]
    return rows[:1] if address[0] == Channel.HOOK else rows


def _that_cannot_wait(rows: list[Delivery], until: datetime) -> list[Delivery]:
    """Those for which it is too late then; the others wait."""
    late = [row for row in rows if too_late(until, deadline_of(row.notice))]
    _open([row for row in rows if row not in late]).update(due_at=until)
    return late


def _early(
    user: User, preferences: NotificationPreferences, address: Address, now: datetime
) -> datetime | None:
    if address[0] == Channel.HOOK:
        return None
    return still_early(preferences, zone_of(user), now, last_told(user.pk, address))


def _stays(row: Delivery, preferences: NotificationPreferences, now: datetime) -> bool:
    """Whether this is to be sent now. What isn't true or wanted any more is dropped, what isn't yet waits."""
    if row.attempts >= ATTEMPTS:
        # Translated where it is shown.
        return _close(row, Status.FAILED, gettext_noop("no answer"))
    if silent(row.notice) or (row.channel, row.target) not in wanted(row.notice, preferences):
        return _close(row, Status.DROPPED, "not wanted")
    verdict = judge(row.notice, now)
    if not is_news(verdict, preferences, row.notice):
        return _close(row, Status.DROPPED, "seen" if verdict.true else "no longer true")
    if verdict.later is not None:
        _open([row]).update(status=Status.WAITING, due_at=verdict.later)
        return False
    return True


def _close(row: Delivery, status: str, why: str) -> bool:
    _open([row]).update(status=status, why=why)
    return False


def _open(rows: list[Delivery]):  # type: ignore[no-untyped-def]
    return Delivery.objects.filter(pk__in=[row.pk for row in rows], status__in=OPEN)


def _message(rows: list[Delivery]) -> str:
    """The same again for what has all been in one message before."""
    before = {row.message for row in rows}
    return before.pop() if len(before) == 1 and "" not in before else str(uuid4())


def _claimed(parcel: Parcel):  # type: ignore[no-untyped-def]
    rows = [row.pk for row in parcel.deliveries]
    return Delivery.objects.filter(pk__in=rows, message=parcel.message, status=Status.SENDING)


def settle(parcel: Parcel, now: datetime) -> None:
    """It was taken."""
    _claimed(parcel).update(status=Status.SENT, sent_at=now, why="")


def doubt(parcel: Parcel, why: str) -> None:
    """Nobody knows whether it was taken: it stays claimed until the window is over."""
    _claimed(parcel).update(why=why[:LONGEST_WHY])


def fail(parcel: Parcel, why: str, now: datetime, final: bool = False, after: int | None = None) -> bool:
    """It was not taken: again later, not before `after` seconds; or given up, True, if that makes no sense."""
    if final or parcel.attempts >= ATTEMPTS:
        _claimed(parcel).update(status=Status.FAILED, why=why[:LONGEST_WHY])
        return True
    pause = max(BACKOFF[parcel.attempts - 1], min(timedelta(seconds=after or 0), BACKOFF[-1]))
    _claimed(parcel).update(status=Status.WAITING, due_at=now + pause, why=why[:LONGEST_WHY])
    return False


def put_off(user_id: int, address: Address, now: datetime) -> None:
    """A fault of ours keeps this from being claimed: again later."""
    rows = _due(user_id, address, now)
    _open(rows).update(due_at=now + WINDOW)


def drop(parcel: Parcel, why: str) -> None:
    """The address is gone."""
    _claimed(parcel).update(status=Status.DROPPED, why=why[:LONGEST_WHY])
