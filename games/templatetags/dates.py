"""Dates and moments, in one format on every page. A script turns moments into the reader's time zone."""

from __future__ import annotations

from django import template
from django.utils import timezone

from accounts.dates import date_in_words
from games.boards import times

register = template.Library()
register.filter("day", times.full_day)
register.filter("moment", times.moment)
register.filter(date_in_words)


@register.simple_tag
def today(pattern: str) -> str:
    """Return today's date (UTC) in Django's date format `pattern`."""
    return date_in_words(timezone.localdate(), pattern)
