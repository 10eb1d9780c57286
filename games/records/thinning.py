"""Thinning of old matches: drop the positions between deal and end, which follow from the moves and the recorded draws.

They are computed again on request, by the present rules: restore them before an upgrade that changes the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import transaction

from games.models import Move, Table
from games.models.packing import packed_length
from games.rules import core
from games.rules.chance import Impossible

# Errors that a tampered row can cause in the rules, which trust stored data.
SPOILED = (core.Refused, Impossible, LookupError, TypeError, ValueError, AttributeError)
# The stored value of a position that was thinned out.
NOTHING: dict[str, Any] = {}


class Saved(NamedTuple):
    """The length of a match's positions in characters, before and after thinning."""

    before: int
    after: int


def fill(table: Table, rows: Sequence[Move]) -> None:
    """Compute positions that were thinned out, as far as the rows follow from each other; the audit reports faults.

    Thinning removes all positions of a match, so a single missing position has another cause and stays missing.
    """
    between = rows[1:-1]
    if not between or any(row.state != NOTHING for row in between):
        return
    for row, state in zip(between, _positions(table, rows), strict=False):
        row.state = state


def thin(table: Table, rows: Sequence[Move]) -> Saved | None:
    """Thin out a match that is over. `rows` are the table's moves as stored.

    Return None if it is thinned already, or if its positions can't be computed again exactly.
    """
    between = [row for row in rows[1:-1] if row.state != NOTHING]
    if not between or [row.state for row in rows[1:]] != _positions(table, rows):
        return None
    before, left = (sum(packed_length(row.state) for row in some) for some in (rows, (rows[0], rows[-1])))
    Move.objects.filter(pk__in=[row.pk for row in between]).update(state=NOTHING)
    return Saved(before, left + 2 * len(between))


@transaction.atomic
def restore(table: Table, rows: Sequence[Move]) -> bool:
    """Store thinned positions again, for instance before an upgrade that changes rules. Return False if there were
    none."""
    missing = [row for row in rows if row.state == NOTHING]
    fill(table, rows)
    Move.objects.bulk_update([row for row in missing if row.state != NOTHING], ["state"], batch_size=200)
    return bool(missing)


def _positions(table: Table, rows: Sequence[Move]) -> list[Any]:
    """Return the position after each row but the first, up to a row that does not follow."""
    rules = core.game(table.game)
    positions: list[Any] = []
    try:
        state = rules.load(rows[0].state)
        for row in rows[1:]:
            state, _events = core.play_again(
                rules, state, seat=row.seat, move=row.move, at=row.at, recorded=row.events
            )
            positions.append(rules.dump(state))
    except SPOILED:
        pass
    return positions
