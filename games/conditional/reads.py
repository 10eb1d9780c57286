"""Reading conditional moves: those that a table holds, and those whose time has come. Writes nothing.

One is for the seat's next move after the board on which it was given. Once the seat has moved, whoever did it, it is
void, and why it was dropped is no news: so a move costs nothing for the rows that most tables don't have.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef

from games.conditional.models import ConditionalMove
from games.models import Move, Seat, Table

# It seems to think as long as so many bots would: at live tables, and where moves take days.
LIVE_PAUSES, DAYS_PAUSES = (2.0, 4.0), (20.0, 40.0)
# It never waits longer than until so much before its seat's time is over.
IN_TIME = timedelta(seconds=4)


def by_seat(table_id: str) -> dict[int, ConditionalMove]:
    """By seat, the dropped ones too whose owner has not moved since."""
    found = {each.seat: each for each in ConditionalMove.objects.filter(table_id=table_id)}
    return {seat: each for seat, each in found.items() if not is_void(each)}


def is_void(given: ConditionalMove) -> bool:
    """Whether the seat has moved since it was given or last made a move."""
    later = Move.objects.filter(table_id=given.table_id, seat=given.seat)
    return later.filter(number__gt=basis_of(given)["number"]).exists()


def basis_of(given: ConditionalMove) -> dict[str, Any]:
    """`number` of the board that it goes back to, and what the game notes of it as `seen`."""
    return dict(given.basis or {})


def active(table_id: str, seat: int) -> ConditionalMove | None:
    """What will be carried out for the seat when it is awaited."""
    given = ConditionalMove.objects.filter(table_id=table_id, seat=seat, dropped="").first()
    return None if given is None or is_void(given) else given


def due(now: datetime, limit: int = 50) -> list[tuple[str, int]]:
    """Tables and seats that are awaited and whose conditional moves have paused long enough, those awaited longest
    first."""
    found = {(each.table_id, each.seat) for each in _awaited()}
    seats = Seat.objects.filter(table_id__in={table for table, _ in found}).select_related("table")
    ripe = [seat for seat in seats if (seat.table_id, seat.index) in found and acts_at(seat) <= now]
    ripe.sort(key=lambda seat: seat.awaited_since or now)
    return [(seat.table_id, seat.index) for seat in ripe[:limit]]


def _awaited(limit: int = 400) -> list[ConditionalMove]:
    """Those not dropped, of seats that their people play and that are awaited."""
    seat = Seat.objects.filter(table_id=OuterRef("table_id"), index=OuterRef("seat"))
    awaited = seat.filter(awaited_since__isnull=False, user__isnull=False, stand_in=False, resigned=None)
    running = Table.objects.filter(pk=OuterRef("table_id"), status=Table.Status.RUNNING)
    return list(ConditionalMove.objects.filter(Exists(awaited), Exists(running), dropped="")[:limit])


def acts_for(seat: Seat) -> datetime | None:
    """When one is carried out for an awaited seat; None if it has none."""
    return None if active(seat.table_id, seat.index) is None else acts_at(seat)


def acts_at(seat: Seat) -> datetime:
    """When an awaited seat's conditional move is carried out: after a pause that nobody can foretell, but in time."""
    since = seat.awaited_since
    assert since is not None
    rng = Random(f"order {seat.table.seed} {seat.index} {since.isoformat()}")
    pauses = LIVE_PAUSES if seat.table.is_live else DAYS_PAUSES
    acts = since + timedelta(milliseconds=settings.BOT_PAUSE_MS * rng.uniform(*pauses))
    return acts if seat.deadline is None else min(acts, seat.deadline - IN_TIME)
