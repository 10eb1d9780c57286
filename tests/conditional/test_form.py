"""The form for conditional moves, with and without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.play.snapshot import Snapshot
from tests.conditional.helpers import page, stored_move, to_play, waiting
from tests.helpers import given
from tests.helpers.given import awaited, browser, person, running

any_database = pytest.mark.django_db


def post(client: Client, snapshot: Snapshot, **fields: Any) -> Any:
    return client.post(f"/t/{snapshot.table.pk}/conditional/", fields)


@any_database
def test_a_form_gives_and_revokes_a_conditional_move_without_a_script() -> None:
    for game, fields in (
        ("parade", {"type": "play", "if": "nothing"}),
        ("tea_time", {"type": "take", "cell": ["0-1"], "if": "left"}),
        ("wonderland", {"pile": "2", "most": "30", "then": "stop"}),
    ):
        snapshot = running(2, game=game)
        seat = waiting(snapshot)
        client = browser(snapshot.seats[seat].user)
        form = client.get(f"/t/{snapshot.table.pk}/conditional/").content.decode()
        assert 'form="conditional_move"' in form and 'id="conditional_move"' in form
        state = snapshot.state
        if game == "parade":
            fields = fields | {"card": state.hands[seat][0]}
        if game == "wonderland":
            fields = fields | {"card": state.notebooks[seat][0]}
        answer = post(client, snapshot, do="give", seen="0", **fields)
        assert (answer.status_code, answer["Location"]) == (302, f"/t/{snapshot.table.pk}/")
        conditional_move = stored_move(snapshot)
        assert conditional_move is not None and conditional_move.content["type"] in (
            "play",
            "take",
            "explore",
        )
        assert post(client, snapshot, do="revoke").status_code == 302
        assert stored_move(snapshot) is None


@any_database
def test_a_script_gets_the_form_alone_and_then_the_board() -> None:
    snapshot = running(2)
    seat = waiting(snapshot)
    client = browser(snapshot.seats[seat].user)
    headers = {"HX-Request": "true"}
    form = client.get(f"/t/{snapshot.table.pk}/conditional/", headers=headers).content.decode()
    assert form.startswith('<div class="conditional-form">')
    fields = {"do": "give", "seen": "0"} | to_play(snapshot, seat)
    board = client.post(f"/t/{snapshot.table.pk}/conditional/", fields, headers=headers).content.decode()
    assert 'id="board"' in board and "Your next move, decided ahead:" in board


@any_database
def test_a_seat_without_a_possible_conditional_move_finds_no_form() -> None:
    snapshot = running(2)
    address = f"/t/{snapshot.table.pk}/conditional/"
    mover = browser(snapshot.seats[awaited(snapshot)].user)
    assert mover.get(address)["Location"] == f"/t/{snapshot.table.pk}/"
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
    snapshot = running(2)
    client = browser(snapshot.seats[waiting(snapshot)].user)
    answer = client.post(f"/t/{snapshot.table.pk}/conditional/", fields)
    assert answer.status_code in (400, 409)
    assert stored_move(snapshot) is None


@any_database
def test_the_form_offers_the_pairs_to_discard_once_the_last_card_is_played() -> None:
    snapshot = running(2, seed="discard by form")
    while given.now(snapshot).state.left != 1:
        given.step(snapshot)
    seat = 1 - given.now(snapshot).state.turn
    client = browser(snapshot.seats[seat].user)
    form = client.get(f"/t/{snapshot.table.pk}/conditional/").content.decode()
    pairs = re.findall(r'name="cards" value="([^"]+)"', form)
    assert len(pairs) == 6
    number = str(given.now(snapshot).table.number)
    post(client, snapshot, do="give", type="discard", cards=pairs[0], seen=number, **{"if": "untouched"})
    conditional_move = stored_move(snapshot)
    assert conditional_move is not None
    assert conditional_move.content == {"type": "discard", "cards": pairs[0].split(), "if": "untouched"}
    assert "Discard" in page(snapshot, seat) and "nobody takes a card until then" in page(snapshot, seat)


@any_database
@pytest.mark.parametrize(("pause_ms", "text"), [(0, "une pause de 1 seconde au"), (900, "de 4 secondes au")])
def test_one_second_is_singular(settings: Any, pause_ms: int, text: str) -> None:
    settings.BOT_PAUSE_MS = pause_ms
    snapshot = running(2)
    client = browser(snapshot.seats[waiting(snapshot)].user)
    form = client.get(f"/t/{snapshot.table.pk}/conditional/", headers={"Accept-Language": "fr"})
    assert text in form.content.decode()
