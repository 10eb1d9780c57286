"""Which matches count, and the ranks of their people.

Everything follows from what is stored of the table, so the answers are always the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.models import Move, Seat, SeatEvent, Table
from games.play import results

Kind = SeatEvent.Kind
# The reasons why a match that was opened as rated does not count. Their texts are in the template `_why.html`.
GUEST = "guest"
ALONE = "alone"
REACTIONS = "reactions"
HELPED = "helped"
ABANDONED = "abandoned"
UNPLAYED = "unplayed"
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
    if table.is_imported or len(people) < 2:
        return ALONE
    if had_guests(table):
        return GUEST
    if all(seat.mark for seat in people):
        return REACTIONS
    if table.is_abandoned and any(seat.resigned is None for seat in people):
        # If everybody resigned, they have an order: see `finishes`.
        return ABANDONED
    if sum(seat.resigned is None for seat in people) < 2 and not _have_all_moved(people):
        return UNPLAYED
    # Hints, guided matches, positions of other matches and shared deals count in nobody's figures.
    return "" if results.counts(table) else HELPED


def had_guests(table: Table) -> bool:
    """Return True if somebody was a guest when the cards were dealt. They may have registered since."""
    deal = Move.objects.filter(table=table, number=0).only("move").first()
    return deal is not None and bool(deal.move.get("guests"))


def _have_all_moved(people: Sequence[Seat]) -> bool:
    """Return True if each of the people has made a move of their own."""
    moves = Move.objects.filter(table=people[0].table_id, by=Move.By.PERSON)
    return set(moves.values_list("seat", flat=True).distinct()) >= {seat.index for seat in people}


def finishes(seats: Sequence[Seat]) -> list[Finish]:
    """Return the ranks of the people, without the bots' seats.

    A seat that a bot took over counts as its person's. People who resigned and marked seats share the last rank. If
    everybody has resigned, the last one to do so is first, as at a table of two.
    """
    people = [seat for seat in seats if not seat.is_bot]
    last = None if any(seat.resigned is None for seat in people) else _last_to_resign(people[0].table_id)

    def order(seat: Seat) -> tuple[bool, int]:
        lost = bool(seat.mark) or (seat.resigned is not None and seat.index != last)
        return (lost, 0 if lost or seat.rank is None else seat.rank)

    orders = [order(seat) for seat in people]
    return [
        Finish(seat.index, seat.user_id, 1 + sum(other < own for other in orders))
        for seat, own in zip(people, orders, strict=True)
    ]


def _last_to_resign(table: str) -> int | None:
    leaving = SeatEvent.objects.filter(table_id=table, kind__in=[Kind.RESIGNED, Kind.OUT_FOR_GOOD])
    return leaving.order_by("-pk").values_list("seat", flat=True).first()
