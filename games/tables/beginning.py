"""What the host of a table that waits decides: its chairs and times, and when its match begins without all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Seat, Table
from games.rules import core
from games.tables import notifications
from games.tables.bot_names import bot_name
from games.tables.opening import Plan, times_of
from games.tables.seating import start_if_full
from games.tables.snapshot import Snapshot
from games.tables.storage import load, retried, save


def fill(table_id: str, person: int, level: str = "") -> Snapshot:
    """The host seats bots on all free seats, also on those kept for somebody, and the match begins. If the host is the
    only person moves have no time from then on. `level`: the game's easy one if empty."""

    def change() -> Snapshot:
        snapshot = load(table_id)
        snapshot.require_open_host(person)
        _seat_bots(snapshot, [seat for seat in snapshot.seats if seat.is_empty], level)
        return _begun(snapshot, person)

    return retried(change)


def seat_bot(table_id: str, person: int, index: int, level: str = "") -> Snapshot:
    """The host seats a bot on that free seat; on the last one the match begins, as `fill` has it. Refused `chair_taken` if
    somebody has sat down there since: no other seat is taken instead. Who is invited keeps theirs."""

    def change() -> Snapshot:
        snapshot = load(table_id)
        snapshot.require_open_host(person)
        _seat_bots(snapshot, [_free_seat(snapshot, index)], level)
        if any(seat.is_empty for seat in snapshot.seats):
            return save(snapshot, snapshot.seats, **snapshot.touched(timezone.now()))
        return _begun(snapshot, person)

    return retried(change)


def set_bot_level(table_id: str, person: int, index: int, level: str) -> Snapshot:
    """The host has a bot of that level sit on a chair on which one sits."""

    def change() -> Snapshot:
        snapshot = load(table_id)
        snapshot.require_open_host(person)
        seat = _bot_seat(snapshot, index)
        seat.name = ""
        _seat_bots(snapshot, [seat], level)
        return save(snapshot, [seat], **snapshot.touched(timezone.now()))

    return retried(change)


def send_bot_away(table_id: str, person: int, index: int) -> Snapshot:
    """The host frees a chair on which a bot sits."""

    def change() -> Snapshot:
        snapshot = load(table_id)
        snapshot.require_open_host(person)
        seat = _bot_seat(snapshot, index)
        seat.level, seat.name = "", ""
        return save(snapshot, [seat], **snapshot.touched(timezone.now()))

    return retried(change)


def _bot_seat(snapshot: Snapshot, index: int) -> Seat:
    seat = next((seat for seat in snapshot.seats if seat.index == index), None)
    if seat is None or not seat.level:
        raise core.Refused("no_bot_there")
    return seat


def _free_seat(snapshot: Snapshot, index: int) -> Seat:
    seat = next((seat for seat in snapshot.seats if seat.index == index), None)
    if seat is None or not seat.is_empty:
        raise core.Refused("chair_taken")
    if seat.reserved_id is not None:
        raise core.Refused("reserved")
    return seat


def _seat_bots(snapshot: Snapshot, seats: Sequence[Seat], level: str) -> None:
    level = level or snapshot.rules.bot_level("easy")
    if level not in snapshot.rules.LEVELS:
        raise core.Refused("no_such_level", level=level)
    taken = {seat.name for seat in snapshot.seats}
    for seat in seats:
        seat.level, seat.name, seat.reserved = level, bot_name(level, taken), None
        taken.add(seat.name)


def begin_with(table_id: str, person: int, seen: int) -> Snapshot:
    """The host begins with those who sit there; the free seats go, also those kept for somebody. `seen`: how many the
    host saw sitting. Whoever has sat down since plays, too; with fewer nothing begins."""

    def change() -> Snapshot:
        snapshot = load(table_id)
        snapshot.require_open_host(person)
        taken = [seat for seat in snapshot.seats if not seat.is_empty]
        if len(taken) < seen:
            raise core.Refused("somebody_left")
        core.settle_options(snapshot.rules, len(taken), snapshot.table.options)
        gone = [seat for seat in snapshot.seats if seat.is_empty]
        moved = _number(snapshot, taken)
        with transaction.atomic():
            snapshot = _begun(snapshot, person)
            _store_places(gone, moved)
        return snapshot

    return retried(change)


def rearrange(table_id: str, person: int, plan: Plan) -> Snapshot:
    """The host gives the table as many seats, and moves as much time, as the plan has."""

    def change() -> Snapshot:
        snapshot = load(table_id)
        snapshot.require_open_host(person)
        core.settle_options(snapshot.rules, plan.seats, snapshot.table.options)
        if plan.seats < (least := least_seats(snapshot)):
            raise core.Refused("too_few_seats", least=least)
        times = times_of(snapshot.rules, plan)
        gone = _spare(snapshot)[: max(0, len(snapshot.seats) - plan.seats)]
        moved = _number(snapshot, [seat for seat in snapshot.seats if seat not in gone])
        for seat in snapshot.seats:
            seat.bank_ms = times["bank_ms"]
        with transaction.atomic():
            save(snapshot, snapshot.seats, **times | snapshot.touched(timezone.now()))
            _store_places(gone, moved)
            _add_seats(snapshot, plan.seats)
        return snapshot

    return retried(change)


def least_seats(snapshot: Snapshot) -> int:
    """With fewer somebody who sits or is invited there had none, or the match would begin."""
    used = len(snapshot.seats) - len(_spare(snapshot))
    return max(used, 1 + sum(not seat.is_empty for seat in snapshot.seats))


def _spare(snapshot: Snapshot) -> list[Seat]:
    """The seats that are free and kept for nobody, the last ones first."""
    return [seat for seat in reversed(snapshot.seats) if seat.is_empty and seat.reserved_id is None]


def _begun(snapshot: Snapshot, person: int) -> Snapshot:
    alone = len(snapshot.people) == 1
    with transaction.atomic():
        snapshot = start_if_full(snapshot, **(_without_clock(snapshot) if alone else {}))
        notifications.begun(snapshot, person)
    return snapshot


def _without_clock(snapshot: Snapshot) -> dict[str, Any]:
    """The table's fields of a match against bots alone. They are set at once: the first clock goes by them."""
    fields = {"pace": Table.Pace.LIVE, "bank_ms": 0, "increment_ms": 0, "weekends_off": False}
    for name, value in fields.items():
        setattr(snapshot.table, name, value)
    for seat in snapshot.seats:
        seat.bank_ms = 0
    return fields


def _number(snapshot: Snapshot, seats: list[Seat]) -> list[Seat]:
    """Let the table have those seats alone, without a gap; those whose place is another one now."""
    snapshot.seats = seats
    moved = [seat for index, seat in enumerate(seats) if seat.index != index]
    for index, seat in enumerate(seats):
        seat.index = index
    return moved


def _store_places(gone: Sequence[Seat], moved: Sequence[Seat]) -> None:
    """After the table, which every writer locks first. Rising, so that no place is taken twice on the way."""
    Seat.objects.filter(pk__in=[seat.pk for seat in gone]).delete()
    for seat in moved:
        Seat.objects.filter(pk=seat.pk).update(index=seat.index)


def _add_seats(snapshot: Snapshot, count: int) -> None:
    for index in range(len(snapshot.seats), count):
        seat = Seat(table=snapshot.table, index=index, bank_ms=snapshot.table.bank_ms)
        seat.save(force_insert=True)
        snapshot.seats.append(seat)
