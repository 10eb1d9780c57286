"""Match records as they are exported to different people, and the audit that finds a damaged row."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from jsonschema import Draft202012Validator

from accounts.data import deletion
from accounts.guests import new_guest
from games.models import Move, Seat, Table
from games.play import departure, opening, seating
from games.play.opening import Plan
from games.play.snapshot import Snapshot
from games.records import export as records
from games.rules import match
from tests.helpers import given
from tests.helpers.given import awaited, browser, person, running

pytestmark = pytest.mark.django_db
SCHEMA = Path(__file__).parents[2] / "docs" / "match-record.schema.json"
VALIDATOR = Draft202012Validator(json.loads(SCHEMA.read_text()))


def export(snapshot: Snapshot, viewer: int | None) -> dict[str, Any]:
    new_snapshot = given.now(snapshot)
    document = records.export(
        new_snapshot.table, new_snapshot.seats, records.rows_of(new_snapshot.table), viewer
    )
    exported: dict[str, Any] = json.loads(json.dumps(document))
    return exported


def fits(document: dict[str, Any]) -> list[str]:
    return [f"{fault.json_path}: {fault.message[:200]}" for fault in VALIDATOR.iter_errors(document)]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_a_finished_match_exports_everything_and_replays(count: int) -> None:
    snapshot = given.finished(count, seed=f"export {count}")
    document = export(snapshot, None)
    assert fits(document) == []
    assert document == export(snapshot, 0)
    assert document["shuffle"]["seed"] == snapshot.table.seed
    *_, (number, state, _) = match.replay(document)
    assert number == snapshot.table.number
    assert snapshot.rules.dump(state) == snapshot.rules.dump(snapshot.state)


@pytest.mark.parametrize("moves", [0, 1, 9, 30])
def test_a_running_match_exports_what_the_asker_may_know(moves: int) -> None:
    snapshot = running(3, seed="export running")
    for _ in range(moves):
        given.step(snapshot)
    for viewer in (0, 1, 2, None):
        document = export(snapshot, viewer)
        assert fits(document) == []
        assert "deck" not in document["setup"]
        assert "seed" not in document["shuffle"]
        assert document["outcome"] is None
        for entry in document["moves"]:
            drawn = [event["card"] for event in entry["events"] if event["event"] == "drew"]
            assert all((card is not None) == (entry["seat"] == viewer) for card in drawn)


def test_secret_discards_are_unknown_to_the_others_until_all_have_chosen() -> None:
    snapshot = given.play_until(running(3, seed="secret"), "discard")
    given.step(snapshot)
    assert export(snapshot, 1)["moves"][-1]["move"] == {"type": "discard", "cards": [None, None]}
    assert len(export(snapshot, 0)["moves"][-1]["move"]["cards"]) == 2


def test_a_resigned_match_is_told_as_such() -> None:
    snapshot = running(2, bots=("easy",), seed="told")
    while awaited(given.now(snapshot)) != 2:
        given.step(snapshot)
    given.step(snapshot)
    departure.resign(snapshot.table.pk, person("Ada").pk)
    document = export(snapshot, None)
    assert fits(document) == []
    assert [seat["kind"] for seat in document["seats"]] == ["member", "member", "bot"]
    assert document["seats"][0]["resigned"] == len(document["moves"])
    departure.resign(snapshot.table.pk, person("Ben").pk)
    document = export(snapshot, None)
    assert fits(document) == []
    assert document["outcome"]["reason"] == "abandoned"
    assert len(list(match.replay(document))) == len(document["moves"]) + 1


def test_only_moves_that_a_bot_made_in_a_persons_place_are_told_as_a_bots() -> None:
    snapshot = running(2, bots=("easy",), seed="in whose place")
    departure.resign(snapshot.table.pk, person("Ada").pk)
    for _ in range(6):
        given.step(snapshot)
    moves = export(snapshot, None)["moves"]
    assert {entry["seat"] for entry in moves} == {0, 1, 2}
    assert [entry.get("by") for entry in moves] == ["bot" if entry["seat"] == 0 else None for entry in moves]


def test_people_are_told_as_what_they_were_when_the_match_began() -> None:
    guest, other = new_guest(), new_guest()
    snapshot = opening.open_table(guest, Plan("parade", 3, bots=("easy",)))
    snapshot = seating.join(snapshot.table.pk, other, token=snapshot.table.invite)
    guest.is_guest = False
    guest.save()
    deletion.delete(other)
    assert [seat["kind"] for seat in export(snapshot, None)["seats"]] == ["guest", "guest", "bot"]


def test_the_page_gives_each_asker_their_own_record() -> None:
    snapshot = running(2, seed="askers")
    seat = awaited(snapshot)
    given.step(snapshot)
    by_asker = {}
    for viewer, who in ((0, person("Ada")), (1, person("Ben")), (None, None)):
        response = browser(who).get(f"/t/{snapshot.table.pk}/record.json")
        assert response.headers["Content-Type"] == "application/json"
        by_asker[viewer] = json.loads(response.content)
        assert by_asker[viewer] == export(snapshot, viewer)
    assert by_asker[seat] != by_asker[None] == by_asker[1 - seat]


def test_there_is_no_record_before_the_deal() -> None:
    assert browser(None).get(f"/t/{given.opened().table.pk}/record.json").status_code == 404


def test_the_audit_finds_nothing_wrong_with_good_matches() -> None:
    given.finished(2)
    given.finished(4, bots=("random",))
    running(3)
    given.opened()
    departure.resign(running(2).table.pk, person("Ada").pk)
    out = StringIO()
    call_command("audit", stdout=out)
    assert out.getvalue().startswith("4 matches, ")
    assert " 0 faults" in out.getvalue()


def row(snapshot: Snapshot, number: int = 7) -> Move:
    return Move.objects.get(table=snapshot.table, number=number)


def spoil(number: int, **changes: Any) -> Callable[[Snapshot], None]:
    def change(snapshot: Snapshot) -> None:
        Move.objects.filter(table=snapshot.table, number=number).update(**changes)

    return change


def _swap_deck(snapshot: Snapshot) -> None:
    state = row(snapshot).state
    state["deck"][0], state["deck"][1] = state["deck"][1], state["deck"][0]
    spoil(7, state=state)(snapshot)


def _swap_deal(snapshot: Snapshot) -> None:
    deal = row(snapshot, 0)
    deck = deal.move["deck"]
    deck[-1], deck[-2] = deck[-2], deck[-1]
    deal.state["deck"][-1], deal.state["deck"][-2] = deal.state["deck"][-2], deal.state["deck"][-1]
    spoil(0, move=deal.move, state=deal.state)(snapshot)


SPOILED: dict[str, tuple[int | None, Callable[[Snapshot], object]]] = {
    "a card in the deck": (7, _swap_deck),
    "another card": (7, spoil(7, move={"type": "play", "card": "red-99"})),
    "no move": (7, spoil(7, move={})),
    "a move that is none": (7, spoil(7, move="red-3")),
    "another seat": (7, spoil(7, seat=1)),
    "no events": (7, spoil(7, events=[])),
    "strange events": (7, spoil(7, events=["drew"])),
    "time running back": (7, spoil(7, at=0)),
    "no state": (7, spoil(7, state={})),
    "a state that is none": (7, spoil(7, state=[])),
    "a missing row": (0, lambda snapshot: row(snapshot).delete()),
    "the deal": (0, _swap_deal),
    "no deck": (0, spoil(0, move={"type": "deal", "first": 0})),
    "the first seat": (0, spoil(0, move={"type": "deal", "first": 9, "deck": []})),
    "a salt": (0, lambda snapshot: Seat.objects.filter(table=snapshot.table, index=0).update(salt="x")),
    "the seed": (0, lambda snapshot: Table.objects.filter(pk=snapshot.table.pk).update(seed="00" * 32)),
    "the outcome": (None, lambda snapshot: Table.objects.filter(pk=snapshot.table.pk).update(outcome={})),
    "a rank": (None, lambda snapshot: Seat.objects.filter(table=snapshot.table).update(rank=1)),
    "the count": (None, lambda snapshot: Table.objects.filter(pk=snapshot.table.pk).update(number=3)),
}


@pytest.mark.parametrize("spoiled_part", SPOILED)
def test_the_audit_names_the_row_that_was_spoiled(spoiled_part: str) -> None:
    snapshot = given.finished(2, seed="audit 3")
    number, change = SPOILED[spoiled_part]
    Move.objects.filter(table=snapshot.table, number__gt=0).update(at=1000)
    change(snapshot)
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("audit", snapshot.table.pk, stdout=out)
    named = snapshot.table.number if number is None else number
    assert f"{snapshot.table.pk} move {named}: " in out.getvalue()
