"""What waits for the reader of a page: counted once for each page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import template
from django.template import Context

from games.queries import waiting

register = template.Library()


@dataclass(frozen=True)
class Waiting:
    """How many tables wait for the reader: all, and those that the page itself isn't about (`at`)."""

    all: int
    others: int
    at: str


@register.simple_tag(takes_context=True)
def waiting_tables(context: Context) -> Waiting:
    """`{% waiting_tables as turns %}`. A page about one table has `at_table` in its context."""
    request: Any = context.get("request")
    at: str = context.get("at_table") or ""
    user: Any = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return Waiting(0, 0, at)
    if not hasattr(request, "waiting_tables"):
        request.waiting_tables = waiting.tables_for(user.pk)
    found: list[str] = request.waiting_tables
    return Waiting(len(found), len([table for table in found if table != at]), at)


@register.filter
def milliseconds(moment: datetime) -> int:
    """Since 1970: what a script counts down to."""
    return int(moment.timestamp() * 1000)
