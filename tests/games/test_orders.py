"""Standing orders: given, shown to their owner alone, carried out once."""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import play
from games.models import Move, Notice, Seat, StandingOrder, Table
from games.play import Position, ordered
from games.post import truth
from tests.games import tables
from tests.games.ordering import GAMES, an_order_that_plays, give, may_give, page, refusal, the_order, waiting
from tests.games.tables import awaited, browser, person, running, step

any_database = pytest.mark.django_db


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    """No pause before an order is carried out."""
    settings.BOT_PAUSE_MS = 0


@any_database
@pytest.mark.parametrize("game", GAMES)
def test_an_order_is_shown_to_its_owner_alone_and_leaves_the_table_as_it_is(game: str) -> None:
    position = running(2, game=game)
    seat = waiting(position)
    before = [
        Table.objects.values("version", "number").get(),
        list(Seat.objects.values("deadline", "awaited_since", "bank_ms", "stand_in")),
        Move.objects.count(),
    ]
    give(position, seat)
    assert "Your order:" in page(position, seat)
    for other in (1 - seat, None):
        assert "Your order" not in page(position, other)
    after = [
        Table.objects.values("version", "number").get(),
        list(Seat.objects.values("deadline", "awaited_since", "bank_ms", "stand_in")),
        Move.objects.count(),
    ]
    assert after == before


@any_database
@pytest.mark.parametrize("game", GAMES)
def test_the_order_is_carried_out_as_a_move_of_its_person_and_then_it_is_gone(game: str) -> None:
    position = running(2, game=game, seed=f"orders {game}")
    seat = waiting(position)
    bold = [
        each
        for each in may_give(position, seat)
        if each.get("if") != "nothing" and each.get("most", 100) == 100
    ]
    order = give(position, seat, bold[-1])
    while not play.orders_due(timezone.now()):
        step(position)
    number = tables.now(position).table.number
    assert play.orders_due(timezone.now()) == [(position.table.pk, seat)]
    settled = play.carry_out(position.table.pk, seat)
    assert settled is None or settled.number == number + 1
    if settled is not None:
        row = Move.objects.get(table=position.table, number=number + 1)
        assert (row.seat, row.by) == (seat, Move.By.PERSON)
        assert row.move["type"] == order["type"]


@any_database
def test_a_card_that_is_played_whatever_happens_is_played_once() -> None:
    position = running(2)
    seat = waiting(position)
    order = give(position, seat, an_order_that_plays(position, seat))
    assert refusal(play.carry_out, position.table.pk, seat) == "stale"
    step(position)
    settled = play.carry_out(position.table.pk, seat)
    assert settled is not None and settled.number == 2
    row = Move.objects.get(table=position.table, number=2)
    assert (row.by, row.move) == (Move.By.PERSON, {"type": "play", "card": order["card"]})
    assert the_order(position) is None
    assert refusal(play.carry_out, position.table.pk, seat) == "stale"
    assert play.orders_due(timezone.now()) == []


@any_database
def test_a_turn_of_wonderland_can_be_ordered_whole() -> None:
    position = running(2, game="wonderland", seed="whole turn")
    seat = waiting(position)
    notebook = play.load(position.table.pk).state.notebooks[seat]
    order = {"type": "explore", "pile": 0, "card": notebook[0], "most": 100, "then": "stop"}
    give(position, seat, order)
    while awaited(tables.now(position)) != seat:
        step(position)
    before = tables.now(position).table.number
    while play.orders_due(timezone.now()):
        play.carry_out(position.table.pk, seat)
    here = tables.now(position)
    made = [(row.seat, row.by, row.move["type"]) for row in here.recent if row.number > before]
    assert made[0] == (seat, Move.By.PERSON, "explore")
    assert {(who, by) for who, by, _ in made} == {(seat, Move.By.PERSON)}
    assert awaited(here) != seat
    assert the_order(position) is None


@any_database
def test_an_order_pauses_as_if_somebody_thought(settings: Any) -> None:
    settings.BOT_PAUSE_MS = 900
    for live, least, most in ((True, 1.8, 3.6), (False, 18, 36)):
        position = running(2, live=live)
        seat = waiting(position)
        give(position, seat)
        step(position)
        stored = tables.now(position).seats[seat]
        assert stored.awaited_since is not None
        stored.table = Table.objects.get(pk=position.table.pk)
        pause = (ordered.acts_at(stored) - stored.awaited_since).total_seconds()
        assert least <= pause <= most
        assert play.orders_due(stored.awaited_since + timedelta(seconds=least)) == []
        assert play.orders_due(stored.awaited_since + timedelta(seconds=most)) == [(position.table.pk, seat)]
        StandingOrder.objects.all().delete()


@any_database
def test_an_order_acts_before_its_seats_time_is_over(settings: Any) -> None:
    settings.BOT_PAUSE_MS = 900
    position = running(2)
    seat = waiting(position)
    give(position, seat)
    step(position)
    soon = timezone.now() + timedelta(seconds=3)
    Seat.objects.filter(table=position.table, index=seat).update(deadline=soon)
    assert play.orders_due(timezone.now()) == [(position.table.pk, seat)]


@any_database
@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda order: order | {"if": "perhaps"}, "bad_field"),
        (lambda order: order | {"card": "joker-11"}, "no_such_card"),
        (lambda order: {"type": "discard", "cards": [], "if": "always"}, "other_turn"),
        (lambda order: {"type": "play"}, "missing_field"),
        (lambda order: [order], "malformed"),
    ],
)
def test_what_is_no_order_is_refused(spoil: Any, code: str) -> None:
    position = running(2)
    seat = waiting(position)
    order = spoil(an_order_that_plays(position, seat))
    assert refusal(play.give, position.table.pk, position.seats[seat].user_id, order, 0) == code
    assert the_order(position) is None


@any_database
def test_only_who_waits_for_their_turn_and_plays_the_seat_may_give_one() -> None:
    position = running(3)
    mover, seat = awaited(position), waiting(position)
    order = an_order_that_plays(position, seat)
    table = position.table.pk
    assert refusal(play.give, table, position.seats[mover].user_id, order, 0) == "your_turn"
    assert refusal(play.give, table, person("Mallory").pk, order, 0) == "not_seated"
    assert refusal(play.give, table, None, order, 0) == "not_seated"
    Seat.objects.filter(table=table, index=seat).update(stand_in=True)
    assert refusal(play.give, table, position.seats[seat].user_id, order, 0) == "take_back_first"
    play.resign(table, position.seats[seat].user_id)
    assert refusal(play.give, table, position.seats[seat].user_id, order, 0) == "resigned"
    assert refusal(play.give, "nosuchtb", person("Ada").pk, order, 0) == "no_such_table"


@any_database
def test_a_later_order_takes_the_place_of_an_earlier_one() -> None:
    position = running(2)
    seat = waiting(position)
    for condition in ("always", "nothing"):
        give(position, seat, an_order_that_plays(position, seat, condition))
    assert [order.order["if"] for order in StandingOrder.objects.all()] == ["nothing"]


@any_database
def test_an_order_that_was_taken_back_is_not_carried_out() -> None:
    position = running(2)
    seat = waiting(position)
    give(position, seat)
    play.revoke(position.table.pk, position.seats[seat].user_id)
    step(position)
    assert play.orders_due(timezone.now()) == []
    assert refusal(play.revoke, position.table.pk, position.seats[seat].user_id) == "no_order"


@any_database
def test_nobody_takes_back_somebody_elses_order() -> None:
    position = running(2)
    seat = waiting(position)
    give(position, seat)
    other = position.seats[1 - seat].user_id
    assert refusal(play.revoke, position.table.pk, other) == "no_order"
    play.read_note(position.table.pk, other)
    assert refusal(play.revoke, position.table.pk, person("Mallory").pk) == "not_seated"
    assert the_order(position) is not None


@any_database
def test_discards_are_chosen_early_and_made_when_their_time_comes() -> None:
    position = running(3, seed="discard")
    while tables.now(position).state.left != 1:
        step(position)
    here = tables.now(position)
    early = [seat for seat in range(3) if seat != here.state.turn]
    for seat in early:
        assert {order["type"] for order in may_give(position, seat)} == {"discard"}
        cards = list(here.state.hands[seat][:2])
        give(position, seat, {"type": "discard", "cards": cards, "if": "always"})
    assert play.orders_due(timezone.now()) == []
    step(position)
    due = play.orders_due(timezone.now())
    assert sorted(due) == [(position.table.pk, seat) for seat in early]
    for table, seat in due:
        play.carry_out(table, seat)
    after = tables.now(position)
    assert [after.state.chosen[seat] is not None for seat in range(3)] == [seat in early for seat in range(3)]
    step(position)
    assert tables.now(position).table.is_over


@any_database
def test_whole_matches_are_played_by_orders() -> None:
    """Everybody orders what they may; what is dropped is played by hand. Nothing but moves is in the record."""
    for game in GAMES:
        position, rng = running(2, game=game, seed=f"all by orders {game}"), Random(game)
        by_order = 0
        while tables.now(position).table.is_running:
            for seat in range(2):
                able = may_give(position, seat)
                if able and the_seats(position, seat) is None:
                    give(position, seat, rng.choice(able))
            for table, seat in play.orders_due(timezone.now()):
                by_order += play.carry_out(table, seat) is not None
            if tables.now(position).table.is_running and not play.orders_due(timezone.now()):
                step(position, rng)
        assert by_order > 3
        assert the_order(position) is None
        record = browser(None).get(f"/t/{position.table.pk}/record.json").json()
        assert not any("by" in entry or "order" in json.dumps(entry) for entry in record["moves"])


def the_seats(position: Position, seat: int) -> StandingOrder | None:
    return ordered.active(position.table.pk, seat)


@any_database
def test_a_move_at_a_table_costs_no_query_for_orders() -> None:
    position = running(2)
    step(position)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        step(position)
    assert asked.captured_queries
    assert not [query for query in asked.captured_queries if "standingorder" in query["sql"].lower()]


@any_database
def test_the_look_for_orders_is_one_query_where_there_are_none() -> None:
    running(2)
    with CaptureQueriesContext(connection) as asked:
        assert play.orders_due(timezone.now()) == []
    assert len(asked.captured_queries) == 1


@any_database
def test_nobody_is_told_of_a_turn_that_their_order_makes_until_it_is_dropped() -> None:
    position = running(2, live=False)
    seat = waiting(position)
    order = an_order_that_plays(position, seat, "nothing")
    give(position, seat, order)
    step(position)
    notice = Notice.objects.get(kind=Notice.Kind.YOUR_TURN, user=position.seats[seat].user)
    now = timezone.now()
    verdict = truth.judge(notice, now)
    assert verdict.true and verdict.later is not None and verdict.later > now
    StandingOrder.objects.update(dropped="takes")
    assert truth.judge(notice, now) == truth.Verdict(True)
    StandingOrder.objects.all().delete()
    give(position, seat, order | {"if": "always"}, seen=0)
    play.carry_out(position.table.pk, seat)
    assert not truth.judge(Notice.objects.get(pk=notice.pk), now).true


@any_database
def test_an_order_is_given_in_the_sequence_in_which_another_is_carried_out() -> None:
    """Each locks its rows one after the other: the table's comes first in both, so that neither waits for the other."""
    position = running(2)
    seat = waiting(position)
    give(position, seat)
    with CaptureQueriesContext(connection) as given:
        give(position, seat, an_order_that_plays(position, seat))
    step(position)
    with CaptureQueriesContext(connection) as carried_out:
        play.carry_out(position.table.pk, seat)
    for asked in (given, carried_out):
        written = [query["sql"] for query in asked if query["sql"].startswith(("UPDATE", "DELETE", "INSERT"))]
        touched = [sql for sql in written if "games_table" in sql or "games_standingorder" in sql]
        assert touched[0].startswith('UPDATE "games_table"')
        assert any(sql.startswith("DELETE") for sql in touched)
