"""The host's decisions about an open table: its seats, its times, and when the match begins."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from games.models import Seat, Table
from games.play import notifications
from games.play.bot_names import bot_name
from games.play.opening import Plan, times_of
from games.play.road import play
from games.play.seating import start_if_full
from games.play.snapshot import Draft, Position, Snapshot
from games.rules import core


def fill(table_id: str, person: int, level: str = "") -> Snapshot:
    """Seat bots on all free seats, reserved ones included, and begin the match. Host only.

    If the host is the only person, moves have no time limit from then on. An empty `level` means the game's easy bot.
    """

    def filled(draft: Draft) -> None:
        draft.require_open_host(person)
        _seat_bots(draft, [seat for seat in draft.seats if seat.is_empty], level)
        _begin(draft, person)

    return play(table_id, filled).snapshot


def seat_bot(table_id: str, person: int, index: int, level: str = "") -> Snapshot:
    """Seat a bot on a free seat. On the last free seat the match begins, as in `fill`. Host only.

    Refused `chair_taken` if somebody has sat down there meanwhile (no other seat is taken instead), `reserved` if the
    seat is reserved for somebody.
    """

    def seated(draft: Draft) -> None:
        draft.require_open_host(person)
        _seat_bots(draft, [_free_seat(draft, index)], level)
        if any(seat.is_empty for seat in draft.seats):
            draft.touch(timezone.now())
        else:
            _begin(draft, person)

    return play(table_id, seated).snapshot


def set_bot_level(table_id: str, person: int, index: int, level: str) -> Snapshot:
    """Change the level of the bot on a seat. Host only."""

    def changed(draft: Draft) -> None:
        draft.require_open_host(person)
        seat = _bot_seat(draft, index)
        seat.name = ""
        _seat_bots(draft, [seat], level)
        draft.touch(timezone.now())

    return play(table_id, changed).snapshot


def send_bot_away(table_id: str, person: int, index: int) -> Snapshot:
    """Free the seat of a bot. Host only."""

    def sent_away(draft: Draft) -> None:
        draft.require_open_host(person)
        seat = _bot_seat(draft, index)
        seat.level, seat.name = "", ""
        draft.touch(timezone.now())

    return play(table_id, sent_away).snapshot


def _bot_seat(draft: Draft, index: int) -> Seat:
    seat = next((seat for seat in draft.seats if seat.index == index), None)
    if seat is None or not seat.level:
        raise core.Refused("no_bot_there")
    return seat


def _free_seat(draft: Draft, index: int) -> Seat:
    seat = next((seat for seat in draft.seats if seat.index == index), None)
    if seat is None or not seat.is_empty:
        raise core.Refused("chair_taken")
    if seat.reserved_id is not None:
        raise core.Refused("reserved")
    return seat


def _seat_bots(draft: Draft, seats: Sequence[Seat], level: str) -> None:
    level = level or draft.rules.bot_level("easy")
    if level not in draft.rules.LEVELS:
        raise core.Refused("no_such_level", level=level)
    taken = {seat.name for seat in draft.seats}
    for seat in seats:
        seat.level, seat.name, seat.reserved_id = level, bot_name(level, taken), None
        taken.add(seat.name)


def begin_with(table_id: str, person: int, seen: int) -> Snapshot:
    """Begin the match with the people and bots who are seated; free and reserved seats are removed. Host only.

    `seen` is the number of taken seats that the host saw. Refused `somebody_left` if fewer are taken now; people who
    have sat down since play, too.
    """

    def begun(draft: Draft) -> None:
        draft.require_open_host(person)
        occupied = [seat for seat in draft.seats if not seat.is_empty]
        if len(occupied) < seen:
            raise core.Refused("somebody_left")
        core.settle_options(draft.rules, len(occupied), draft.table.options)
        _number(draft, occupied)
        _begin(draft, person)

    return play(table_id, begun).snapshot


def rearrange(table_id: str, person: int, plan: Plan) -> Snapshot:
    """Change the table's number of seats and its times to the plan's. Host only."""

    def rearranged(draft: Draft) -> None:
        draft.require_open_host(person)
        core.settle_options(draft.rules, plan.seats, draft.table.options)
        if plan.seats < (least := least_seats(draft)):
            raise core.Refused("too_few_seats", least=least)
        times = times_of(draft.rules, plan)
        gone = _spare(draft)[: max(0, len(draft.seats) - plan.seats)]
        _number(draft, [seat for seat in draft.seats if seat not in gone])
        draft.seats += [Seat(table=draft.table, index=index) for index in range(len(draft.seats), plan.seats)]
        for seat in draft.seats:
            seat.bank_ms = times["bank_ms"]
        draft.change(**times)
        draft.touch(timezone.now())

    return play(table_id, rearranged).snapshot


def least_seats(table: Position) -> int:
    """Return the least number of seats: one for everybody who is seated or invited, and one more than are seated."""
    used = len(table.seats) - len(_spare(table))
    return max(used, 1 + sum(not seat.is_empty for seat in table.seats))


def _spare(table: Position) -> list[Seat]:
    """Return the free seats that are reserved for nobody, the last ones first."""
    return [seat for seat in reversed(table.seats) if seat.is_empty and seat.reserved_id is None]


def _begin(draft: Draft, person: int) -> None:
    if len(draft.people) == 1:
        # Moves against bots alone have no time limit.
        draft.change(pace=Table.Pace.LIVE, bank_ms=0, increment_ms=0, weekends_off=False)
        for seat in draft.seats:
            seat.bank_ms = 0
    start_if_full(draft)
    draft.also.append(lambda: notifications.begun(draft, person))


def _number(draft: Draft, seats: list[Seat]) -> None:
    """Make these the seats of the table, numbered without gaps."""
    draft.seats = seats
    for index, seat in enumerate(seats):
        seat.index = index
