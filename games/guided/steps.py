"""Guided first matches on pages: the steps beside the board, and the offer of a guided match."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.http import HttpRequest

from games.boards import Scene
from games.models import Seat
from games.play.snapshot import Snapshot
from games.rules.guide import LEARNER, guide


def table_page(request: HttpRequest, snapshot: Snapshot, scene: Scene) -> dict[str, Any]:
    """Return the template context of a table's page."""
    viewer = scene.viewer
    return {"steps": steps(snapshot, viewer), "offers_guide": is_offered(snapshot, viewer)}


def steps(snapshot: Snapshot, viewer: int | None) -> list[dict[str, Any]]:
    """Return the guide's steps from the current board on; empty for a match without a guide."""
    table = snapshot.table
    script = guide(table.game) if table.guide == table.Guide.ON and viewer == LEARNER else None
    if script is None or not table.is_running:
        return []
    return [
        {
            "at": at,
            "now": at == table.number,
            "title": step.title,
            "text": step.text,
            "points_at": step.points_at,
            "does": step.move is not None,
        }
        for at, step in script.steps
    ]


def is_offered(snapshot: Snapshot, viewer: int | None) -> bool:
    """Return True if this is the viewer's first match of a game with a guide, and they have not moved yet."""
    table = snapshot.table
    # The page of a shared deal offers the guided match before the try begins.
    if viewer is None or table.is_guided or table.is_shared_deal or not table.is_running:
        return False
    # Where a clock runs, as in a race that has begun, there is no time to read an offer or to begin another match.
    begun = snapshot.rules.REAL_TIME and table.due_at is not None
    runs = begun or (table.is_live and table.has_clock)
    if guide(table.game) is None or runs:
        return False
    # The others may have made any number of moves before the viewer's first turn: a turn may have several moves.
    if table.moves.filter(seat=viewer).exists():
        return False
    played = Seat.objects.filter(user=snapshot.seats[viewer].user_id, table__game=table.game)
    # A match put aside before its first move was left for this one, by whoever wanted slower cards.
    unplayed = Q(table=table.pk) | Q(table__number=0, put_aside_at__isnull=False)
    return not played.exclude(unplayed).exists()
