"""Times in words and HTML: clocks that run down in the page, dates and moments."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.utils.formats import number_format
from django.utils.safestring import SafeString

from accounts.dates import date_in_words
from games.boards.language import by_language, filled, pgettext
from games.boards.language import gettext as _


def vacation_badge(last: date) -> SafeString:
    """Return a badge, which a script removes when the vacation is over."""
    midnight = datetime.combine(last + timedelta(days=1), time(), UTC)
    html = '<span class="badge vacation" data-over="{}">{}</span>'
    return filled(html, int(midnight.timestamp() * 1000), vacation(last))


@by_language
def clock(ms: int) -> str:
    """Return `2 d 4 h`, `12:00:00` or `5:30`, in the format of static/js/clock.js."""
    seconds = -(-ms // 1000)
    if seconds >= 172_800:
        return _("{d} d {h} h").format(d=seconds // 86_400, h=seconds % 86_400 // 3600)
    if seconds >= 3600:
        return f"{seconds // 3600}:{seconds % 3600 // 60:02}:{seconds % 60:02}"
    return f"{seconds // 60}:{seconds % 60:02}"


def until(ms: int) -> str:
    """Return `21 Nov 14:30 UTC`."""
    return _until(ms // 60_000)


@by_language
def _until(minutes: int) -> str:
    moment = datetime.fromtimestamp(60 * minutes, UTC)
    # Translators: a day and an hour in Django's date format, such as “21 Nov 14:30”.
    pattern = pgettext("date format", "j M H:i")
    return f"{date_in_words(moment, pattern)} UTC"


def day(when: date) -> str:
    """Return `3 December`."""
    return date_in_words(when, "j F")


def full_day(when: date) -> SafeString:
    """Return `3 December 2026`. For a moment a script shows the reader's day."""
    shown = date_in_words(when, "j F Y")
    if isinstance(when, datetime):
        return _local("day", when, shown)
    return filled('<time datetime="{}">{}</time>', when.isoformat(), shown)


def moment(at: datetime) -> SafeString:
    """Return `Thu 3 Dec, 14:30 UTC`. A script shows the reader's time."""
    # Translators: a day and an hour in Django's date format, such as “Thu 3 Dec, 14:30”.
    pattern = pgettext("date format", "D j M, H:i")
    return _local("moment", at, f"{date_in_words(at, pattern)} UTC")


def _local(kind: str, at: datetime, shown: str) -> SafeString:
    html = '<time datetime="{}" data-local="{}">{}</time>'
    return filled(html, at.astimezone(UTC).isoformat(timespec="seconds"), kind, shown)


def vacation(last: date) -> str:
    return _("on vacation until %(day)s") % {"day": day(last)}


def closing(when: date) -> str:
    return _("Nobody plays here: the match will be closed on %(day)s.") % {"day": day(when)}


def timing(times: dict[str, Any] | None) -> str:
    """Return a claim's times in words: the reaction that counted, and its parts."""
    if times is None:
        return ""
    words = {name: round(times[name]) for name in ("credited", "round_trip")}
    words["received"] = number_format(times["received"] / 1000, 2)
    return (
        _(
            "reaction that counted: %(credited)s ms; received %(received)s s after the start, way there "
            "and back %(round_trip)s ms"
        )
        % words
    )
