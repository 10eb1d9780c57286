"""Dates and moments, written one way on every page; its reader's own clocks say which they are."""

from __future__ import annotations

from django import template

from games.boards import times

register = template.Library()
register.filter("day", times.full_day)
register.filter("moment", times.moment)
