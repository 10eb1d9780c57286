"""Template tags and filters about games and tables."""

from __future__ import annotations

import time
from collections.abc import ItemsView
from datetime import datetime
from typing import Any

import qrcode
from django import template
from django.utils.safestring import SafeString
from django.utils.translation import ngettext
from qrcode.image.svg import SvgPathImage

from games import boards
from games.boards import level_words, results, texts, times
from games.boards.language import begun
from games.models import Seat, Table
from games.people.vacation import current
from games.play import tickets
from games.play.tickets import Shown
from games.play.timeouts import ran_out
from games.rules import core

register = template.Library()
register.simple_tag(boards.games, name="all_games")
register.filter("bot_face", level_words.bot_face)
register.filter("config", boards.config)
register.filter("face_name", level_words.face_name)
register.filter("game_name", boards.title)
register.filter("level", level_words.level)
register.filter("scored", results.counted)


@register.simple_tag
def now_ms() -> int:
    """Return the server's time in ms since 1970, for pages that count down."""
    return int(time.time() * 1000)


@register.inclusion_tag("games/_salted.html")
def salted(shown: Shown | None = None, *, quiet: bool = False) -> dict[str, Any]:
    """Draw the fields with which a form marked `data-salted` shows a commitment and sends a salt.

    They are for a new table by default. A `quiet` form says nothing of browsers without scripts.
    """
    return {"shown": shown or tickets.new(), "quiet": quiet}


@register.filter
def commitment(table: Table) -> Shown:
    """Return what a form for sitting down at the table shows."""
    return Shown(table.commitment)


@register.filter
def parts_of_board(game: str) -> ItemsView[str, Any]:
    """Return the parts of the game's board: the selector of their elements, and a sentence."""
    return boards.board_of(game).PARTS.items()


@register.simple_tag
def qr(address: str) -> SafeString:
    """Return the URL as a QR code, in an `<svg>`."""
    drawn = qrcode.make(address, image_factory=SvgPathImage, border=2)
    return SafeString(drawn.to_string().decode())


@register.filter
def in_real_time(game: str) -> bool:
    return core.game(game).REAL_TIME


@register.filter
def pace(table: Table) -> str:
    """Return `10 min + 60 s a move`, for use beside a badge that says if the table is live."""
    if table.is_imported or not table.has_clock:
        return ""
    times_text = texts.times(table.bank_ms, table.increment_ms)
    return texts.pace(False, table.bank_ms, table.increment_ms, True) if table.weekends_off else times_text


@register.filter
def without_clock(table: Table) -> bool:
    """Return True if moves have no time and it is no race."""
    return not (table.has_clock or table.is_imported or core.game(table.game).REAL_TIME)


@register.filter
def vacation(user_id: int) -> str:
    """Return `on vacation until 3 December`; "" for others."""
    on = current(user_id)
    return "" if on is None else times.vacation(on.last)


register.filter("begun", begun)


@register.filter
def by_clock(seat: Seat) -> bool:
    """Return True if the seat has resigned because its time ran out too often."""
    return ran_out(seat.table, seat)


@register.filter
def taken_names(table: Table) -> str:
    return begun(", ".join(seat.shown for seat in table.seats.all() if seat.name))


@register.filter
def others(seats: list[Seat], own: Seat) -> str:
    """Return the names of the people and bots at a table but one."""
    return texts.names([seat.shown for seat in seats if seat is not own])


@register.filter
def awaited_names(table: Table) -> str:
    """Return the names of the awaited seats; "" in a race."""
    if not table.is_running:
        return ""
    return texts.names([seat.shown for seat in table.seats.all() if seat.is_awaited])


@register.filter
def awaited_until(table: Table) -> datetime | None:
    """Return when the first of those people must have moved; None if there is no such time."""
    seats = [seat for seat in table.seats.all() if seat.awaits_person]
    return min((seat.deadline for seat in seats if seat.deadline is not None), default=None)


@register.filter
def seats_text(table: Table) -> str:
    """`2 of 4 seats taken`, for those who don't see the dots."""
    seats = list(table.seats.all())
    occupied = sum(not seat.is_empty for seat in seats)
    text = ngettext("%(taken)d of %(all)d seats taken", "%(taken)d of %(all)d seats taken", occupied)
    return text % {"taken": occupied, "all": len(seats)}
