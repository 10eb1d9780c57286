"""The host's bots at an open table: seat one, change its level, send it away."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from games.models import Seat
from games.play.beginning import begin
from games.play.bot_names import bot_name
from games.play.commands import changes_table
from games.play.snapshot import Draft
from games.rules import core


@changes_table
def fill(draft: Draft, person: int, level: str = "") -> None:
    """Seat bots on all free seats, reserved ones included, and begin the match. Host only.

    If the host is the only person, moves have no time limit from then on. An empty `level` means the game's easy bot.
    """
    draft.require_open_host(person)
    _seat_bots(draft, [seat for seat in draft.seats if seat.is_empty], level)
    begin(draft, person)


@changes_table
def seat_bot(draft: Draft, person: int, index: int, level: str = "") -> None:
    """Seat a bot on a free seat. On the last free seat the match begins, as in `fill`. Host only.

    Refused `chair_taken` if somebody has sat down there meanwhile (no other seat is taken instead), `reserved` if the
    seat is reserved for somebody.
    """
    draft.require_open_host(person)
    _seat_bots(draft, [_free_seat(draft, index)], level)
    if any(seat.is_empty for seat in draft.seats):
        draft.touch(timezone.now())
    else:
        begin(draft, person)


@changes_table
def set_bot_level(draft: Draft, person: int, index: int, level: str) -> None:
    """Change the level of the bot on a seat. Host only."""
    draft.require_open_host(person)
    seat = _bot_seat(draft, index)
    seat.name = ""
    _seat_bots(draft, [seat], level)
    draft.touch(timezone.now())


@changes_table
def send_bot_away(draft: Draft, person: int, index: int) -> None:
    """Free the seat of a bot. Host only."""
    draft.require_open_host(person)
    seat = _bot_seat(draft, index)
    seat.level, seat.name = "", ""
    draft.touch(timezone.now())


def _bot_seat(draft: Draft, index: int) -> Seat:
    seat = next((seat for seat in draft.seats if seat.index == index), None)
    if seat is None or not seat.level:
        raise core.Refused("no_bot_there")
    return seat


def _free_seat(draft: Draft, index: int) -> Seat:
    seat = next((seat for seat in draft.seats if seat.index == index), None)
    if seat is None or not seat.is_empty:
        raise core.Refused("chair_taken")
    if seat.reserved_id is not None:
        raise core.Refused("reserved")
    return seat


def _seat_bots(draft: Draft, seats: Sequence[Seat], level: str) -> None:
    level = level or draft.rules.bot_level("easy")
    if level not in draft.rules.LEVELS:
        raise core.Refused("no_such_level", level=level)
    taken = {seat.name for seat in draft.seats}
    for seat in seats:
        seat.level, seat.name, seat.reserved_id = level, bot_name(level, taken), None
        taken.add(seat.name)
