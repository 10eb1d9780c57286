"""A finished match as a deal: the same cards for somebody else, with bots in the other seats. It is unranked."""

from __future__ import annotations

from accounts.models import User
from games.deals import pages, tries
from games.models import Seat, Table
from games.play.seating import one_at_a_time, refuse_too_many_running
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
    seats = list(Seat.objects.filter(table=old).order_by("index"))
    mine = pages.seat_to_play(seats, person).index
    place = {"match": old.pk, "seat": mine}
    with one_at_a_time(person):
        running = Table.objects.filter(host=person, deal=place, status=Table.Status.RUNNING).first()
        if running is not None:
            return load(running.pk)
        refuse_too_many_running(person)
        bot = core.game(old.game).bot_level(LEVEL)
        levels = ["" if seat.index == mine else seat.level or bot for seat in seats]
        salts = [seat.salt for seat in seats]
        return tries.set_up(person, old.game, old.seed, levels, place, salts, old.options)
