"""Whether a notification is still relevant: what the rows say of it now, and whether its member has seen it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple

from games.models import Move, Notification, Seat
from games.notifications.routing import preferences_of
from games.notifications.timing import in_time, zone_of
from games.people import vacation
from games.tables.clocks import Pauses
from games.tables.hooks import acts_at
from games.tables.notifications import BEGUN, is_out, short_from

Kind = Notification.Kind
# A page that is open and shown says so every 30 seconds; whoever hasn't been heard of for so long has gone.
PRESENT = timedelta(seconds=75)
# How long after its time something that acts for a seat is waited for.
ACTS = timedelta(seconds=15)


class Relevance(NamedTuple):
    """`holds`: it is still so. `later`: to be asked again then, not sent before. `seen`: the member has been at the table
    since it happened."""

    holds: bool
    later: datetime | None = None
    seen: bool = False


NONE = Relevance(False)


def relevance_of(notification: Notification, now: datetime) -> Relevance:
    """What the rows say of a notification now. `notification.table` is as it is stored now."""
    seat = Seat.objects.filter(table_id=notification.table_id, user_id=notification.user_id).first()
    if seat is not None:
        # One table for all that is asked below, and the newest.
        seat.table = notification.table
    found = RELEVANT_IF[notification.kind](notification, seat, now)
    if not found.holds or seat is None or seat.present_at is None:
        return found
    if seat.present_at > now - PRESENT:
        return Relevance(True, max(found.later or now, seat.present_at + PRESENT))
    presses = notification.kind == Kind.TIME_SHORT and not is_out(notification)
    seen = not presses and seat.present_at >= _news_since(notification, now)
    return Relevance(True, found.later, seen)


def happened(notification: Notification) -> datetime:
    """When it was raised."""
    return datetime.fromisoformat(notification.facts["at"])


def _news_since(notification: Notification, now: datetime) -> datetime:
    """Being there from when on counts as having seen it: a turn that a vacation holds back is news once that is over."""
    at = happened(notification)
    if notification.kind != Kind.YOUR_TURN:
        return at
    spans = vacation.pauses([notification.user_id]).get(notification.user_id, ())
    return max([at, *(end for begin, end in spans if begin <= now and end > at)])


def is_awaited(seat: Seat) -> bool:
    """Whether the seat's own person must decide something in a match that runs."""
    return seat.table.is_running and seat.is_awaited and not seat.played_by_bot


def _your_turn(notification: Notification, seat: Seat | None, now: datetime) -> Relevance:
    """The same turn as long as the seat is awaited and nothing has been moved there since. It is told when the member
    is not on vacation."""
    if seat is None or not is_awaited(seat):
        return NONE
    moved = Move.objects.filter(
        table_id=notification.table_id, seat=seat.index, number__gt=notification.facts.get("number", 0)
    )
    if moved.exists():
        return NONE
    if vacation.until([notification.user_id]):
        # It ends at a midnight, and early perhaps: each of them is asked.
        return Relevance(True, datetime.combine(vacation.today() + vacation.DAY, time(), UTC))
    # What acts for the seat goes first, such as a conditional move; its person has to only if that is dropped.
    acts = acts_at(seat)
    return Relevance(True, None if acts is None else max(now, acts) + ACTS)


def _time_short(notification: Notification, seat: Seat | None, now: datetime) -> Relevance:
    """A vacation may have begun or ended since, and with it moved the hour from which time is short. Quiet hours that
    outlast the time bring the warning forward."""
    if is_out(notification):
        return Relevance(
            seat is not None and _played_for(seat) and seat.lapses == notification.facts["lapses"]
        )
    if not _your_turn(notification, seat, now).holds or seat is None or seat.user_id is None:
        return NONE
    spans = vacation.pauses([seat.user_id]).get(seat.user_id, ())
    short = short_from(seat.table, seat, Pauses(seat.table.weekends_off, tuple(spans)))
    if short is None or seat.deadline is None or now >= seat.deadline:
        return NONE
    warns = in_time(preferences_of(notification.user), zone_of(notification.user), short, seat.deadline)
    return Relevance(True, warns if warns > now else None)


def _played_for(seat: Seat) -> bool:
    """Whether a bot plays the person's seat in a match that runs."""
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
    """Whoever does something at the table takes the warning back."""
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
