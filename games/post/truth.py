"""Whether a notice is still true, and whether its member has the table before their eyes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple

from accounts import vacation
from games.models import Move, Notice, Seat
from games.play import ordered
from games.play.clock import Pauses
from games.play.notices import BEGUN, is_out, short_from
from games.post.channels import preferences_of
from games.post.times import in_time, zone_of

Kind = Notice.Kind
# A page that is open and shown says so every 30 seconds; whoever hasn't been heard of for so long has gone.
LOOKING = timedelta(seconds=75)
# How long after its time a standing order is waited for.
AN_ORDER = timedelta(seconds=15)


class Verdict(NamedTuple):
    """`later`: to be asked again then, not told before. `seen`: the member has looked since it happened."""

    true: bool
    later: datetime | None = None
    seen: bool = False


FALSE = Verdict(False)


def judge(notice: Notice, now: datetime) -> Verdict:
    """What the rows say of a notice now. `notice.table` is as it is stored now."""
    seat = Seat.objects.filter(table_id=notice.table_id, user_id=notice.user_id).first()
    if seat is not None:
        # One table for all that is asked below, and the newest.
        seat.table = notice.table
    holds = TRUE_IF[notice.kind](notice, seat, now)
    if not holds.true:
        return holds
    if seat is None or seat.looked_at is None:
        return holds
    if seat.looked_at > now - LOOKING:
        return Verdict(True, max(holds.later or now, seat.looked_at + LOOKING))
    presses = notice.kind == Kind.TIME_SHORT and not is_out(notice)
    seen = not presses and seat.looked_at >= _news_since(notice, now)
    return Verdict(True, holds.later, seen)


def happened(notice: Notice) -> datetime:
    """When it was raised."""
    return datetime.fromisoformat(notice.facts["at"])


def _news_since(notice: Notice, now: datetime) -> datetime:
    """From when on a look has seen it: a turn that a vacation holds back is news once that is over."""
    at = happened(notice)
    if notice.kind != Kind.YOUR_TURN:
        return at
    spans = vacation.pauses([notice.user_id]).get(notice.user_id, ())
    return max([at, *(end for begin, end in spans if begin <= now and end > at)])


def is_awaited(seat: Seat) -> bool:
    """Whether the seat's own person must decide something in a match that runs."""
    return seat.table.is_running and seat.is_awaited and not seat.played_by_bot


def _your_turn(notice: Notice, seat: Seat | None, now: datetime) -> Verdict:
    """The same turn as long as the seat is awaited and nothing has been moved there since. It is told when the member
    is not on vacation."""
    if seat is None or not is_awaited(seat):
        return FALSE
    moved = Move.objects.filter(
        table_id=notice.table_id, seat=seat.index, number__gt=notice.facts.get("number", 0)
    )
    if moved.exists():
        return FALSE
    if vacation.until([notice.user_id]):
        # It ends at a midnight, and early perhaps: each of them is asked.
        return Verdict(True, datetime.combine(vacation.today() + vacation.DAY, time(), UTC))
    # A standing order moves first; only if it is dropped its person has to.
    ordered_ahead = ordered.active(notice.table_id, seat.index) is not None
    return Verdict(True, max(now, ordered.acts_at(seat)) + AN_ORDER if ordered_ahead else None)


def _time_short(notice: Notice, seat: Seat | None, now: datetime) -> Verdict:
    """A vacation may have begun or ended since, and with it moved the hour from which time is short. Quiet hours that
    outlast the time bring the warning forward."""
    if is_out(notice):
        return Verdict(seat is not None and _played_for(seat) and seat.lapses == notice.facts["lapses"])
    if not _your_turn(notice, seat, now).true or seat is None or seat.user_id is None:
        return FALSE
    spans = vacation.pauses([seat.user_id]).get(seat.user_id, ())
    short = short_from(seat.table, seat, Pauses(seat.table.weekends_off, tuple(spans)))
    if short is None or seat.deadline is None or now >= seat.deadline:
        return FALSE
    warns = in_time(preferences_of(notice.user), zone_of(notice.user), short, seat.deadline)
    return Verdict(True, warns if warns > now else None)


def _played_for(seat: Seat) -> bool:
    """Whether a bot plays the person's seat in a match that runs."""
    return seat.table.is_running and seat.played_by_bot


def _over(notice: Notice, seat: Seat | None, now: datetime) -> Verdict:
    return Verdict(seat is not None and notice.table.is_over)


def _kept(notice: Notice, seat: Seat | None, now: datetime) -> Verdict:
    kept = Seat.objects.filter(table_id=notice.table_id, reserved_id=notice.user_id)
    return Verdict(notice.table.is_open and kept.exists())


def _sat_down(notice: Notice, seat: Seat | None, now: datetime) -> Verdict:
    if seat is None:
        return FALSE
    if notice.about == BEGUN:
        return Verdict(notice.table.is_running)
    index, who = notice.about.split()
    there = Seat.objects.filter(table_id=notice.table_id, index=index, user_id=who)
    return Verdict(notice.table.is_open and there.exists())


def _abandoned(notice: Notice, seat: Seat | None, now: datetime) -> Verdict:
    """Whoever does something at the table takes the warning back."""
    plays = seat is not None and seat.resigned is None
    return Verdict(plays and notice.table.is_running and notice.table.warned_at is not None)


TRUE_IF: dict[str, Callable[[Notice, Seat | None, datetime], Verdict]] = {
    Kind.YOUR_TURN: _your_turn,
    Kind.TIME_SHORT: _time_short,
    Kind.MATCH_OVER: _over,
    Kind.INVITATION: _kept,
    Kind.REMATCH: _kept,
    Kind.SAT_DOWN: _sat_down,
    Kind.ABANDONED: _abandoned,
}
