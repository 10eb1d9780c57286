"""Hints: the best move that a search finds, shown to the seat that asks and stored with the match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.coach.models import Hint
from games.models import Move, Seat, Table
from games.play.snapshot import Snapshot
from games.play.storage import load
from games.rules import core


def taken(table: OuterRef, seat: int | None) -> Exists:
    """Return an expression that is true if a hint was taken in the match, by that seat or by anybody: the match then
    counts in no figures."""
    hints = Hint.objects.filter(table=table)
    return Exists(hints if seat is None else hints.filter(seat=seat))


def exported(table: Table) -> dict[str, Any]:
    """Return which seats took hints after which moves, as in the match record; nothing while the match runs, because
    the others don't see it either."""
    if not table.is_over:
        return {}
    hints = Hint.objects.filter(table=table).values_list("seat", "number")
    entries = [{"seat": seat, "n": number + 1} for seat, number in hints]
    return {"hints": entries} if entries else {}


def imported(table: Table, document: Mapping[str, Any]) -> None:
    hints = document.get("hints", ())
    Hint.objects.bulk_create(Hint(table=table, seat=hint["seat"], number=hint["n"] - 1) for hint in hints)


def has_taken_hint(table_id: str, seat: int) -> bool:
    """Return True if the seat has taken a hint in this match."""
    return Hint.objects.filter(table=table_id, seat=seat).exists()


def asking(table_id: str, person: int, seen: int) -> tuple[Snapshot, Seat, Hint | None]:
    """Return the table, the person's seat, and the hint that the seat already has in this turn.

    `seen` is the number of the board on which the person asked. Raises Refused if no hint can be given.
    """
    snapshot = load(table_id)
    seat = snapshot.require_seat(person)
    snapshot.require_running()
    if not snapshot.allows_hints:
        raise core.Refused("no_hints")
    _refuse_late(snapshot, seat.index, seen)
    since = _newest_move(table_id, seat.index)
    hint = Hint.objects.filter(table=table_id, seat=seat.index, number__gte=since).first()
    return snapshot, seat, hint


def give(table_id: str, seat: int, number: int, advice: dict[str, Any]) -> Hint:
    """Store the hint that a seat gets on the board with that number. Raises Refused and stores nothing if its turn is
    over."""
    with transaction.atomic():
        # Each move writes this row, so the turn can't end in between.
        Table.objects.select_for_update().get(pk=table_id)
        snapshot = load(table_id)
        snapshot.require_running()
        _refuse_late(snapshot, seat, number)
        return Hint.objects.get_or_create(
            table=snapshot.table, seat=seat, number=number, defaults={"advice": advice}
        )[0]


def _refuse_late(snapshot: Snapshot, seat: int, number: int) -> None:
    """Refuse if the seat has moved since. Others may have: in a discard, all choose at once."""
    awaited = seat in snapshot.rules.to_act(snapshot.state)
    if not awaited or not _newest_move(snapshot.table.pk, seat) <= number <= snapshot.table.number:
        raise core.Refused("hint_too_late")


def _newest_move(table_id: str, seat: int) -> int:
    """Return the number of the seat's newest move, 0 before its first."""
    moves = Move.objects.filter(table_id=table_id, seat=seat)
    return moves.order_by("-number").values_list("number", flat=True).first() or 0
