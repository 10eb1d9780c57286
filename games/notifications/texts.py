"""The texts of messages, in the active language. They hold only what every seat of the table may know."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.dates import date_in_words
from accounts.names import shown
from accounts.time_zones import local_time
from games import boards
from games.boards import texts
from games.models import Notification, Seat, Table
from games.notifications import hooks
from games.play import storage
from games.play.closing import closes_at
from games.play.notifications import BEGUN, is_out
from games.play.snapshot import RECENT
from games.play.timeouts import LAPSES, ran_out
from games.queries.since import since

Kind = Notification.Kind
# The most moves that a message names; the newest ones.
MOST_MOVES = 4


def heading(notification: Notification, seats: list[Seat]) -> str:
    """Return one sentence, which is also the subject of a message about this notification only."""
    table = notification.table
    about = {"game": boards.title(table.game), "names": _others(seats, notification.user_id)}
    about["name"] = shown(str(notification.facts.get("name", "")))
    match notification.kind:
        case Kind.TIME_SHORT if is_out(notification):
            return _with(
                about,
                _("A bot plays your seat: %(game)s with %(names)s"),
                _("A bot plays your seat: %(game)s"),
            )
        case Kind.YOUR_TURN:
            return _with(about, _("Your turn: %(game)s with %(names)s"), _("Your turn: %(game)s"))
        case Kind.TIME_SHORT:
            return _with(
                about, _("Your time is short: %(game)s with %(names)s"), _("Your time is short: %(game)s")
            )
        case Kind.MATCH_OVER:
            return _with(
                about, _("The match is over: %(game)s with %(names)s"), _("The match is over: %(game)s")
            )
        case Kind.INVITATION:
            return _("%(name)s invites you to play %(game)s") % about
        case Kind.REMATCH:
            return _("%(name)s wants to play %(game)s with you again") % about
        case Kind.SAT_DOWN:
            return _arrived(notification, about)
        case Kind.ABANDONED:
            return _("A match that nobody plays will be closed: %(game)s") % about
    raise AssertionError(notification.kind)


def _with(about: dict[str, str], among: str, alone: str) -> str:
    return (among if about["names"] else alone) % about


def _arrived(notification: Notification, about: dict[str, str]) -> str:
    if notification.about == BEGUN:
        return _with(
            about, _("The match has begun: %(game)s with %(names)s"), _("The match has begun: %(game)s")
        )
    return _("%(name)s has sat down at your table of %(game)s") % about


def details(notification: Notification, seats: list[Seat], now: datetime, zone: ZoneInfo) -> list[str]:
    """Return further sentences: the deadline, the result, the table's rules."""
    own = next((seat for seat in seats if seat.user_id == notification.user_id), None)
    match notification.kind:
        case Kind.TIME_SHORT if is_out(notification):
            return out_of_time(notification.facts["lapses"])
        case Kind.YOUR_TURN | Kind.TIME_SHORT:
            lines = [until(own.deadline, now, zone)] if own and own.deadline else []
            return lines + (happened(notification.table_id, own.index) if own else [])
        case Kind.MATCH_OVER:
            return results(notification.table, seats)
        case Kind.INVITATION | Kind.REMATCH:
            return [rules_of(notification.table, len(seats))]
        case Kind.SAT_DOWN:
            free = sum(seat.is_empty for seat in seats)
            return (
                [ngettext("%(n)d seat is free.", "%(n)d seats are free.", free) % {"n": free}] if free else []
            )
        case Kind.ABANDONED:
            closes = closes_at(notification.table) or now
            return [
                _("If nobody does anything there until %(day)s, the match ends.") % {"day": day(closes, zone)}
            ]
    raise AssertionError(notification.kind)


def happened(table: str, seat: int) -> list[str]:
    """Return a line of the moves since the seat's person was there, and features' lines. Empty for live tables."""
    snapshot = storage.load(table, recent=RECENT)
    happened = since(snapshot, boards.scene_of(snapshot, None), seat)
    lines = []
    if happened is not None:
        moves = happened.moves[-MOST_MOVES:]
        sentences = [
            _("(as you had decided ahead) %(move)s") % {"move": m.text} if m.conditional else m.text
            for m in moves
        ]
        lines.append(_("Since you were there: %(moves)s") % {"moves": " ".join(sentences)})
    return lines + [line for lines_of in hooks.lines for line in lines_of(snapshot, seat)]


def out_of_time(lapses: int) -> list[str]:
    """Return sentences about a seat whose time ran out `lapses` times, and what its person can do."""
    if lapses >= LAPSES:
        return [
            _("Your time ran out for the third time: your seat is resigned, and a bot plays it to the end.")
        ]
    lines = [
        _("Your time ran out. The bot plays until you take your seat back, with one press at the table.")
    ]
    if lapses == LAPSES - 1:
        lines.append(_("If your time runs out once more in this match, your seat is resigned."))
    return lines


def button(notification: Notification) -> str:
    """Return the label of the link to the table."""
    if is_out(notification):
        return _("Go to the table")
    match notification.kind:
        case Kind.YOUR_TURN | Kind.TIME_SHORT:
            return _("Go to the table and play")
        case Kind.MATCH_OVER:
            return _("See how it ended")
        case Kind.INVITATION | Kind.REMATCH:
            return _("See the table, and accept or decline")
    return _("Go to the table")


def until(deadline: datetime, now: datetime, zone: ZoneInfo) -> str:
    return _("You have %(left)s left, until %(when)s.") % {
        "left": left(deadline - now),
        "when": moment(deadline, zone),
    }


def left(time: timedelta) -> str:
    """Return `2 days and 3 hours`, `3 hours` or `40 minutes`, rounded down."""
    minutes = max(0, time // timedelta(minutes=1))
    days, hours = minutes // 1440, minutes % 1440 // 60
    if days:
        parts = [texts.days(days), *([texts.hours(hours)] if hours and days < 7 else [])]
        return texts.names(parts)
    if hours:
        return texts.hours(hours)
    return texts.minutes(minutes)


def moment(at: datetime, zone: ZoneInfo) -> str:
    """Return `Saturday 22 November, 14:00 (CET)`, in the reader's time zone."""
    # Translators: a day and an hour in Django's date format, such as “Saturday 22 November, 14:00”.
    pattern = pgettext("date format", "l j F, H:i")
    return local_time(at, zone, pattern)


def day(at: datetime, zone: ZoneInfo) -> str:
    # Translators: a day in Django's date format, such as “Saturday 22 November”.
    return date_in_words(at.astimezone(zone), pgettext("date format", "l j F"))


def results(table: Table, seats: list[Seat]) -> list[str]:
    """Return lines such as `1. Ada, 12 points`; without points and with the reason if the match ended early."""
    ranked = sorted(
        (seat for seat in seats if seat.rank is not None), key=lambda seat: (seat.rank, seat.index)
    )
    text = _("%(rank)d. %(name)s, %(points)s") if table.is_played_out else _("%(rank)d. %(name)s")
    lines = [
        text % {"rank": seat.rank, "name": seat.shown, "points": texts.whole_points(seat.score or 0)}
        for seat in ranked
    ]
    gone = [seat for seat in seats if seat.resigned is not None]
    reason = (table.outcome or {}).get("reason")
    if reason == "resigned" and gone:
        by_clock = any(ran_out(table, seat) for seat in gone)
        lines.append(texts.gave_up([seat.shown for seat in gone], by_clock))
    elif reason == "abandoned":
        lines.append(_("The match was abandoned."))
    return lines


def rules_of(table: Table, seats: int) -> str:
    """Return the number of seats, the pace and the table's rules."""
    pace = texts.pace_of(table) if table.is_live else texts.over_days(table.bank_ms, table.increment_ms)
    off = [_("weekends off")] if table.weekends_off else []
    places = ngettext("%(n)d seat", "%(n)d seats", seats) % {"n": seats}
    return ", ".join([places, pace, *off, *texts.options_of(table)])


def _others(seats: list[Seat], user_id: int) -> str:
    return texts.names([seat.shown for seat in seats if seat.name and seat.user_id != user_id])
