"""A seat's time on its panel: running down in the page while the seat is awaited, standing still otherwise."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.utils.formats import date_format
from django.utils.safestring import SafeString

from games.boards.parts import by_language, pgettext, rendered
from games.boards.parts import gettext as _
from games.boards.scene import Person, Time


def time_of(person: Person) -> SafeString | str:
    """What the panel says of the time of a person's seat, and of a vacation; empty where there is nothing to say."""
    if person.time is None and person.away is None:
        return ""
    data: dict[str, Any] = {"text": "", "away": "", "over": ""}
    if person.time is not None:
        data |= running(person.time) if person.time.deadline else {"text": clock(person.time.budget)}
    if person.away is not None:
        midnight = datetime.combine(person.away + timedelta(days=1), time(), UTC)
        data |= {"away": vacation(person.away), "over": str(int(midnight.timestamp() * 1000))}
    return rendered(("games/boards/time.jinja", data))


def running(time: Time) -> dict[str, str]:
    """For a clock that the page runs down. Without scripts it says until when."""
    assert time.deadline is not None
    return {
        "deadline": str(time.deadline),
        "stops": " ".join(f"{begin}-{end}" for begin, end in time.stops),
        "text": until(time.deadline),
    }


@by_language
def clock(ms: int) -> str:
    """`2 d 4 h`, `12:00:00`, `5:30`: as static/js/board.js says it."""
    seconds = -(-ms // 1000)
    if seconds >= 172_800:
        return _("{d} d {h} h").format(d=seconds // 86_400, h=seconds % 86_400 // 3600)
    if seconds >= 3600:
        return f"{seconds // 3600}:{seconds % 3600 // 60:02}:{seconds % 60:02}"
    return f"{seconds // 60}:{seconds % 60:02}"


@by_language
def until(ms: int) -> str:
    """`21 Nov 14:30 UTC`"""
    moment = datetime.fromtimestamp(ms // 1000, UTC)
    # Translators: a day and an hour in Django's date format, such as “21 Nov 14:30”.
    return f"{date_format(moment, pgettext('date format', 'j M H:i'), use_l10n=False)} UTC"


@by_language
def day(when: date) -> str:
    """`3 December`"""
    return date_format(when, "j F", use_l10n=False)


def vacation(last: date) -> str:
    return _("on vacation until %(day)s") % {"day": day(last)}


def closing(when: date) -> str:
    return _("Nobody plays here: the match will be closed on %(day)s.") % {"day": day(when)}
