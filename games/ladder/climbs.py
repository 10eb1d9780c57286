"""Finished matches are noted on the ladders of their people, within the transaction that ends them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.ladder.models import AHEAD, BEHIND, LAST, NEEDED, Climb
from games.models import Move, Seat, Table
from games.play import results
from games.play.bot_names import OF_LEVEL
from games.play.snapshot import Draft

# Whoever leaves a match unfinished after so many moves is behind. Before, they only had a look.
BEGUN = 5


def over(draft: Draft) -> None:
    note(draft.table, [seat for seat in draft.seats if is_noted(draft.table, seat)], draft.seats)


def unfinished(draft: Draft) -> None:
    """Note a match that its person did not go on with. Otherwise nobody would have to finish a match that is lost."""
    table = draft.table
    moves = Move.objects.filter(table=table.pk, by=Move.By.PERSON)
    people = [
        seat
        for seat in draft.seats
        if seat.user_id is not None and moves.filter(seat=seat.index).count() >= BEGUN
    ]
    note(table, people, draft.seats)


def note(table: Table, people: Sequence[Seat], seats: Sequence[Seat]) -> None:
    # In the order of their ids, so that two matches that end at once don't wait for each other.
    people = sorted(people, key=lambda seat: (seat.user_id or 0, seat.index))
    for seat in people:
        for level, ahead in outcomes(table, seat, seats).items():
            _note(seat, table, level, ahead=ahead)


def outcomes(table: Table, seat: Seat, seats: Sequence[Seat]) -> dict[str, bool]:
    """Return by level whether the person is ahead of its bot, without what does not count.

    After the person's own hint only being behind counts. Otherwise a hint would undo a match that is lost. The hints of
    others change nothing. Otherwise they could undo a match that is won.
    """
    if results.is_apart(table):
        return {}
    ahead = {level: is_ahead(seat, bot) for level, bot in first_bots(seats).items()}
    may_lead = not any(ahead.values()) or results.counts(table, seat.index)
    return {level: leads for level, leads in ahead.items() if may_lead or not leads}


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
