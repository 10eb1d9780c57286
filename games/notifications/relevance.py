"""The relevance of a notification: it may no longer hold, and its member may have seen it or want none.

It is asked when a notification is fanned out, and once more when a delivery is about to be sent (`may_still_be_sent`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple

from accounts.time_zones import zone_of
from games.models import Delivery, Move, Notification, NotificationPreferences, Seat
from games.notifications.routing import Address, addresses_of, channels_of, preferences_of
from games.notifications.timing import Rhythm, in_time
from games.people import vacation
from games.play.clocks import pauses_of
from games.play.hooks import acts_at
from games.play.notifications import BEGUN, is_out, short_from

Kind = Notification.Kind
# A visible page reports every 30 seconds. A person from whom nothing has come for this long has left.
PRESENT = timedelta(seconds=75)
# The time that a move on a seat's behalf may be late before the seat's person is notified.
ACTS = timedelta(seconds=15)


class Relevance(NamedTuple):
    """The relevance of a notification at one moment.

    `holds`: it is still true. `later`: judge again then, and don't send before. `seen`: the member has been at the
    table since it happened.
    """

    holds: bool
    later: datetime | None = None
    seen: bool = False


NONE = Relevance(False)


class LastCheck(NamedTuple):
    """The answer for a due delivery. `why_not`: the reason to drop it, or "". `later`: check again then, don't send
    before."""

    why_not: str = ""
    later: datetime | None = None


def may_still_be_sent(delivery: Delivery, preferences: NotificationPreferences, now: datetime) -> LastCheck:
    """Return whether a due delivery is still relevant and wanted."""
    notification = delivery.notification
    if is_off(notification) or not _is_wanted(delivery, preferences):
        return LastCheck("not wanted")
    relevance = relevance_of(notification, now)
    if not is_news(relevance, preferences, notification):
        return LastCheck("seen" if relevance.holds else "no longer true")
    return LastCheck(later=relevance.later)


def _is_wanted(delivery: Delivery, preferences: NotificationPreferences) -> bool:
    user = delivery.notification.user_id
    addresses = addresses_of([user]).get(user, ())
    return (delivery.channel, delivery.target) in wanted(delivery.notification, preferences, addresses)


def wanted(
    notification: Notification, preferences: NotificationPreferences, addresses: Sequence[Address]
) -> list[Address]:
    """Return those of the member's addresses at which they want the notification."""
    channels = channels_of(preferences, notification.kind)
    return [address for address in addresses if address[0] in channels]


def is_news(relevance: Relevance, preferences: NotificationPreferences, notification: Notification) -> bool:
    """Return True if it should be sent. Turns that the member has seen are sent in the daily list only."""
    listed = preferences.rhythm == Rhythm.DAILY and notification.kind == Notification.Kind.YOUR_TURN
    return relevance.holds and (listed or not relevance.seen)


def is_off(notification: Notification) -> bool:
    """Return True if the member has turned the table's notifications off."""
    return Seat.objects.filter(
        table_id=notification.table_id, user_id=notification.user_id, notifications_off=True
    ).exists()


def relevance_of(notification: Notification, now: datetime) -> Relevance:
    """Return the present relevance of a notification. `notification.table` must be freshly loaded."""
    seat = Seat.objects.filter(table_id=notification.table_id, user_id=notification.user_id).first()
    if seat is not None:
        # The same, newest instance for everything below.
        seat.table = notification.table
    relevance = RELEVANT_IF[notification.kind](notification, seat, now)
    if not relevance.holds or seat is None or seat.present_at is None:
        return relevance
    if seat.present_at > now - PRESENT:
        return Relevance(True, max(relevance.later or now, seat.present_at + PRESENT))
    presses = notification.kind == Kind.TIME_SHORT and not is_out(notification)
    is_seen = not presses and seat.present_at >= _news_since(notification, now)
    return Relevance(True, relevance.later, is_seen)


def happened(notification: Notification) -> datetime:
    """Return the time at which the notification was created."""
    return datetime.fromisoformat(notification.facts["at"])


def _news_since(notification: Notification, now: datetime) -> datetime:
    """Return the time from which presence counts as having seen it: for a turn, not before the end of a vacation."""
    at = happened(notification)
    if notification.kind != Kind.YOUR_TURN:
        return at
    spans = vacation.pauses([notification.user_id]).get(notification.user_id, ())
    return max([at, *(end for begin, end in spans if begin <= now and end > at)])


def is_awaited(seat: Seat) -> bool:
    """Return True if the seat's own person must act in a running match."""
    return seat.table.is_running and seat.awaits_person


def _your_turn(notification: Notification, seat: Seat | None, now: datetime) -> Relevance:
    """Judge a turn. It holds if the seat must act and has not moved since. It is not sent during a vacation."""
    if seat is None or not is_awaited(seat):
        return NONE
    moved = Move.objects.filter(
        table_id=notification.table_id, seat=seat.index, number__gt=notification.facts.get("number", 0)
    )
    if moved.exists():
        return NONE
    if vacation.current(notification.user_id):
        # A vacation ends at a midnight, perhaps earlier than planned.
        return Relevance(True, datetime.combine(vacation.today() + vacation.DAY, time(), UTC))
    # A conditional move may act for the seat; its person must act only if it is dropped.
    acts = acts_at(seat)
    return Relevance(True, None if acts is None else max(now, acts) + ACTS)


def _time_short(notification: Notification, seat: Seat | None, now: datetime) -> Relevance:
    """Judge a warning. A vacation may have put off its time; quiet hours that outlast the deadline bring it forward."""
    if is_out(notification):
        return Relevance(
            seat is not None and _played_for(seat) and seat.lapses == notification.facts["lapses"]
        )
    turn = _your_turn(notification, seat, now)
    if not turn.holds or seat is None or seat.user_id is None:
        return NONE
    spans = vacation.pauses([seat.user_id]).get(seat.user_id, ())
    short = short_from(seat.table, seat, pauses_of(seat.table, spans))
    if short is None or seat.deadline is None or now >= seat.deadline:
        return NONE
    warns = in_time(preferences_of(notification.user), zone_of(notification.user), short, seat.deadline)
    # Nobody is warned while their time stands still.
    later = max(warns, turn.later or now)
    return Relevance(True, later if later > now else None)


def _played_for(seat: Seat) -> bool:
    """Return True if a bot plays the person's seat in a running match."""
    return seat.table.is_running and seat.played_by_bot


def _over(notification: Notification, seat: Seat | None, now: datetime) -> Relevance:
    return Relevance(seat is not None and notification.table.is_over)


def _reserved(notification: Notification, seat: Seat | None, now: datetime) -> Relevance:
    reserved = Seat.objects.filter(table_id=notification.table_id, reserved_id=notification.user_id)
    return Relevance(notification.table.is_open and reserved.exists())


def _sat_down(notification: Notification, seat: Seat | None, now: datetime) -> Relevance:
    if seat is None:
        return NONE
    if notification.about == BEGUN:
        return Relevance(notification.table.is_running)
    index, who = notification.about.split()
    there = Seat.objects.filter(table_id=notification.table_id, index=index, user_id=who)
    return Relevance(notification.table.is_open and there.exists())


def _abandoned(notification: Notification, seat: Seat | None, now: datetime) -> Relevance:
    """Judge a warning that an abandoned match will be closed. Any action at the table clears it."""
    plays = seat is not None and seat.resigned is None
    return Relevance(plays and notification.table.is_running and notification.table.warned_at is not None)


RELEVANT_IF: dict[str, Callable[[Notification, Seat | None, datetime], Relevance]] = {
    Kind.YOUR_TURN: _your_turn,
    Kind.TIME_SHORT: _time_short,
    Kind.MATCH_OVER: _over,
    Kind.INVITATION: _reserved,
    Kind.REMATCH: _reserved,
    Kind.SAT_DOWN: _sat_down,
    Kind.ABANDONED: _abandoned,
}
