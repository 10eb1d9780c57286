"""Queries for conditional moves: those of a table, and those that are due. Writes nothing.

A conditional move is for the seat's next move after the board on which it was given. When the seat has moved in any
way it is void and simply ignored, so ordinary moves need not delete rows that most tables don't have.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil
from random import Random
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef

from games.conditional.models import ConditionalMove
from games.models import Move, Seat, Table

# It waits as long as that many bots, at live tables and at day-paced ones.
LIVE_PAUSES, DAYS_PAUSES = (2.0, 4.0), (20.0, 40.0)
# It is carried out at least this long before its seat's time is over.
IN_TIME = timedelta(seconds=4)
# The most that are read at once.
MOST_READ = 400


def by_seat(table_id: str) -> dict[int, ConditionalMove]:
    """Return the conditional moves by seat, with dropped ones whose owner has not moved since."""
    rows = {row.seat: row for row in ConditionalMove.objects.filter(table_id=table_id)}
    return {seat: row for seat, row in rows.items() if not is_void(row)}


def is_void(conditional_move: ConditionalMove) -> bool:
    """Return True if the seat has moved since it was given or last made a move."""
    later = Move.objects.filter(table_id=conditional_move.table_id, seat=conditional_move.seat)
    return later.filter(number__gt=basis_of(conditional_move)["number"]).exists()


def basis_of(conditional_move: ConditionalMove) -> dict[str, Any]:
    """Return the `number` of its board, and the game's note of that board as `seen`."""
    return dict(conditional_move.basis or {})


def active(table_id: str, seat: int) -> ConditionalMove | None:
    """Return what will be carried out for the seat when it is awaited, or None."""
    conditional_move = ConditionalMove.objects.filter(table_id=table_id, seat=seat, dropped="").first()
    return None if conditional_move is None or is_void(conditional_move) else conditional_move


def due(now: datetime, limit: int = 50) -> list[tuple[str, int]]:
    """Return awaited tables and seats whose conditional moves have waited long enough, the longest awaited first."""
    keys = _awaited()
    seats = Seat.objects.filter(table_id__in={table for table, _ in keys}).select_related("table")
    ripe = [seat for seat in seats if (seat.table_id, seat.index) in keys and acts_at(seat) <= now]
    ripe.sort(key=lambda seat: seat.awaited_since or now)
    return [(seat.table_id, seat.index) for seat in ripe[:limit]]


def _awaited() -> set[tuple[str, int]]:
    """Return awaited tables and seats, played by people, with a conditional move that is not dropped."""
    seat = Seat.objects.filter(table_id=OuterRef("table_id"), index=OuterRef("seat"))
    awaited = seat.filter(awaited_since__isnull=False, user__isnull=False, stand_in=False, resigned=None)
    running = Table.objects.filter(pk=OuterRef("table_id"), status=Table.Status.RUNNING)
    rows = ConditionalMove.objects.filter(Exists(awaited), Exists(running), dropped="")
    return set(rows.values_list("table_id", "seat")[:MOST_READ])


def acts_for(seat: Seat) -> datetime | None:
    """Return when one is carried out for an awaited seat; None if it has none."""
    return None if active(seat.table_id, seat.index) is None else acts_at(seat)


def longest_pause(live: bool) -> int:
    """Return the number of seconds within which one is carried out."""
    _shortest, longest = LIVE_PAUSES if live else DAYS_PAUSES
    return max(1, ceil(settings.BOT_PAUSE_MS * longest / 1000))


def acts_at(seat: Seat) -> datetime:
    """Return when an awaited seat's conditional move is carried out: after an unpredictable pause, but in time."""
    since = seat.awaited_since
    assert since is not None
    rng = Random(f"conditional {seat.table.seed} {seat.index} {since.isoformat()}")
    pauses = LIVE_PAUSES if seat.table.is_live else DAYS_PAUSES
    acts = since + timedelta(milliseconds=settings.BOT_PAUSE_MS * rng.uniform(*pauses))
    return acts if seat.deadline is None else min(acts, seat.deadline - IN_TIME)
