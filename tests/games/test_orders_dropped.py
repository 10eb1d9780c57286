"""Standing orders that are not carried out: void, dropped with a note, or gone with their match."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games import play
from games.models import Seat, StandingOrder
from games.play import Position
from games.rules import orders
from tests.games import tables
from tests.games.ordering import an_order_that_plays, give, page, refusal, the_order, waiting
from tests.games.tables import awaited, browser, finished, running, step

any_database = pytest.mark.django_db


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    """No pause before an order is carried out."""
    settings.BOT_PAUSE_MS = 0


@any_database
def test_a_move_of_ones_own_voids_the_order() -> None:
    position = running(2)
    seat = waiting(position)
    give(position, seat)
    step(position)
    step(position)
    assert tables.now(position).recent[-1].seat == seat
    assert "Your order" not in page(position, seat)
    step(position)
    assert refusal(play.carry_out, position.table.pk, seat) == "stale"
    assert the_order(position) is None
    assert tables.now(position).table.number == 3


def spoiled(position: Position) -> int:
    """A seat whose order has just been dropped, since the card would take something; the seat."""
    seat = waiting(position)
    StandingOrder.objects.all().delete()
    give(position, seat, an_order_that_plays(position, seat, "expected"))
    # As if it had been given on another parade.
    order = StandingOrder.objects.get()
    StandingOrder.objects.update(
        basis={"number": 0, "seen": {**order.basis["seen"], "parade": ["red-0", "blue-0"]}}  # type: ignore[index]
    )
    step(position)
    assert play.carry_out(position.table.pk, seat) is None
    return seat


@any_database
def test_a_failed_condition_drops_the_order_with_a_note_for_its_owner_alone() -> None:
    position = running(2)
    seat = spoiled(position)
    assert StandingOrder.objects.get().dropped == "parade_changed"
    assert tables.now(position).table.number == 1
    assert "was not carried out: somebody took cards of the parade" in page(position, seat)
    for other in (1 - seat, None):
        assert "carried out" not in page(position, other)
    assert play.orders_due(timezone.now()) == []
    assert refusal(play.carry_out, position.table.pk, seat) == "stale"


@any_database
def test_the_note_goes_when_its_owner_has_read_it_or_moves() -> None:
    position = running(2)
    seat = spoiled(position)
    client = browser(position.seats[seat].user)
    client.post(f"/t/{position.table.pk}/order/", {"do": "read"})
    assert "was not carried out" not in page(position, seat)
    assert the_order(position) is None
    other = running(2)
    seat = spoiled(other)
    step(other)
    assert "was not carried out" not in page(other, seat)


@any_database
def test_the_condition_goes_back_to_the_board_on_which_the_order_was_made() -> None:
    position = running(3)
    seat = waiting(position)
    while (awaited(tables.now(position)) + 2) % 3 != seat:
        step(position)
    number = tables.now(position).table.number
    parade = list(tables.now(position).state.parade)
    step(position)
    give(position, seat, an_order_that_plays(position, seat), seen=number)
    assert StandingOrder.objects.get().basis == {
        "number": number,
        "seen": {"parade": parade, "takes": StandingOrder.objects.get().basis["seen"]["takes"]},  # type: ignore[index]
    }


@any_database
def test_an_order_made_while_the_turn_came_is_taken_all_the_same() -> None:
    position = running(2)
    seat = waiting(position)
    order = an_order_that_plays(position, seat)
    step(position)
    give(position, seat, order, seen=0)
    assert play.orders_due(timezone.now()) == [(position.table.pk, seat)]
    assert play.carry_out(position.table.pk, seat) is not None


@any_database
def test_an_order_made_before_ones_last_move_is_stale() -> None:
    position = running(2)
    seat = waiting(position)
    step(position)
    order = an_order_that_plays(position, seat)
    step(position)
    assert refusal(play.give, position.table.pk, position.seats[seat].user_id, order, 0) == "stale"


@any_database
def test_a_bot_that_stands_in_plays_without_the_order_which_is_void_then() -> None:
    position = running(2)
    seat = waiting(position)
    give(position, seat)
    step(position)
    Seat.objects.filter(table=position.table, index=seat).update(stand_in=True)
    assert play.orders_due(timezone.now()) == []
    assert refusal(play.carry_out, position.table.pk, seat) == "stale"
    step(position)
    play.take_back(position.table.pk, position.seats[seat].user_id)
    step(position)
    assert refusal(play.carry_out, position.table.pk, seat) == "stale"
    assert the_order(position) is None


@any_database
def test_who_has_resigned_is_shown_no_order_and_has_none_carried_out() -> None:
    position = running(3)
    seat = waiting(position)
    give(position, seat, an_order_that_plays(position, seat))
    play.resign(position.table.pk, position.seats[seat].user_id)
    assert "Your order" not in page(position, seat)
    while awaited(tables.now(position)) != seat:
        step(position)
    assert play.orders_due(timezone.now()) == []


@any_database
def test_the_end_of_a_match_removes_its_orders() -> None:
    position = running(2)
    give(position, waiting(position))
    play.resign(position.table.pk, position.seats[awaited(position)].user_id)
    assert the_order(position) is None
    over = finished(2)
    view = over.rules.view(over.state, 0)
    assert refusal(orders.check, "parade", view, 0, {"type": "play", "card": "red-1", "if": "always"}) == (
        "no_next_turn"
    )
