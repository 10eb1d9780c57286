"""Reading standing orders: those that stand at a table, and those whose time has come. Writes nothing.

An order is for the seat's next move after the board on which it was given. Once the seat has moved, whoever did it,
the order is void, its note too: so a move costs nothing for the orders that most tables don't have.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef

from games.models import Move, Seat, StandingOrder, Table

# A carried-out order seems to think as long as so many bots would: at live tables, and where moves take days.
LIVE_PAUSES, DAYS_PAUSES = (2.0, 4.0), (20.0, 40.0)
# How the keys of the moves begin that an order makes.
KEY = "order-"
# It never waits longer than until so much before its seat's time is over.
IN_TIME = timedelta(seconds=4)


def of_table(table_id: str) -> dict[int, StandingOrder]:
    """The orders of a table by seat, the dropped ones too whose owner has not moved since."""
    found = {order.seat: order for order in StandingOrder.objects.filter(table_id=table_id)}
    return {seat: order for seat, order in found.items() if not is_void(order)}


def is_void(order: StandingOrder) -> bool:
    """Whether the seat has moved since the order was given or last made a move."""
    later = Move.objects.filter(table_id=order.table_id, seat=order.seat)
    return later.filter(number__gt=basis_of(order)["number"]).exists()


def basis_of(order: StandingOrder) -> dict[str, Any]:
    """`number` of the board that the order goes back to, and what the game notes of it as `seen`."""
    return dict(order.basis or {})


def active(table_id: str, seat: int) -> StandingOrder | None:
    """The order that will act for the seat when it is awaited."""
    order = StandingOrder.objects.filter(table_id=table_id, seat=seat, dropped="").first()
    return None if order is None or is_void(order) else order


def due(now: datetime, limit: int = 50) -> list[tuple[str, int]]:
    """Tables and seats that are awaited and whose orders have paused long enough, those awaited longest first."""
    found = {(order.table_id, order.seat) for order in _awaited()}
    seats = Seat.objects.filter(table_id__in={table for table, _ in found}).select_related("table")
    ripe = [seat for seat in seats if (seat.table_id, seat.index) in found and acts_at(seat) <= now]
    ripe.sort(key=lambda seat: seat.awaited_since or now)
    return [(seat.table_id, seat.index) for seat in ripe[:limit]]


def _awaited(limit: int = 400) -> list[StandingOrder]:
    """Active orders of seats that their people play and that are awaited."""
    seat = Seat.objects.filter(table_id=OuterRef("table_id"), index=OuterRef("seat"))
    awaited = seat.filter(awaited_since__isnull=False, user__isnull=False, stand_in=False, resigned=None)
    running = Table.objects.filter(pk=OuterRef("table_id"), status=Table.Status.RUNNING)
    return list(StandingOrder.objects.filter(Exists(awaited), Exists(running), dropped="")[:limit])


def acts_at(seat: Seat) -> datetime:
    """When an awaited seat's order acts: after a pause that nobody can foretell, but in time."""
    since = seat.awaited_since
    assert since is not None
    rng = Random(f"order {seat.table.seed} {seat.index} {since.isoformat()}")
    pauses = LIVE_PAUSES if seat.table.live else DAYS_PAUSES
    acts = since + timedelta(milliseconds=settings.BOT_PAUSE_MS * rng.uniform(*pauses))
    return acts if seat.deadline is None else min(acts, seat.deadline - IN_TIME)
