"""Finished matches are noted on the ladders of their people, within the transaction that ends them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.ladder.models import AHEAD, BEHIND, LAST, NEEDED, Climb
from games.models import Seat, Table
from games.play import results
from games.play.bot_names import OF_LEVEL
from games.play.snapshot import Draft


def over(draft: Draft) -> None:
    note(draft.table, draft.seats)


def note(table: Table, seats: Sequence[Seat]) -> None:
    bots = first_bots(seats)
    # In the order of their ids, so that two matches that end at once don't wait for each other.
    people = sorted(
        (seat for seat in seats if is_noted(table, seat)), key=lambda seat: (seat.user_id or 0, seat.index)
    )
    if not bots or not people or not results.counts(table):
        return
    for seat in people:
        for level, bot in bots.items():
            _note(seat, table, level, ahead=is_ahead(seat, bot))


def first_bots(seats: Sequence[Seat]) -> dict[str, Seat]:
    """Return by level the bot that has the level's face: the first one."""
    bots: dict[str, Seat] = {}
    for seat in sorted(seats, key=lambda seat: seat.index):
        if seat.level in OF_LEVEL:
            bots.setdefault(seat.level, seat)
    return bots


def is_noted(table: Table, seat: Seat) -> bool:
    """Return True for a person who played to the end, or who resigned and so is behind.

    Seats that a program seems to have played count nowhere.
    """
    return seat.user_id is not None and not seat.mark and (table.is_played_out or seat.resigned is not None)


def is_ahead(seat: Seat, bot: Seat) -> bool:
    """Return True if the person has ended ahead of the bot without a bot in their own place."""
    if seat.resigned is not None or seat.lapses or seat.rank is None or bot.rank is None:
        return False
    return seat.rank < bot.rank


def _note(seat: Seat, table: Table, level: str, *, ahead: bool) -> None:
    rung: dict[str, Any] = {"user_id": seat.user_id, "game": table.game, "level": level}
    climb, _fresh = Climb.objects.select_for_update().get_or_create(**rung)
    climb.results = (climb.results + (AHEAD if ahead else BEHIND))[-LAST:]
    if climb.ahead >= NEEDED and not climb.is_passed:
        climb.passed_at = table.ended_at
    climb.save(update_fields=["results", "passed_at"])
