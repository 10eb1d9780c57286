"""What people do with standing orders, in the words of the tests."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from games import play
from games.models import StandingOrder
from games.play import Position, Refused
from games.rules import core, orders
from games.rules.orders import Order
from tests.games.tables import browser

GAMES = [name for name in core.names() if orders.of(name)]


def waiting(position: Position) -> int:
    """A seat that is not awaited."""
    return next(seat.index for seat in position.seats if not seat.is_awaited)


def may_give(position: Position, seat: int) -> list[Order]:
    own = orders.of(position.table.game)
    here = play.load(position.table.pk)
    assert own is not None
    return [order for order, _ in own.preview(here.rules.view(here.state, seat), seat)]


def give(position: Position, seat: int, order: Order | None = None, seen: int | None = None) -> Order:
    order = order or may_give(position, seat)[0]
    number = play.load(position.table.pk).table.number if seen is None else seen
    play.give(position.table.pk, position.seats[seat].user_id, order, number)
    return order


def the_order(position: Position) -> StandingOrder | None:
    return StandingOrder.objects.filter(table=position.table).first()


def refusal(work: Any, *arguments: Any) -> str:
    with pytest.raises(Refused) as refused:
        work(*arguments)
    return refused.value.code


def page(position: Position, seat: int | None) -> str:
    client = browser(None if seat is None else position.seats[seat].user)
    return unescape(client.get(f"/t/{position.table.pk}/").content.decode())


def an_order_that_plays(position: Position, seat: int, condition: str = "always") -> Order:
    card = play.load(position.table.pk).state.hands[seat][0]
    return {"type": "play", "card": card, "if": condition}
