"""Words about games and tables, for templates."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any

import qrcode
from django import template
from django.utils.safestring import SafeString
from django.utils.translation import ngettext
from qrcode.image.svg import SvgPathImage

from games import boards
from games.boards import faces, texts, times
from games.game_app import GameApp
from games.models import Seat, Table
from games.people.vacation import until
from games.play import tickets
from games.play.takeover import ran_out
from games.play.tickets import Shown
from games.rules import core

register = template.Library()


@register.simple_tag
def now_ms() -> int:
    """The server's clock, for pages that count down: ms since 1970."""
    return int(time.time() * 1000)


@register.filter
def scored(score: int, game: str) -> str:
    """`12 points`, or where a game counts cards `4 cards left`."""
    if boards.config(game).scores_cards:
        text = ngettext("%(count)d card left", "%(count)d cards left", score)
    else:
        text = ngettext("%(count)d point", "%(count)d points", score)
    return text % {"count": score}


@register.inclusion_tag("games/_salted.html")
def salted(shown: Shown | None = None) -> dict[str, Shown]:
    """The fields by which a form marked `data-salted` shows a commitment and brings a salt: a new table's, unless told
    which."""
    return {"shown": shown or tickets.new()}


@register.filter
def commitment(table: Table) -> Shown:
    """What a form for sitting down there shows."""
    return Shown(table.commitment)


@register.filter
def game_name(name: str) -> str:
    return boards.title(name)


@register.filter
def config(name: str) -> GameApp:
    return boards.config(name)


@register.filter
def parts_of_board(game: str) -> tuple[tuple[str, Any], ...]:
    """What each part of its board is: the selector of its elements, and a sentence."""
    return boards.board_of(game).PARTS


@register.simple_tag
def qr(address: str) -> SafeString:
    """The address as a QR code, an `<svg>` that a telephone reads from the screen."""
    drawn = qrcode.make(address, image_factory=SvgPathImage, border=2)
    return SafeString(drawn.to_string().decode())


@register.simple_tag
def all_games() -> tuple[str, ...]:
    return boards.games()


@register.filter
def level(name: str) -> str:
    """A bot's level in words."""
    return texts.level(name)


@register.filter
def bot_face(name: str) -> SafeString:
    """The face of a bot of that level."""
    return faces.bot_face(name)


@register.filter
def first_level(game: str) -> str:
    """Of the bots against whom the game is begun without a form."""
    return core.game(game).bot_level("easy")


@register.filter
def in_real_time(game: str) -> bool:
    return core.game(game).REAL_TIME


@register.filter
def pace(table: Table) -> str:
    """`10 min + 60 s a move`: beside a badge that says whether the table is live."""
    if table.is_imported or not table.has_clock:
        return ""
    said = texts.times(table.bank_ms, table.increment_ms)
    return texts.pace(False, table.bank_ms, table.increment_ms, True) if table.weekends_off else said


@register.filter
def without_clock(table: Table) -> bool:
    """Whether its moves have no time, and it is no race either."""
    return not (table.has_clock or table.is_imported or core.game(table.game).REAL_TIME)


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
def awaited_names(table: Table) -> str:
    """Whose turn it is; in a race nobody's."""
    if not table.is_running:
        return ""
    return texts.names([seat.shown for seat in table.seats.all() if seat.is_awaited])


@register.filter
def awaited_until(table: Table) -> datetime | None:
    """Until when the first of those people must have moved; None if there is no such time."""
    seats = [seat for seat in table.seats.all() if seat.is_awaited and not seat.played_by_bot]
    return min((seat.deadline for seat in seats if seat.deadline is not None), default=None)


@register.filter
def seats_text(table: Table) -> str:
    """`2 of 4 seats taken`, for those who don't see the dots."""
    seats = list(table.seats.all())
    taken = sum(not seat.is_empty for seat in seats)
    text = ngettext("%(taken)d of %(all)d seats taken", "%(taken)d of %(all)d seats taken", taken)
    return text % {"taken": taken, "all": len(seats)}
