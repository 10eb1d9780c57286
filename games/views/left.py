"""Where visitors left the tables at which they sit: once a table's page is open again the table itself no longer knows,
so their sessions do, of the tables to which they came back last."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.http import HttpRequest
from django.utils import timezone

from games.models import Move
from games.queries import since
from games.tables import Snapshot

KEY, REMEMBERED = "left", 50


def come_back(request: HttpRequest, snapshot: Snapshot, viewer: int) -> None:
    """Keep when they left, if a move has come since then."""
    left = since.left_at(snapshot, viewer, timezone.now())
    if left is None or since.board_left(snapshot, snapshot.recent, viewer, left) is None:
        return
    kept = [each for each in request.session.get(KEY, []) if each[0] != snapshot.table.pk]
    request.session[KEY] = [*kept[1 - REMEMBERED :], [snapshot.table.pk, left.isoformat()]]


def board_left(
    request: HttpRequest, snapshot: Snapshot, rows: Sequence[Move], viewer: int | None
) -> int | None:
    """The number of the board at which they left; None where they have not been away. They may have come here at once,
    or by way of the table."""
    if viewer is None:
        return None
    came = dict(request.session.get(KEY, [])).get(snapshot.table.pk)
    moments = (since.left_at(snapshot, viewer, timezone.now()), came and datetime.fromisoformat(came))
    found = (since.board_left(snapshot, rows, viewer, moment) for moment in moments if moment)
    return next((number for number in found if number is not None), None)
