"""Words about games and tables, for templates."""

from __future__ import annotations

import time

from django import template
from django.utils.translation import ngettext

from accounts.vacation import until
from games import boards
from games.boards import times, words
from games.models import Seat, Table
from games.play import ran_out

register = template.Library()


@register.simple_tag
def now_ms() -> int:
    """The server's clock, for pages that count down: ms since 1970."""
    return int(time.time() * 1000)


@register.filter
def game_name(name: str) -> str:
    return boards.title(name)


@register.filter
def cover(name: str) -> boards.Cover:
    return boards.cover(name)


@register.simple_tag
def all_games() -> tuple[str, ...]:
    return boards.games()


@register.filter
def pace(table: Table) -> str:
    """`10 min + 60 s a move`: beside a badge that says whether the table is live."""
    if table.is_imported or not table.increment_ms:
        return ""
    said = words.times(table.bank_ms, table.increment_ms)
    return words.pace(False, table.bank_ms, table.increment_ms, True) if table.weekends_off else said


@register.filter
def vacation(user_id: int) -> str:
    """`on vacation until 3 December`; empty of whoever is not."""
    last = until([user_id]).get(user_id)
    return "" if last is None else times.vacation(last)


@register.filter
def by_clock(seat: Seat) -> bool:
    """Whether the seat has resigned because its time ran out too often."""
    return ran_out(seat.table, seat)


@register.filter
def taken_names(table: Table) -> str:
    return ", ".join(seat.shown for seat in table.seats.all() if seat.name)


@register.filter
def seats_text(table: Table) -> str:
    """`2 of 4 seats taken`, for those who don't see the dots."""
    seats = list(table.seats.all())
    taken = sum(not seat.is_empty for seat in seats)
    text = ngettext("%(taken)d of %(all)d seats taken", "%(taken)d of %(all)d seats taken", taken)
    return text % {"taken": taken, "all": len(seats)}
