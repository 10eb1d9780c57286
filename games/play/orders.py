"""Standing orders: given, taken back, and carried out by whoever finds that their seat is awaited.

An order is a row that only its owner is ever shown. Giving one changes neither the table nor its version, so that
nobody can tell; carrying one out is a move of its person like any other, stored in one transaction with the end of
the order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import structlog
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Move, StandingOrder, Table
from games.play import ordered
from games.play.moves import Settled, settle
from games.play.position import Clash, Position, load, retried
from games.rules import core, orders

log = structlog.get_logger("unbirthday.play")

# Told the table and the seat whose order was given, taken back or dropped, after the commit. Filled by
# GamesConfig.ready().
told: list[Callable[[str, int], None]] = []


def give(table_id: str, person: int | None, order: Any, seen: int) -> StandingOrder:
    """Store what the person's seat is to do at its next turn, in place of an earlier order. `seen` is the number of
    the board on which it was made: what the order's condition goes back to, and stale once the seat has moved."""

    def change() -> StandingOrder:
        position = load(table_id)
        index = _require_player(position, person)
        number = min(seen, position.table.number)
        if _moved_since(table_id, index, number):
            raise core.Refused("stale")
        view = _view_at(position, index, number)
        own = orders.check(position.table.game, view, index, order)
        basis = {"number": number, "seen": own.basis(view, index, order)}
        new = StandingOrder(table_id=table_id, seat=index, order=order, basis=basis)
        return _stored(new, position.touched(timezone.now()))

    given = retried(change)
    _tell(table_id, given.seat)
    return given


def _require_player(position: Position, person: int | None) -> int:
    """The index of the person's seat, if they play it themselves now."""
    seat = position.require_seat(person)
    position.require_running()
    if seat.resigned is not None:
        raise core.Refused("resigned")
    if seat.stand_in:
        raise core.Refused("take_back_first")
    return int(seat.index)


def _moved_since(table_id: str, index: int, number: int) -> bool:
    return Move.objects.filter(table_id=table_id, seat=index, number__gt=number).exists()


def _view_at(position: Position, index: int, number: int) -> core.View:
    """What the seat saw on board `number`."""
    if number == position.table.number:
        return position.rules.view(position.state, index)
    row = Move.objects.filter(table_id=position.table.pk, number=number).first()
    if row is None:
        raise core.Refused("stale")
    return position.rules.view(position.rules.load(row.state), index)


def _stored(order: StandingOrder, touched: dict[str, Any]) -> StandingOrder:
    try:
        with transaction.atomic():
            # The table first, as every move does: two that wait for each other would both fail.
            running = Table.objects.filter(pk=order.table_id, status=Table.Status.RUNNING)
            if not running.update(**touched):
                raise Clash
            StandingOrder.objects.filter(table_id=order.table_id, seat=order.seat).delete()
            # A row of its own, so that who carries out the earlier one finds that it is gone.
            order.save(force_insert=True)
    except IntegrityError as error:
        raise Clash from error
    return order


def revoke(table_id: str, person: int | None) -> None:
    """Take the order back; Refused `no_order` if there is none any more."""
    _remove(table_id, load(table_id).require_seat(person).index, dropped=False)


def read_note(table_id: str, person: int | None) -> None:
    """The owner has read why their order was dropped."""
    _remove(table_id, load(table_id).require_seat(person).index, dropped=True)


def _remove(table_id: str, index: int, dropped: bool) -> None:
    mine = StandingOrder.objects.filter(table_id=table_id, seat=index)
    gone, _ = (mine.exclude(dropped="") if dropped else mine.filter(dropped="")).delete()
    if not gone and not dropped:
        raise core.Refused("no_order")
    _tell(table_id, index)


def carry_out(table_id: str, index: int) -> Settled | None:
    """Make the next move of the seat's order, or drop it (None); Refused `stale` if there is nothing to do."""

    def change() -> Settled | None:
        position = load(table_id)
        order = _to_carry_out(position, index)
        what = _resolved(position, order)
        if isinstance(what, orders.Dropped):
            _drop(order, what.code)
            return None
        try:
            return _made(position, order, what)
        except core.Refused as refused:
            # The rules have the last word, on an order as on every move.
            log.warning("order_refused", table=table_id, why=refused.code)
            _drop(order, refused.code)
            return None

    settled = retried(change)
    if settled is None:
        _tell(table_id, index)
    return settled


def _to_carry_out(position: Position, index: int) -> StandingOrder:
    """The seat's order, if it is to act now: a bot that plays for the person plays without it."""
    seat = position.seats[index]
    awaited = position.table.is_running and index in position.rules.to_act(position.state)
    order = StandingOrder.objects.filter(table_id=position.table.pk, seat=index, dropped="").first()
    if order is None or not awaited or seat.user_id is None or seat.played_by_bot:
        raise core.Refused("stale")
    if ordered.is_void(order):
        StandingOrder.objects.filter(pk=order.pk).delete()
        raise core.Refused("stale")
    return order


def _resolved(position: Position, order: StandingOrder) -> orders.Step | orders.Dropped:
    own = orders.of(position.table.game)
    if own is None:
        return orders.Dropped("no_orders")
    view = position.rules.view(position.state, order.seat)
    try:
        return own.resolve(view, order.seat, order.order, ordered.basis_of(order)["seen"])
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        # A fault of ours. Tried again and again it would keep the seat's time from running out, too.
        log.exception("order_failed", table=order.table_id)
        return orders.Dropped("failed")


def _made(position: Position, order: StandingOrder, step: orders.Step) -> Settled:
    """Settle the move, and end the order or let it go on, in one transaction."""
    seat = position.seats[order.seat]
    with transaction.atomic():
        key = f"{ordered.KEY}{order.pk}-{position.table.number}"
        settled = settle(position, seat, step.move, Move.By.PERSON, key)
        mine = StandingOrder.objects.filter(pk=order.pk, dropped="")
        if step.more is not None and seat.is_awaited:
            kept = mine.update(basis={"number": settled.number, "seen": step.more})
        else:
            kept, _ = mine.delete()
        # Taken back or replaced meanwhile; or the match is over, which removes all orders of the table.
        if not kept and settled.position.table.is_running:
            raise Clash
    return settled


def _drop(order: StandingOrder, code: str) -> None:
    """Keep it, with why, until its owner has read it."""
    mine = StandingOrder.objects.filter(pk=order.pk, dropped="")
    mine.update(dropped=code[:40])
    log.info("order_dropped", table=order.table_id)


def _tell(table_id: str, index: int) -> None:
    for each in told:
        each(table_id, index)
