"""Dates and moments, in one format on every page. A script turns moments into the reader's time zone."""

from __future__ import annotations

from datetime import date

from django import template
from django.utils import timezone

from accounts import dates
from games.boards import times

register = template.Library()
register.filter("day", times.full_day)
register.filter("moment", times.moment)


@register.filter(expects_localtime=True)
def date_in_words(when: date | None, pattern: str) -> str:
    return dates.date_in_words(when, pattern) if when else ""


@register.simple_tag
def today(pattern: str) -> str:
    """Return today's date (UTC) in Django's date format `pattern`."""
    return dates.date_in_words(timezone.localdate(), pattern)
