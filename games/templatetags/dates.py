"""Dates and moments, in one format on every page. A script turns moments into the reader's time zone."""

from __future__ import annotations

from django import template

from games.boards import times

register = template.Library()
register.filter("day", times.full_day)
register.filter("moment", times.moment)
