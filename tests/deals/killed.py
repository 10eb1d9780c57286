"""Does what a process does around a deal, waits before the commit to be killed, and prints what is stored. What a
killed process has begun another one does again: `end` after `begin`, for each of `STEPS`."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from games.deals.models import Deal


def main(step: str, how: str) -> None:
    django.setup()
    from django.db import transaction

    if how == "end":
        print(*_stored())
        STEPS[step]()
        print(*_stored())
        return
    with transaction.atomic():
        STEPS[step]()
        print(*_stored(), flush=True)
        signal.pause()


def _stored() -> list[object]:
    """Return the numbers of deals, closed ones, strongest bots' matches, finished tries and counted people, and whose
    tries are free."""
    from games.deals.models import Count, Deal, Try

    deals = Deal.objects.all()
    closed, played = deals.exclude(closed_at=None), deals.exclude(strongest=None)
    finished, people = Try.objects.exclude(finished_at=None), Count.objects.values_list("people", flat=True)
    free = Try.objects.filter(kind="free").values_list("user__username", flat=True)
    return [deals.count(), closed.count(), played.count(), finished.count(), sum(people), *free]


def _draw() -> None:
    from tests.deals import examples

    examples.drawn()


def _play_strongest() -> None:
    """The day begins. Weaker bots do here: what is stored is the same."""
    from games.deals import bot_matches, strongest
    from games.rules import core
    from tests.deals import examples

    deal = _deal()
    moves = bot_matches.play(core.game(deal.game), deal.seed, ["easy", *deal.levels], None)
    with examples.at():
        strongest.store(deal, moves)


def _play() -> None:
    """Ada plays to the end. Ben begins."""
    from tests.deals import examples

    with examples.at():
        examples.begun(_deal(), examples.member("Ben"))
        examples.played(_deal(), examples.member("Ada"))


def _close() -> None:
    from django.utils import timezone

    from games.deals import commitment, days
    from tests.deals import examples

    with examples.at(days.closes(examples.DAY)):
        commitment.close(timezone.now())


def _play_late() -> None:
    """Ben ends his match after the deal was closed."""
    from games.deals import days
    from games.deals.models import Try
    from games.play import storage
    from tests.deals import examples

    with examples.at(days.closes(examples.DAY) + examples.HOUR):
        table = Try.objects.get(user__username="Ben").table_id
        examples.play(storage.load(str(table)))


def _deal() -> Deal:
    from games.deals.models import Deal
    from tests.deals import examples

    return Deal.objects.get(game="parade", day=examples.DAY)


STEPS: dict[str, Callable[[], None]] = {
    "draw": _draw,
    "strongest": _play_strongest,
    "play": _play,
    "close": _close,
    "late": _play_late,
}

if __name__ == "__main__":
    main(*sys.argv[1:])
