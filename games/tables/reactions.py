"""When a real-time match is over: each person's usual and best reaction there, and whether they are no person's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import QuerySet

from games.models import Move, Seat, Table
from games.rules import reactions


def note(table: Table, seats: Sequence[Seat]) -> None:
    """Within the transaction that ends the match, once its last move is stored."""
    found = _of(table.pk)
    for seat in seats:
        told = reactions.judged(found[seat.index])
        if told is not None:
            seat.usual_ms, seat.best_ms, seat.mark = max(0, told.usual), max(0, told.best), told.mark
            Seat.objects.filter(pk=seat.pk).update(
                usual_ms=seat.usual_ms, best_ms=seat.best_ms, mark=seat.mark
            )


def _of(table: str) -> dict[int, list[int]]:
    """People's reactions by seat; matches from before these were stored have none."""
    found: dict[int, list[int]] = defaultdict(list)
    claims: QuerySet[Move] = Move.objects.filter(table_id=table, by=Move.By.PERSON, timing__isnull=False)
    for seat, timing in claims.values_list("seat", "timing"):
        if seat is not None and timing is not None and "reaction" in timing:
            found[seat].append(timing["reaction"])
    return found
