"""Old matches without the positions between their deal and their end: these follow from the moves and what chance gave, so they
are worked out when somebody asks, by the rules under which the match was played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import transaction

from games.models import Move, Table
from games.models.packing import packed_length
from games.rules import core
from games.rules.chance import Impossible

# What a row that was tampered with can bring about in the rules, which trust what was stored.
SPOILED = (core.Refused, Impossible, LookupError, TypeError, ValueError, AttributeError)
# What stands in a row instead of its position.
NOTHING: dict[str, Any] = {}


class Saved(NamedTuple):
    """A match's positions in characters, as they were stored and as they are now."""

    before: int
    after: int


def fill(table: Table, rows: Sequence[Move]) -> None:
    """Work out what was taken out, as far as the rows follow from each other: what the audit says of them is for it to
    say. A match is thinned as a whole, so that a single missing position is none that was taken out."""
    between = rows[1:-1]
    if not between or any(row.state != NOTHING for row in between):
        return
    for row, state in zip(between, _positions(table, rows), strict=False):
        row.state = state


def thin(table: Table, rows: Sequence[Move]) -> Saved | None:
    """Take the positions out of a match that is over; None if they can't be had back to the letter, or are out already.
    `rows` are the table's as they are stored."""
    between = [row for row in rows[1:-1] if row.state != NOTHING]
    if not between or [row.state for row in rows[1:]] != _positions(table, rows):
        return None
    before, left = (sum(packed_length(row.state) for row in some) for some in (rows, (rows[0], rows[-1])))
    Move.objects.filter(pk__in=[row.pk for row in between]).update(state=NOTHING)
    return Saved(before, left + 2 * len(between))


@transaction.atomic
def restore(table: Table, rows: Sequence[Move]) -> bool:
    """Put them back, as before an upgrade that changes the game's rules; whether there was anything to put back."""
    missing = [row for row in rows if row.state == NOTHING]
    fill(table, rows)
    Move.objects.bulk_update([row for row in missing if row.state != NOTHING], ["state"], batch_size=200)
    return bool(missing)


def _positions(table: Table, rows: Sequence[Move]) -> list[Any]:
    """After each row but the first, up to one that does not follow."""
    rules = core.game(table.game)
    found: list[Any] = []
    try:
        state = rules.load(rows[0].state)
        for row in rows[1:]:
            state, _events = core.play_again(rules, state, row.seat, row.move, row.at, row.events)
            found.append(rules.dump(state))
    except SPOILED:
        pass
    return found
