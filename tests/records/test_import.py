"""Importing a match record: it is exported again unchanged, and who may see it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import boards
from games.models import Seat, Table
from games.play import departure
from games.play.snapshot import Snapshot
from games.queries import lobby, waiting
from games.records import audit, export, importing
from games.rules import core
from games.rules.match import Unreadable
from tests.helpers import given
from tests.helpers.given import browser, person
from tests.helpers.importing import (
    Record,
    audited,
    every_game,
    exported,
    hand_in,
    imported,
    refusal,
    refused,
    sent,
    simulated,
)

pytestmark = pytest.mark.django_db


# --- What is good comes in, and goes out as it came


@every_game
def test_every_games_record_comes_in_and_goes_out_the_same(game: str) -> None:
    for seats in core.game(game).SEATS:
        document = simulated(game, seats)
        table = imported(document)
        assert exported(table) == document
        assert " 0 faults" in audited(table)


@every_game
def test_an_imported_match_can_be_walked_through_with_all_eyes(game: str) -> None:
    document = simulated(game)
    client = browser(person("Ada"))
    response = hand_in(client, document)
    assert response.status_code == 302
    table = Table.objects.get()
    assert response.headers["Location"] == f"/t/{table.pk}/replay/"
    last = len(document["moves"])
    for move in (0, 1, last // 2, last):
        for eyes in ("", "0", "2"):
            page = client.get(f"/t/{table.pk}/replay/?move={move}&eyes={eyes}")
            assert page.status_code == 200
            assert "imported" in page.content.decode()
    for part in ("", "record.json", "shuffle/"):
        assert client.get(f"/t/{table.pk}/{part}").status_code == 200
    assert json.loads(client.get(f"/t/{table.pk}/record.json").content) == document


def _own(snapshot: Snapshot) -> Record:
    new_snapshot = given.now(snapshot)
    return exported(new_snapshot.table)


def test_a_match_that_was_finished_here_can_be_imported_again() -> None:
    document = _own(given.finished(3, seed="again", bots=("easy",)))
    assert exported(imported(document, "Cleo")) == document


def test_a_match_that_one_of_two_resigned_can_be_imported() -> None:
    snapshot = given.running(2, seed="resigned")
    for _ in range(5):
        given.step(snapshot)
    departure.resign(snapshot.table.pk, person("Ben").pk)
    document = _own(snapshot)
    assert document["outcome"]["reason"] == "resigned"
    table = imported(document)
    assert exported(table) == document
    assert " 0 faults" in audited(table)
    assert browser(person("Ada")).get(f"/t/{table.pk}/").status_code == 200


def test_a_match_that_everybody_left_can_be_imported() -> None:
    snapshot = given.running(3, seed="abandoned")
    for name in ("Ada", "Ben", "Cleo"):
        given.step(snapshot)
        departure.resign(snapshot.table.pk, person(name).pk)
    document = _own(snapshot)
    assert document["outcome"]["reason"] == "abandoned"
    assert [seat["resigned"] for seat in document["seats"]] == [1, 2, 3]
    table = imported(document)
    assert exported(table) == document
    assert " 0 faults" in audited(table)


def test_times_guests_and_a_bots_moves_are_kept() -> None:
    document = simulated()
    document["seats"][0] = {"name": "Zoë <b>", "kind": "guest", "resigned": 4}
    document["seats"][1] = {"name": "名前", "kind": "member"}
    document["moves"][5]["by"] = "bot"
    document["moves"][6]["timing"] = {"received": 7, "round_trip": 1.5, "credited": 0}
    assert exported(imported(document)) == document


def test_a_record_that_marks_a_bots_own_moves_as_older_ones_do_comes_back_as_it_came() -> None:
    document = simulated()
    for entry in document["moves"]:
        entry["by"] = "bot"
    assert exported(imported(document)) == document


def _with_more(thing: Any) -> Any:
    if isinstance(thing, dict):
        return {key: _with_more(value) for key, value in thing.items()} | {"later": [[None]]}
    return [_with_more(item) for item in thing] if isinstance(thing, list) else thing


@every_game
def test_keys_that_nobody_knows_are_passed_over(game: str) -> None:
    document = simulated(game)
    document_with_more = _with_more(document) | {"options": document["options"]}
    assert exported(imported(document_with_more)) == document


def test_a_table_rule_that_is_left_out_has_its_default() -> None:
    document = simulated("wonderland") if "wonderland" in boards.games() else simulated()
    document_without_rule = document | {"options": {}}
    assert exported(imported(document_without_rule)) == document


def test_a_mark_at_the_start_and_brackets_within_text_do_no_harm() -> None:
    document = simulated()
    assert imported(b"\xef\xbb\xbf" + sent(document | {"later": '[{"' * 5000 + "\\"}))


def test_pasted_text_is_as_good_as_a_file() -> None:
    response = browser(person("Ada")).post("/import/", {"text": json.dumps(simulated(), indent=1)})
    assert response.status_code == 302
    assert exported(Table.objects.get()) == simulated()


def test_without_seed_and_salts_nothing_is_shown_as_proof() -> None:
    document = simulated()
    del document["shuffle"]
    table = imported(document)
    assert exported(table) == document
    assert " 0 faults" in audited(table)
    page = browser(person("Ada")).get(f"/t/{table.pk}/shuffle/").content.decode()
    assert "cannot be checked" in page
    assert table.seed not in page
    assert table.commitment not in page
    assert 'id="proof"' not in page


def _with_a_hand_in_another_order() -> Record:
    """Return a record with two cards of the first hand, which is dealt five at a time, in each other's place."""
    document = simulated("parade")
    deck = document["setup"]["deck"]
    deck[0], deck[1] = deck[1], deck[0]
    return document


def test_a_hand_in_another_order_is_the_same_match() -> None:
    document = _with_a_hand_in_another_order()
    del document["shuffle"]
    table = imported(document)
    assert exported(table) == document
    assert " 0 faults" in audited(table)


def test_a_hand_in_another_order_does_not_follow_from_the_seed() -> None:
    with pytest.raises(Unreadable, match="other_deal"):
        importing.judge(sent(_with_a_hand_in_another_order()))


def test_with_seed_and_salts_the_shuffle_can_be_checked() -> None:
    table = imported(simulated())
    page = browser(person("Ada")).get(f"/t/{table.pk}/shuffle/").content.decode()
    assert simulated()["shuffle"]["seed"] in page
    assert "this site cannot know" in page


@pytest.mark.parametrize("page", ["/lobby/", "/help/"])
def test_the_way_there_is_shown(page: str) -> None:
    assert 'href="/import/"' in browser(None).get(page).content.decode()


# --- Whose it is


def test_it_counts_in_nobodys_history_and_stands_in_no_lobby() -> None:
    document = simulated()
    document["seats"][0] = {"name": "Ada", "kind": "member"}
    table = imported(document)
    client = browser(person("Ada"))
    for page in ("/people/Ada/", "/lobby/", "/"):
        assert table.pk not in client.get(page, follow=True).content.decode()
    assert not Seat.objects.filter(user__isnull=False).exists()
    assert [*lobby.open_tables(), *lobby.running_tables(), *waiting.own_tables(person("Ada"))] == []
    assert table.pk in client.get("/import/").content.decode()


def test_only_its_importer_and_who_has_the_link_see_it() -> None:
    table = imported(simulated())
    other = browser(person("Ben"))
    assert other.get(f"/t/{table.pk}/replay/").status_code == 404
    assert table.pk not in other.get("/import/").content.decode()
    other.get(f"/i/{table.invite}/")
    assert other.get(f"/t/{table.pk}/replay/").status_code == 200


def test_a_stranger_becomes_a_guest_with_a_good_record_only() -> None:
    client = browser(None)
    assert client.get("/import/").status_code == 200
    assert hand_in(client, b"no").status_code == 400
    assert User.objects.count() == 0
    assert hand_in(client, simulated()).status_code == 302
    assert User.objects.get().is_guest
    assert client.get(f"/t/{Table.objects.get().pk}/replay/").status_code == 200


def test_nobody_can_move_or_play_on_in_it() -> None:
    table = imported(simulated())
    before = given.stored(table.pk)
    client = browser(person("Ada"))
    for action in ("move", "resign", "rematch", "sit", "say", "leave", "cancel", "back"):
        assert client.post(f"/t/{table.pk}/{action}/", {"phrase": "hello"}).status_code in (400, 403, 409)
    assert given.stored(table.pk) == before


def test_a_form_of_somebody_elses_imports_nothing() -> None:
    client = browser(person("Ada"), enforce_csrf_checks=True)
    assert hand_in(client, simulated()).status_code == 403
    assert Table.objects.count() == 0


def test_markup_in_names_is_shown_as_text() -> None:
    document = simulated()
    document["seats"][0]["name"] = "<script>alert(1)</script>"
    table = imported(document)
    client = browser(person("Ada"))
    for page in (f"/t/{table.pk}/replay/", f"/t/{table.pk}/", f"/t/{table.pk}/shuffle/", "/import/"):
        text = client.get(page).content.decode()
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert" in text


def test_so_many_a_day_and_then_it_says_when_the_next_can_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MOST_A_DAY", 2)
    client = browser(person("Ada"))
    for _ in range(2):
        assert hand_in(client, simulated()).status_code == 302
    response = hand_in(client, simulated())
    assert response.status_code == 429
    assert "You can import the next one in 24 hours." in refusal(response)
    assert hand_in(browser(person("Ben")), simulated()).status_code == 302
    Table.objects.filter(host=person("Ada")).update(opened_at="2020-01-01T00:00Z")
    assert hand_in(client, simulated()).status_code == 302


def test_one_address_hands_in_so_many_good_records_whoever_does_it(settings: Any) -> None:
    """New guests cost nothing, and each record is stored with all its moves."""
    settings.IMPORTS_PER_HOUR = 2
    good = {"text": json.dumps(simulated("parade"))}
    assert [Client().post("/import/", good).status_code for _ in range(3)] == [302, 302, 429]
    assert Client(REMOTE_ADDR="192.0.2.66").post("/import/", good).status_code == 302


def test_a_match_on_a_shared_deal_is_taken_back_with_it() -> None:
    for deal in ({"day": "2026-06-03"}, {"match": "abcd2345", "seat": 1}):
        table = imported(simulated() | {"deal": deal})
        assert table.deal == deal == exported(table)["deal"] and not table.is_shared_deal
        assert "0 faults" in audited(table)
        assert browser(person("Ada")).get(f"/t/{table.pk}/replay/").status_code == 200
        # What others have made of another site's deal isn't known here.
        assert "See how the others did" not in browser(person("Ada")).get(f"/t/{table.pk}/").content.decode()
        table.seats.filter(index=0).update(salt="ff")
        faults = audit.faults(table, list(table.seats.order_by("index")), export.rows_of(table))
        has_fault = (0, "somebody has added a salt to the deal of a day") in faults
        assert has_fault == ("day" in deal)


@pytest.mark.parametrize(
    "deal",
    [
        {},
        {"day": "tomorrow"},
        {"day": 3},
        {"day": "2026-06-03 "},
        {"match": "abcd2345"},
        {"match": "no", "seat": 1},
        {"match": "abcd2345", "seat": 9},
        {"match": "abcd2345", "seat": True},
        [],
    ],
)
def test_a_deal_of_another_shape_is_refused(deal: Any) -> None:
    assert refused(simulated() | {"deal": deal})[0] == 400


def test_a_deal_of_a_day_with_a_salt_is_refused() -> None:
    record = simulated() | {"deal": {"day": "2026-06-03"}}
    record["shuffle"] = record["shuffle"] | {"salts": ["ff", "", ""]}
    assert refused(record)[0] == 400
