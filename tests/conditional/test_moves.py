"""Conditional moves are given, shown only to their owner, and carried out once."""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.conditional import carrying_out, reads
from games.conditional.models import ConditionalMove
from games.models import Move, Notification, Seat, Table
from games.notifications import relevance
from games.play import storage
from games.play.snapshot import Snapshot
from tests.conditional.helpers import (
    GAMES,
    give,
    may_give,
    page,
    refusal,
    stored_move,
    to_play,
    waiting,
)
from tests.helpers import given
from tests.helpers.given import awaited, browser, running, step

pytestmark = pytest.mark.usefixtures("at_once")
any_database = pytest.mark.django_db


@any_database
@pytest.mark.parametrize("game", GAMES)
def test_a_conditional_move_is_shown_to_its_owner_alone_and_leaves_the_table_as_it_is(game: str) -> None:
    snapshot = running(2, game=game)
    seat = waiting(snapshot)
    before = [
        Table.objects.values("version", "number").get(),
        list(Seat.objects.values("deadline", "awaited_since", "bank_ms", "stand_in")),
        Move.objects.count(),
    ]
    give(snapshot, seat)
    assert "Your next move, decided ahead:" in page(snapshot, seat)
    for other in (1 - seat, None):
        assert "decided ahead" not in page(snapshot, other)
    after = [
        Table.objects.values("version", "number").get(),
        list(Seat.objects.values("deadline", "awaited_since", "bank_ms", "stand_in")),
        Move.objects.count(),
    ]
    assert after == before


@any_database
@pytest.mark.parametrize("game", GAMES)
def test_the_conditional_move_is_carried_out_as_a_move_of_its_person_and_then_it_is_gone(game: str) -> None:
    snapshot = running(2, game=game, seed=f"conditional {game}")
    seat = waiting(snapshot)
    bold = [
        move
        for move in may_give(snapshot, seat)
        if move.get("if") != "nothing" and move.get("most", 100) == 100
    ]
    conditional_move = give(snapshot, seat, bold[-1])
    while not reads.due(timezone.now()):
        step(snapshot)
    number = given.now(snapshot).table.number
    assert reads.due(timezone.now()) == [(snapshot.table.pk, seat)]
    settled = carrying_out.carry_out(snapshot.table.pk, seat)
    assert settled is None or settled.number == number + 1
    if settled is not None:
        row = Move.objects.get(table=snapshot.table, number=number + 1)
        assert (row.seat, row.by) == (seat, Move.By.PERSON)
        assert row.move["type"] == conditional_move["type"]
        assert "As you had decided ahead: You" in page(snapshot, seat)
        assert all("decided ahead" not in page(snapshot, other) for other in (1 - seat, None))


@any_database
def test_a_card_that_is_played_whatever_happens_is_played_once() -> None:
    snapshot = running(2)
    seat = waiting(snapshot)
    conditional_move = give(snapshot, seat, to_play(snapshot, seat))
    assert refusal(carrying_out.carry_out, snapshot.table.pk, seat) == "stale"
    step(snapshot)
    settled = carrying_out.carry_out(snapshot.table.pk, seat)
    assert settled is not None and settled.number == 2
    row = Move.objects.get(table=snapshot.table, number=2)
    assert (row.by, row.move) == (Move.By.PERSON, {"type": "play", "card": conditional_move["card"]})
    assert stored_move(snapshot) is None
    assert refusal(carrying_out.carry_out, snapshot.table.pk, seat) == "stale"
    assert reads.due(timezone.now()) == []


@any_database
def test_a_turn_of_wonderland_can_be_ordered_whole() -> None:
    snapshot = running(2, game="wonderland", seed="whole turn")
    seat = waiting(snapshot)
    notebook = storage.load(snapshot.table.pk).state.notebooks[seat]
    conditional_move = {"type": "explore", "pile": 0, "card": notebook[0], "most": 100, "then": "stop"}
    give(snapshot, seat, conditional_move)
    while awaited(given.now(snapshot)) != seat:
        step(snapshot)
    before = given.now(snapshot).table.number
    while reads.due(timezone.now()):
        carrying_out.carry_out(snapshot.table.pk, seat)
    new_snapshot = given.now(snapshot)
    moves = [(row.seat, row.by, row.move["type"]) for row in new_snapshot.recent if row.number > before]
    assert moves[0] == (seat, Move.By.PERSON, "explore")
    assert {(who, by) for who, by, _ in moves} == {(seat, Move.By.PERSON)}
    assert awaited(new_snapshot) != seat
    assert stored_move(snapshot) is None


@any_database
def test_a_conditional_move_pauses_as_if_somebody_thought(settings: Any) -> None:
    settings.BOT_PAUSE_MS = 900
    for live, least, most in ((True, 1.8, 3.6), (False, 18, 36)):
        snapshot = running(2, pace="live" if live else "days")
        seat = waiting(snapshot)
        give(snapshot, seat)
        step(snapshot)
        stored = given.now(snapshot).seats[seat]
        assert stored.awaited_since is not None
        stored.table = Table.objects.get(pk=snapshot.table.pk)
        pause = (reads.acts_at(stored) - stored.awaited_since).total_seconds()
        assert least <= pause <= most
        assert reads.due(stored.awaited_since + timedelta(seconds=least)) == []
        assert reads.due(stored.awaited_since + timedelta(seconds=most)) == [(snapshot.table.pk, seat)]
        ConditionalMove.objects.all().delete()


@any_database
def test_a_conditional_move_acts_before_its_seats_time_is_over(settings: Any) -> None:
    settings.BOT_PAUSE_MS = 900
    snapshot = running(2)
    seat = waiting(snapshot)
    give(snapshot, seat)
    step(snapshot)
    soon = timezone.now() + timedelta(seconds=3)
    Seat.objects.filter(table=snapshot.table, index=seat).update(deadline=soon)
    assert reads.due(timezone.now()) == [(snapshot.table.pk, seat)]


@any_database
def test_discards_are_chosen_early_and_made_when_their_time_comes() -> None:
    snapshot = running(3, seed="discard")
    while given.now(snapshot).state.left != 1:
        step(snapshot)
    new_snapshot = given.now(snapshot)
    early = [seat for seat in range(3) if seat != new_snapshot.state.turn]
    for seat in early:
        assert {content["type"] for content in may_give(snapshot, seat)} == {"discard"}
        cards = list(new_snapshot.state.hands[seat][:2])
        give(snapshot, seat, {"type": "discard", "cards": cards, "if": "always"})
    assert reads.due(timezone.now()) == []
    step(snapshot)
    due = reads.due(timezone.now())
    assert sorted(due) == [(snapshot.table.pk, seat) for seat in early]
    for table, seat in due:
        carrying_out.carry_out(table, seat)
    after = given.now(snapshot)
    assert [after.state.chosen[seat] is not None for seat in range(3)] == [seat in early for seat in range(3)]
    step(snapshot)
    assert given.now(snapshot).table.is_over


@any_database
def test_whole_matches_are_played_by_conditional_moves() -> None:
    """Everybody gives conditional moves, and dropped ones are played by hand. The record contains only moves."""
    for game in GAMES:
        snapshot, rng = running(2, game=game, seed=f"all conditional {game}"), Random(game)
        by_order = 0
        while given.now(snapshot).table.is_running:
            for seat in range(2):
                able = may_give(snapshot, seat)
                if able and the_seats(snapshot, seat) is None:
                    give(snapshot, seat, rng.choice(able))
            for table, seat in reads.due(timezone.now()):
                by_order += carrying_out.carry_out(table, seat) is not None
            if given.now(snapshot).table.is_running and not reads.due(timezone.now()):
                step(snapshot, rng)
        assert by_order > 3
        assert stored_move(snapshot) is None
        record = browser(None).get(f"/t/{snapshot.table.pk}/record.json").json()
        assert not any("by" in entry or "order" in json.dumps(entry) for entry in record["moves"])


def the_seats(snapshot: Snapshot, seat: int) -> ConditionalMove | None:
    return reads.active(snapshot.table.pk, seat)


@any_database
def test_a_move_at_a_table_costs_no_query_for_conditional_moves() -> None:
    snapshot = running(2)
    step(snapshot)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        step(snapshot)
    assert queries.captured_queries
    assert not [query for query in queries.captured_queries if "conditionalmove" in query["sql"].lower()]


@any_database
def test_the_look_for_conditional_moves_is_one_query_where_there_are_none() -> None:
    running(2)
    with CaptureQueriesContext(connection) as queries:
        assert reads.due(timezone.now()) == []
    assert len(queries.captured_queries) == 1


@any_database
def test_nobody_is_told_of_a_turn_that_their_conditional_move_makes_until_it_is_dropped() -> None:
    snapshot = running(2, pace="days")
    seat = waiting(snapshot)
    conditional_move = to_play(snapshot, seat, "nothing")
    give(snapshot, seat, conditional_move)
    step(snapshot)
    notification = Notification.objects.get(kind=Notification.Kind.YOUR_TURN, user=snapshot.seats[seat].user)
    now = timezone.now()
    verdict = relevance.relevance_of(notification, now)
    assert verdict.holds and verdict.later is not None and verdict.later > now
    ConditionalMove.objects.update(dropped="takes")
    assert relevance.relevance_of(notification, now) == relevance.Relevance(True)
    ConditionalMove.objects.all().delete()
    give(snapshot, seat, conditional_move | {"if": "always"}, seen=0)
    carrying_out.carry_out(snapshot.table.pk, seat)
    assert not relevance.relevance_of(Notification.objects.get(pk=notification.pk), now).holds


@any_database
def test_a_conditional_move_is_given_in_the_sequence_in_which_another_is_carried_out() -> None:
    """Both lock their rows in the same sequence, the table's first, so that neither waits for the other."""
    snapshot = running(2)
    seat = waiting(snapshot)
    give(snapshot, seat)
    with CaptureQueriesContext(connection) as of_giving:
        give(snapshot, seat, to_play(snapshot, seat))
    step(snapshot)
    with CaptureQueriesContext(connection) as carried_out:
        carrying_out.carry_out(snapshot.table.pk, seat)
    for queries in (of_giving, carried_out):
        # Statements for many rows are logged with their number.
        statements = [query["sql"].split(" times: ")[-1] for query in queries]
        written = [sql for sql in statements if sql.startswith(("UPDATE", "DELETE", "INSERT"))]
        touched = [sql for sql in written if "games_table" in sql or "games_conditionalmove" in sql]
        assert touched[0].startswith('UPDATE "games_table"')
        assert any(sql.startswith("DELETE") for sql in touched)
