"""Seats played by a program are marked when the match is over, and the match doesn't count."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from games.models import Move, Seat
from games.play import commands, moves, results, storage
from games.play.snapshot import Snapshot
from games.rules import core
from games.rules.reactions import SHORTEST
from tests.helpers import given
from tests.helpers.given import browser, person, running
from tests.helpers.racing import with_a_waiting_card
from tests.records.test_records import fits

pytestmark = pytest.mark.django_db
QUICK = {"window": 500, "pause": 20, "limit": 40}


def timing(reaction: int) -> dict[str, Any]:
    return {"received": 1, "round_trip": 20, "credited": max(100, reaction), "reaction": reaction}


def raced(reactions: dict[int, list[int]], snapshot: Snapshot | None = None) -> Snapshot:
    """Return a race whose seats have these reactions, one after another in turn."""
    snapshot = snapshot or running(3, seed="reactions", game="stockings", options=QUICK)
    table = snapshot.table.pk
    for count in range(2_000):
        new_snapshot = storage.load(table)
        if new_snapshot.table.is_over:
            return new_snapshot
        seat = given.awaited(new_snapshot)
        if (
            not new_snapshot.rules.legal_moves(new_snapshot.state, seat)
            or new_snapshot.table.started_at is None
        ):
            given.step(snapshot)
            continue
        own = reactions[seat]
        given.rewound(table, 60_000 if count == 0 else 0)
        move = given.first_legal(new_snapshot, seat)
        user = new_snapshot.seats[seat].user_id
        times = timing(own[count % len(own)])
        commands.play(
            table,
            moves.PersonMove(user, move=move, key=f"k{count}", seen=new_snapshot.table.number, timing=times),
        )
    raise AssertionError("the race does not end")


PEOPLE = [310, 420, 385, 505, 620, 275, 440]


def test_a_script_is_marked_and_its_match_counts_nowhere() -> None:
    over = raced({0: [5, 6, 4], 1: PEOPLE, 2: PEOPLE})
    marks = list(Seat.objects.filter(table=over.table).order_by("index").values_list("mark", flat=True))
    assert marks == ["fast", "", ""]
    page = browser(None).get("/@Ada/").content.decode()
    assert "0 wins of" not in page
    assert " win of" not in page and " wins of" not in page
    assert "1 match that doesn't count" in unescape(page)
    assert "usual reaction" not in page
    assert "faster than any person" in page
    page = browser(None).get("/@Ben/").content.decode()
    assert " of 1" in page
    assert "usual reaction" in page
    assert "that doesn't count" not in unescape(page)


def test_the_result_says_whose_reactions_were_no_persons() -> None:
    over = raced({0: PEOPLE, 1: [400, 405, 398], 2: PEOPLE})
    assert over.seats[1].mark == "even"
    page = browser(None).get(f"/t/{over.table.pk}/").content.decode()
    assert page.count("Reactions more even than any person") == 1
    assert page.count(" ms, usual ") == 3


def test_a_contest_tells_one_reaction_of_each_seat_and_the_result_draws_what_came_of_it() -> None:
    over = raced({0: PEOPLE, 1: PEOPLE, 2: PEOPLE})
    rules = over.rules
    assert isinstance(rules, core.RealTimeGame)
    for seat in over.seats:
        rows = Move.objects.filter(table=over.table, seat=seat.index, timing__isnull=False)
        first = {rules.claim(row.move): row for row in rows.order_by("-number")}
        assert seat.claims is not None
        assert len(seat.claims) == len(first)
        wrong = [row for row in first.values() if any(rules.verdict(event) < 0 for event in row.events)]
        assert [verdict for _ms, verdict in seat.claims].count(-1) == len(wrong)
    page = browser(None).get(f"/t/{over.table.pk}/").content.decode()
    for kind, verdict in (("right", 1), ("wrong", -1)):
        count = sum(seat_verdict == verdict for seat in over.seats for _ms, seat_verdict in seat.claims or ())
        assert page.count(f'<circle class="{kind}"') == count


@pytest.mark.django_db(transaction=True)
def test_the_last_push_says_so_too() -> None:
    texts: list[list[str]] = []
    storage.listeners.append(lambda now: texts.append([seat.mark for seat in now.seats]))
    try:
        raced({0: [5], 1: PEOPLE, 2: PEOPLE})
    finally:
        storage.listeners.pop()
    assert texts[-1] == ["fast", "", ""]


def test_a_claim_is_stored_with_the_reaction_that_it_was_and_the_one_that_counts(settings: Any) -> None:
    settings.READY_MS = settings.COUNTDOWN_MS = 0
    snapshot, (seat, *_others) = with_a_waiting_card()
    form = {"card": snapshot.state.stack[-1], "flip": str(snapshot.state.flip), "seen": "0", "key": "k"}
    client = browser(snapshot.seats[seat].user)
    assert client.post(f"/t/{snapshot.table.pk}/move/", form).status_code == 302
    stored_timing = Move.objects.get(table=snapshot.table, seat=seat).timing
    assert stored_timing is not None
    assert stored_timing["credited"] == max(SHORTEST, stored_timing["reaction"])
    record = client.get(f"/t/{snapshot.table.pk}/record.json").json()
    assert fits(record) == []
    assert record["moves"][-1]["timing"] == stored_timing


def test_a_seat_that_held_answers_back_is_marked_in_the_result() -> None:
    snapshot = running(3, seed="reactions", game="stockings", options=QUICK)
    results.mark_held_back(snapshot.table.pk, {1})
    over = raced({0: PEOPLE, 1: PEOPLE, 2: [5, 6, 4]}, snapshot)
    assert [seat.mark for seat in over.seats] == ["", "line", "fast"]
    page = unescape(browser(None).get(f"/t/{over.table.pk}/").content.decode())
    assert (
        page.count("The page's answers were held back: last place in a rated match, counted nowhere else.")
        == 1
    )
    page = unescape(browser(None).get("/@Ben/").content.decode())
    assert "1 match that doesn't count" in page
    assert "answers held back" in page
    assert " win of" not in page and " wins of" not in page


def test_a_match_that_is_over_is_marked_by_nobody() -> None:
    over = raced({0: PEOPLE, 1: PEOPLE, 2: PEOPLE})
    results.mark_held_back(over.table.pk, {1})
    assert [seat.mark for seat in storage.load(over.table.pk).seats] == ["", "", ""]


def test_matches_from_before_are_not_judged() -> None:
    over = given.finished(2)
    assert [seat.mark for seat in over.seats] == ["", ""]
    assert [seat.usual_ms for seat in over.seats] == [None, None]
    assert "usual reaction" not in browser(person("Ben")).get("/@Ada/").content.decode()


def test_the_page_of_a_fair_race_says_the_bounds() -> None:
    page = browser(None).get("/fairness/").content.decode()
    for bound in ("More than 2 reactions below 100 ms", "below 150 ms", "below 20 ms", "At most 300 ms"):
        assert bound in " ".join(page.split())
