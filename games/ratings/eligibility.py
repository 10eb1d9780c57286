"""Which matches count, and the ranks of their people.

Everything follows from what is stored of the table, so the answers are always the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.models import Move, Seat, Table
from games.play import results

# The reasons why a match that was opened as rated does not count. Their texts are in the template `_why.html`.
ABANDONED = "abandoned"
GUEST = "guest"
ALONE = "alone"
REACTIONS = "reactions"
HELPED = "helped"
VOID = "void"
GONE = "gone"


class Finish(NamedTuple):
    """The rank of a seat among the people. `user` is None if their account was deleted."""

    seat: int
    user: int | None
    rank: int


def pool_of(game: str, pace: str) -> str:
    return f"{game}:{pace}"


def why_not(table: Table, seats: Sequence[Seat]) -> str:
    """Return the reason why the finished match does not count; "" if it counts."""
    people = [seat for seat in seats if not seat.is_bot]
    if (table.outcome or {}).get("reason") == "abandoned":
        return ABANDONED
    if table.is_imported or len(people) < 2:
        return ALONE
    if _had_guests(table):
        return GUEST
    if any(seat.mark for seat in people):
        return REACTIONS
    # Hints, guided matches, positions of other matches and shared deals count in nobody's figures.
    return "" if results.counts(table) else HELPED


def _had_guests(table: Table) -> bool:
    """Return True if somebody was a guest when the cards were dealt. They may have registered since."""
    deal = Move.objects.filter(table=table, number=0).only("move").first()
    return deal is not None and bool(deal.move.get("guests"))


def finishes(seats: Sequence[Seat]) -> list[Finish]:
    """Return the ranks of the people, without the bots' seats.

    A seat that a bot took over counts as its person's. People who resigned share the last rank.
    """
    people = [seat for seat in seats if not seat.is_bot]
    order = {
        seat.index: (seat.resigned is not None, 0 if seat.resigned is not None else seat.rank)
        for seat in people
    }
    ranks = {index: 1 + sum(other < own for other in order.values()) for index, own in order.items()}
    return [Finish(seat.index, seat.user_id, ranks[seat.index]) for seat in people]
