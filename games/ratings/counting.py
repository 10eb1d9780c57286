"""Which matches count, and where their people came in. Every answer follows from what is stored of the table, so that
it is the same whenever it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.models import Move, Seat, Table
from games.play import results

# Why a match that was opened as rated does not count, by code; templates/ratings/_why.html says it.
ABANDONED, GUEST, ALONE, REACTIONS, HELPED, VOID, GONE = (
    "abandoned",
    "guest",
    "alone",
    "reactions",
    "helped",
    "void",
    "gone",
)


class Finish(NamedTuple):
    """Where the person on that seat came in among the people; `user` is None of somebody who has left for good."""

    seat: int
    user: int | None
    rank: int


def pool_of(game: str, pace: str) -> str:
    return f"{game}:{pace}"


def why_not(table: Table, seats: Sequence[Seat]) -> str:
    """The code of why the finished match does not count; "" if it counts."""
    people = [seat for seat in seats if not seat.is_bot]
    if (table.outcome or {}).get("reason") == "abandoned":
        return ABANDONED
    if table.is_imported or len(people) < 2:
        return ALONE
    if _had_guests(table):
        return GUEST
    if any(seat.mark for seat in people):
        return REACTIONS
    # Hints, guided matches, positions that were played on, shared deals: what counts in nobody's figures.
    return "" if results.counts(table) else HELPED


def _had_guests(table: Table) -> bool:
    """Whether somebody was a guest when it was dealt, whatever became of them since."""
    deal = Move.objects.filter(table=table, number=0).only("move").first()
    return deal is not None and bool(deal.move.get("guests"))


def finishes(seats: Sequence[Seat]) -> list[Finish]:
    """Of the people alone, bots' seats left out. A person's seat that a bot has played is the person's all the same;
    those who resigned are last together."""
    people = [seat for seat in seats if not seat.is_bot]
    order = {
        seat.index: (seat.resigned is not None, 0 if seat.resigned is not None else seat.rank)
        for seat in people
    }
    ranks = {index: 1 + sum(other < own for other in order.values()) for index, own in order.items()}
    return [Finish(seat.index, seat.user_id, ranks[seat.index]) for seat in people]
