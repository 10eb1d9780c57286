"""Checks of a match on a shared deal, besides those of every match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.deals import bot_matches
from games.deals.tries import deal_of
from games.models import Seat, Table


def faults(table: Table, seats: Sequence[Seat]) -> Iterable[tuple[int, str]]:
    """Yield the differences from the deal. An imported match was played on a deal of another site and is left out."""
    if table.deal is None:
        return
    if "day" in table.deal and any(_salts(seats)):
        yield 0, "somebody has added a salt to the deal of a day"
    if table.is_imported:
        return
    if "day" in table.deal:
        yield from _faults_of_day(table, seats)
        return
    old = Table.objects.filter(pk=table.deal["match"]).first()
    if old is not None and (old.seed, _salts(old.seats.all())) != (table.seed, _salts(seats)):
        yield 0, "the deal is not that of the match it names"


def _faults_of_day(table: Table, seats: Sequence[Seat]) -> Iterable[tuple[int, str]]:
    deal = deal_of(table)
    if deal is None or deal.seed != table.seed:
        yield 0, "the deal is not that of its day"
    elif [seat.level for seat in seats if seat.index != bot_matches.SEAT] != deal.levels:
        yield 0, "the bots are not those of the deal"


def _salts(seats: Iterable[Seat]) -> list[str]:
    return [seat.salt for seat in seats]
