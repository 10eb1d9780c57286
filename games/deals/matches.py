"""A finished match as a deal: the same cards for somebody else, with bots in the other seats. It is unranked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from games.deals import tries
from games.models import Seat, Table
from games.people.locks import one_at_a_time
from games.play.seating import refuse_too_many_running
from games.play.snapshot import Snapshot
from games.play.storage import load
from games.rules import core

# The level of the bots in the seats of people.
LEVEL = "greedy"


def is_playable(table: Table) -> bool:
    """Return True if the match can be played again: it is over, its cards follow from a seed, its rules are current."""
    rules = core.game(table.game)
    return (
        table.is_over
        and table.is_proven
        and not table.is_guided
        and table.rules == rules.VERSION
        and not rules.REAL_TIME
    )


def begin(person: User, old: Table) -> Snapshot:
    """Begin or continue the person's match on the deal of that one. Raises Refused `deal_not_there`."""
    if not is_playable(old):
        raise core.Refused("deal_not_there")
    seats = list(Seat.objects.filter(table=old))
    mine = seat_to_play(seats, person).index
    place = {"match": old.pk, "seat": mine}
    with one_at_a_time(person):
        running = Table.objects.filter(host=person, deal=place, status=Table.Status.RUNNING).first()
        if running is not None:
            return load(running.pk)
        refuse_too_many_running(person)
        bot = core.game(old.game).bot_level(LEVEL)
        levels = ["" if seat.index == mine else seat.level or bot for seat in seats]
        salts = [seat.salt for seat in seats]
        return tries.set_up(person, old.game, old.seed, levels, place, salts=salts, options=old.options)


def again(table: Table, person: User | None) -> dict[str, Any]:
    """Return the context of the page on which the deal of a finished match can be played again.

    An imported record may name any match as its deal, so it is no result here.
    """
    seats = list(Seat.objects.filter(table=table).select_related("table"))
    seat = seat_to_play(seats, person)
    own = (
        Table.objects.filter(deal__match=table.pk, deal__seat=seat.index, host=person, origin__isnull=True)
        if person
        else Table.objects.none()
    )
    over = own.filter(status=Table.Status.OVER, outcome__reason="finished")
    results = Seat.objects.filter(table__in=over, index=seat.index).select_related("table")
    return {
        "table": table,
        "seat": seat,
        "running": own.filter(status=Table.Status.RUNNING).exists(),
        "results": results.order_by("-table__ended_at")[:5],
    }


def seat_to_play(seats: Sequence[Seat], person: User | None) -> Seat:
    """Return the seat whose cards are played again: one's own, else the best person's, else the best seat.

    Whoever resigned comes after those who did not.
    """
    own = next((seat for seat in seats if person is not None and seat.user_id == person.pk), None)
    return own or min(
        seats, key=lambda seat: (seat.is_bot, seat.resigned is not None, seat.rank or 9, seat.index)
    )
