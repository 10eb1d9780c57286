"""The tables that wait for a page's reader, queried once for each page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import template
from django.template import Context

from games.boards.people import ms
from games.queries import waiting

register = template.Library()


@dataclass(frozen=True)
class Waiting:
    """The number of tables that wait for the reader: all, and those other than the page's own (`at`)."""

    all: int
    others: int
    at: str


@register.simple_tag(takes_context=True)
def waiting_tables(context: Context) -> Waiting:
    """Count waiting tables: `{% waiting_tables as turns %}`. A page of a table has `at_table` in its context."""
    request: Any = context.get("request")
    at: str = context.get("at_table") or ""
    user: Any = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return Waiting(0, 0, at)
    if not hasattr(request, "waiting_tables"):
        request.waiting_tables = waiting.tables_for(user.pk)
    table_ids: list[str] = request.waiting_tables
    return Waiting(len(table_ids), len([table for table in table_ids if table != at]), at)


# The ms since 1970, to which a script counts down.
register.filter("milliseconds", ms)
