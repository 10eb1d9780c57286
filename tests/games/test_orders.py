"""Standing orders: given, shown to their owner alone, carried out once, dropped with a note."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import play
from games.boards import scene as scenes
from games.live.hub import hub
from games.models import Move, Notice, Seat, StandingOrder, Table
from games.play import Position, Refused, ordered
from games.post import truth
from games.rules import core, orders
from games.rules.orders import Order
from games.steward import Steward
from games.threads import DatabaseThread
from tests.games import tables
from tests.games.sockets import Socket, at_table, scene
from tests.games.tables import NAMES, awaited, browser, finished, person, running, step

GAMES = [name for name in core.names() if orders.of(name)]
any_database = pytest.mark.django_db


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    """No pause before an order is carried out."""
    settings.BOT_PAUSE_MS = 0


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


# Through the doors.


def post(client: Client, position: Position, **fields: Any) -> Any:
    return client.post(f"/t/{position.table.pk}/order/", fields)


@any_database
def test_a_form_gives_and_revokes_an_order_without_a_script() -> None:
    for game, fields in (
        ("parade", {"type": "play", "if": "nothing"}),
        ("tea_time", {"type": "take", "cell": ["0-1"], "if": "left"}),
        ("wonderland", {"pile": "2", "most": "30", "then": "stop"}),
    ):
        position = running(2, game=game)
        seat = waiting(position)
        client = browser(position.seats[seat].user)
        form = client.get(f"/t/{position.table.pk}/order/").content.decode()
        assert 'form="ahead"' in form and 'id="ahead"' in form
        state = position.state
        if game == "parade":
            fields = fields | {"card": state.hands[seat][0]}
        if game == "wonderland":
            fields = fields | {"card": state.notebooks[seat][0]}
        given = post(client, position, do="give", seen="0", **fields)
        assert (given.status_code, given["Location"]) == (302, f"/t/{position.table.pk}/")
        order = the_order(position)
        assert order is not None and order.order["type"] in ("play", "take", "explore")
        assert post(client, position, do="revoke").status_code == 302
        assert the_order(position) is None


@any_database
def test_a_script_gets_the_form_alone_and_then_the_board() -> None:
    position = running(2)
    seat = waiting(position)
    client = browser(position.seats[seat].user)
    headers = {"HX-Request": "true"}
    form = client.get(f"/t/{position.table.pk}/order/", headers=headers).content.decode()
    assert form.startswith('<div class="ordering">')
    fields = {"do": "give", "seen": "0"} | an_order_that_plays(position, seat)
    board = client.post(f"/t/{position.table.pk}/order/", fields, headers=headers).content.decode()
    assert 'id="board"' in board and "Your order:" in board


@any_database
def test_who_has_nothing_to_order_finds_no_form() -> None:
    position = running(2)
    address = f"/t/{position.table.pk}/order/"
    mover = browser(position.seats[awaited(position)].user)
    assert mover.get(address)["Location"] == f"/t/{position.table.pk}/"
    assert mover.get(address, headers={"HX-Request": "true"}).content == b""
    for stranger in (browser(None), browser(person("Mallory"))):
        assert stranger.get(address).status_code == 404
        assert stranger.post(address, {"do": "revoke"}).status_code == 403


@any_database
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": "nonsense"},
        {"do": "give"},
        {"do": "give", "seen": "0"},
        {"do": "give", "seen": "-1", "card": "red-1", "if": "always"},
        {"do": "give", "seen": "9" * 40, "card": "red-1", "if": "always"},
        {"do": "give", "seen": "0", "card": "red-1"},
        {"do": "give", "seen": "0", "type": "discard", "cards": "red-1", "if": "always"},
    ],
)
def test_a_spoiled_form_is_refused(fields: dict[str, str]) -> None:
    position = running(2)
    client = browser(position.seats[waiting(position)].user)
    answer = client.post(f"/t/{position.table.pk}/order/", fields)
    assert answer.status_code in (400, 409)
    assert the_order(position) is None


# The steward.


async def look(stewards: list[Steward]) -> None:
    await asyncio.gather(*(each._round() for each in stewards))
    for each in stewards:
        await each.thread.run(connections.close_all)
        each.thread.stop()
        each.pool.shutdown()


def test_a_steward_that_has_just_started_finds_the_order_and_two_carry_it_out_once(
    file_database: Path,
) -> None:
    position = running(2)
    seat = waiting(position)
    give(position, seat, an_order_that_plays(position, seat))
    step(position)
    asyncio.run(look([Steward(), Steward()]))
    here = tables.now(position)
    assert (here.table.number, here.recent[-1].seat, here.recent[-1].by) == (2, seat, Move.By.PERSON)
    assert the_order(position) is None


def test_an_order_goes_before_the_bot_of_one_whose_time_ran_out_meanwhile(file_database: Path) -> None:
    position = running(2)
    seat = waiting(position)
    order = give(position, seat, an_order_that_plays(position, seat))
    step(position)
    past = timezone.now() - timedelta(hours=1)
    Seat.objects.filter(table=position.table, index=seat).update(deadline=past)
    asyncio.run(look([Steward()]))
    here = tables.now(position)
    assert here.recent[-1].move["card"] == order["card"]
    assert not here.seats[seat].stand_in


def test_a_process_killed_at_any_statement_leaves_the_order_to_be_carried_out_once(
    file_database: Path,
) -> None:
    position = running(2)
    seat = waiting(position)
    give(position, seat, an_order_that_plays(position, seat))
    step(position)
    before = tables.stored(position.table.pk)
    kills = 0
    while killed_before(kills + 1, position.table.pk, seat):
        kills += 1
        assert tables.stored(position.table.pk) == before
        order = the_order(position)
        assert order is not None and not order.dropped
    # Reading the table, its seats and the order, and at least four statements that write.
    assert kills > 7
    here = tables.now(position)
    assert (here.table.number, here.recent[-1].seat, the_order(position)) == (2, seat, None)


def killed_before(number: int, table: str, seat: int) -> bool:
    """Carry out the order in a process that is killed before its statement of that number, if it has so many."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        count = iter(range(1, number + 1))

        def counted(execute: Any, *arguments: Any) -> Any:
            if next(count, 0) == number:
                os.kill(os.getpid(), signal.SIGKILL)
            return execute(*arguments)

        with connection.execute_wrapper(counted):
            play.carry_out(table, seat)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def test_whoever_is_first_the_person_or_their_order_the_seat_moves_once(file_database: Path) -> None:
    for number in range(8):
        position = running(2, seed=f"first {number}")
        seat = waiting(position)
        give(position, seat, an_order_that_plays(position, seat))
        step(position)
        here = tables.now(position)
        own = {"type": "play", "card": here.state.hands[seat][1]}
        person_id, table = position.seats[seat].user_id, position.table.pk
        with ThreadPoolExecutor(2) as both:
            made = [
                both.submit(tried, play.submit, table, person_id, own, key="own", seen=1),
                both.submit(tried, play.carry_out, table, seat),
            ]
            assert sum(each.result() for each in made) == 1
        assert tables.now(position).table.number == 2
        assert StandingOrder.objects.filter(table=table, dropped="").count() == 0 or (
            ordered.active(table, seat) is None
        )


def tried(work: Any, *arguments: Any, **named: Any) -> bool:
    """Whether it was done; else it came too late."""
    try:
        return work(*arguments, **named) is not None
    except Refused as refused:
        assert refused.code in ("stale", "not_your_turn")
        return False
    finally:
        connections.close_all()


# Who is told what.


def told_by(table: str, seats: int, texts: list[tuple[int | None, str]]) -> list[str]:
    """What was told to somebody of an order that isn't theirs, as sentences."""
    given = {order.seat: order for order in StandingOrder.objects.filter(table_id=table)}
    signs = ("Your order", 'value="revoke"', 'value="read"', "order-")
    return [
        f"{viewer} was told {sign}"
        for viewer, text in texts
        for sign in signs
        if viewer not in given and sign in unescape(text)
    ]


def watched() -> list[str]:
    """A match of three in which one seat's orders are given, dropped and carried out while all look: the leaks."""
    leaks: list[str] = []

    async def play_it(elsewhere: DatabaseThread) -> None:
        position = await elsewhere.run(lambda: running(3, seed="watched orders"))
        table = position.table.pk
        clients = await elsewhere.run(lambda: [browser(seat.user) for seat in position.seats])
        viewers: dict[int | None, tuple[Client, Socket]] = {
            seat: (client, await at_table(table, client)) for seat, client in enumerate(clients)
        }
        viewers[None] = (Client(), await at_table(table))

        async def search() -> int:
            texts: list[tuple[int | None, str]] = []
            for seat, (client, socket) in viewers.items():
                pages = [
                    await elsewhere.run(_loaded, client, table, path)
                    for path in ("", "record.json", "replay/", "shuffle/")
                ]
                texts += [(seat, text) for text in (*await socket.heard(), *pages)]
            leaks.extend(await elsewhere.run(told_by, table, 3, texts))
            return sum("Your order" in unescape(text) for seat, text in texts if seat == owner)

        for _round in range(6):
            here = await elsewhere.run(play.load, table)
            owner = waiting(here)
            condition = "nothing" if _round % 2 else "always"
            await elsewhere.run(give, here, owner, an_order_for(here, owner, condition))
            assert await search() >= 2, (
                "the owner's page and socket are told: there is something that could leak"
            )
            while not await elsewhere.run(play.orders_due, timezone.now()):
                await elsewhere.run(step, here)
                await search()
            await elsewhere.run(play.carry_out, table, owner)
            await search()
            await elsewhere.run(lambda: StandingOrder.objects.all().delete())
        for _client, socket in viewers.values():
            await socket.close()

    scene(play_it)
    return leaks


def an_order_for(position: Position, seat: int, condition: str) -> Order:
    return {"type": "play", "card": position.state.hands[seat][0], "if": condition}


def _loaded(client: Client, table: str, path: str) -> str:
    return client.get(f"/t/{table}/{path}").content.decode()


def test_nobody_else_is_told_of_an_order(file_database: Path) -> None:
    assert watched() == []


def test_an_order_that_everybody_is_shown_is_caught(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = scenes._standing

    def leaky(position: Position, viewer: int) -> Any:
        found = [honest(position, seat) for seat in range(len(NAMES))]
        return next((each for each in found if each), None)

    monkeypatch.setattr(scenes, "_standing", leaky)
    leaks = watched()
    assert any("was told Your order" in leak for leak in leaks)
    assert any("was told Your order" in leak for leak in leaks if not leak.startswith("None"))


def test_an_order_given_in_another_process_reaches_its_owner_here(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play.orders, "told", [])

    async def play_it(elsewhere: DatabaseThread) -> None:
        position = await elsewhere.run(lambda: running(2))
        owner, table = waiting(position), position.table.pk
        clients = await elsewhere.run(lambda: [browser(seat.user) for seat in position.seats])
        sockets = [await at_table(table, client) for client in clients]
        for socket in sockets:
            await socket.heard()
        await elsewhere.run(give, position, owner)
        hub._heard({"type": "order", "table": table, "seat": owner})
        assert "Your order:" in "".join(await sockets[owner].heard())
        assert await sockets[1 - owner].heard() == []
        for socket in sockets:
            await socket.close()

    scene(play_it)


def test_only_the_owners_sockets_hear_of_an_order(file_database: Path) -> None:
    async def play_it(elsewhere: DatabaseThread) -> None:
        position = await elsewhere.run(lambda: running(2))
        owner, table = waiting(position), position.table.pk
        clients = await elsewhere.run(lambda: [browser(seat.user) for seat in position.seats])
        sockets = [await at_table(table, client) for client in clients]
        spectator = await at_table(table)
        for socket in (*sockets, spectator):
            await socket.heard()
        await elsewhere.run(give, position, owner)
        said = await sockets[owner].heard()
        assert len(said) == 1 and "Your order:" in said[0] and 'id="board"' not in said[0]
        assert await sockets[1 - owner].heard() == [] == await spectator.heard()
        await elsewhere.run(play.revoke, table, position.seats[owner].user_id)
        said = await sockets[owner].heard()
        assert len(said) == 1 and "Your order" not in said[0]
        assert await sockets[1 - owner].heard() == [] == await spectator.heard()
        for socket in (*sockets, spectator):
            await socket.close()

    scene(play_it)
