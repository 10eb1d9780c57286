"""The host's decisions about an open table: its number of seats, its times, and when the match begins."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.models import Seat, Table
from games.play import notifications
from games.play.commands import changes_table
from games.play.opening import Plan, times_of
from games.play.seating import start_if_full
from games.play.snapshot import Draft, Position
from games.rules import core


@changes_table
def begin_with(draft: Draft, person: int, seen: int) -> None:
    """Begin the match with the people and bots who are seated; free and reserved seats are removed. Host only.

    `seen` is the number of taken seats that the host saw. Refused `somebody_left` if fewer are taken now.
    People who have sat down since then play as well.
    """
    draft.require_open_host(person)
    occupied = [seat for seat in draft.seats if not seat.is_empty]
    if len(occupied) < seen:
        raise core.Refused("somebody_left")
    draft.change(options=_options_for(draft, len(occupied)))
    _number(draft, occupied)
    begin(draft, person)


@changes_table
def rearrange(draft: Draft, person: int, plan: Plan) -> None:
    """Change the table's number of seats and its times to the plan's. Host only.

    The times stay while they are agreed.
    """
    draft.require_open_host(person)
    options = _options_for(draft, plan.seats)
    if plan.seats < (least := least_seats(draft)):
        raise core.Refused("too_few_seats", least=least)
    times = times_of(draft.rules, plan)
    before = {name: getattr(draft.table, name) for name in times}
    if times_are_agreed(draft) and times != before:
        raise core.Refused("times_agreed")
    gone = _spare(draft)[: max(0, len(draft.seats) - plan.seats)]
    _number(draft, [seat for seat in draft.seats if seat not in gone])
    draft.seats += [Seat(table=draft.table, index=index) for index in range(len(draft.seats), plan.seats)]
    for seat in draft.seats:
        seat.bank_ms = times["bank_ms"]
    draft.change(options=options, **times)
    draft.touch(timezone.now())


def _options_for(draft: Draft, seats: int) -> dict[str, Any]:
    """Return the table rules for that number of seats. A rule with the default for the old number gets that for the
    new one. Raises Refused."""
    options = draft.table.options
    defaults = {option.name: option.default_for(len(draft.seats)) for option in draft.rules.OPTIONS}
    chosen = {
        name: value for name, value in options.items() if name not in defaults or value != defaults[name]
    }
    return core.settle_options(draft.rules, seats, chosen)


def times_are_agreed(table: Position) -> bool:
    """Return True while somebody but the host is seated, who sat down to play at the table's times."""
    return any(person != table.table.host_id for person in table.people)


def least_seats(table: Position) -> int:
    """Return the least number of seats: one for everybody who is seated or invited, and one more than are seated."""
    used = len(table.seats) - len(_spare(table))
    return max(used, 1 + sum(not seat.is_empty for seat in table.seats))


def _spare(table: Position) -> list[Seat]:
    """Return the free seats that are reserved for nobody, the last ones first."""
    return [seat for seat in reversed(table.seats) if seat.is_empty and seat.reserved_id is None]


def begin(draft: Draft, person: int) -> None:
    """Begin the match, all of whose seats are taken."""
    if len(draft.people) == 1:
        # Moves against bots alone have no time limit.
        draft.change(pace=Table.Pace.LIVE, bank_ms=0, increment_ms=0, weekends_off=False)
        for seat in draft.seats:
            seat.bank_ms = 0
    start_if_full(draft)
    draft.afterwards.append(lambda: notifications.begun(draft, person))


def _number(draft: Draft, seats: list[Seat]) -> None:
    """Make these the seats of the table, numbered without gaps."""
    draft.seats = seats
    for index, seat in enumerate(seats):
        seat.index = index
