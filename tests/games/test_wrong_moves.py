"""What a person sends wrongly gets a clear answer with the right status and changes nothing: each through
HTTP, by the page's form, by htmx and as JSON."""

from __future__ import annotations

import json
from html import unescape
from typing import Any, NamedTuple

import pytest
from django.test import Client

from games import play
from games.play import Position
from tests.games import tables
from tests.games.tables import browser, finished, opened, person, running, stored

pytestmark = pytest.mark.django_db
every_door = pytest.mark.parametrize("door", ["form", "htmx", "json"])


class Answer(NamedTuple):
    status: int
    words: str


def send(door: str, client: Client, table: str, move: dict[str, Any], seen: Any, key: str = "k") -> Answer:
    url = f"/t/{table}/move/"
    if door == "json":
        body = json.dumps({"move": move, "key": key, "seen": seen})
        response = client.post(url, body, content_type="application/json")
        if response.headers["Content-Type"] == "application/json":
            return Answer(response.status_code, json.loads(response.content).get("refused", ""))
    else:
        form = {"type": move["type"], "card": move.get("card", move.get("cards")), "key": key, "seen": seen}
        headers = {"HX-Request": "true"} if door == "htmx" else {}
        response = client.post(url, form, headers=headers)
    return Answer(response.status_code, unescape(response.content.decode()))


def refused(answer: Answer, status: int, words: str) -> None:
    assert answer.status == status
    assert words in answer.words


def turn(position: Position) -> tuple[Client, Client, dict[str, Any]]:
    """The browser of the seat to play, that of the other, and a legal move of the first."""
    seat = tables.awaited(position)
    mine, other = person(tables.NAMES[seat]), person(tables.NAMES[1 - seat])
    return browser(mine), browser(other), tables.first_legal(position, seat)


@every_door
def test_a_legal_move_is_stored_once(door: str) -> None:
    position = running()
    mine, _, move = turn(position)
    assert send(door, mine, position.table.pk, move, 0).status in (200, 302)
    assert play.load(position.table.pk).table.number == 1


@every_door
def test_a_card_that_is_not_in_hand_is_refused(door: str) -> None:
    position = running(seed="not in hand")
    mine, _, _ = turn(position)
    card = position.state.deck[0]
    before = stored(position.table.pk)
    answer = send(door, mine, position.table.pk, {"type": "play", "card": card}, 0)
    refused(answer, 409, f"You don't hold {card.replace('-', ' ')}.")
    assert stored(position.table.pk) == before


@every_door
def test_a_move_out_of_turn_is_refused(door: str) -> None:
    position = running()
    _, other, _ = turn(position)
    seat = tables.awaited(position)
    before = stored(position.table.pk)
    move = {"type": "play", "card": position.state.hands[1 - seat][0]}
    refused(
        send(door, other, position.table.pk, move, 0),
        409,
        f"Your move was not saved: the table is waiting for {tables.NAMES[seat]}.",
    )
    assert stored(position.table.pk) == before


@every_door
def test_a_discard_before_its_time_is_refused(door: str) -> None:
    position = running()
    mine, _, _ = turn(position)
    before = stored(position.table.pk)
    cards = list(position.state.hands[tables.awaited(position)][:2])
    answer = send(door, mine, position.table.pk, {"type": "discard", "cards": cards}, 0)
    refused(answer, 409, "It is time to play a card.")
    assert stored(position.table.pk) == before


@every_door
@pytest.mark.parametrize(
    ("choose", "words"),
    [
        (lambda hand: hand[:1], "You chose 1 card; two are to be discarded."),
        (lambda hand: hand[:3], "You chose 3 cards; two are to be discarded."),
        (lambda hand: hand[:1] * 2, "Choose two different cards."),
    ],
)
def test_a_wrong_discard_is_refused(door: str, choose: Any, words: str) -> None:
    position = tables.play_until(running(seed="discard"), "discard")
    mine, _, move = turn(position)
    before = stored(position.table.pk)
    hand = list(position.state.hands[tables.awaited(position)])
    answer = send(door, mine, position.table.pk, move | {"cards": choose(hand)}, position.table.number)
    refused(answer, 409, words)
    assert stored(position.table.pk) == before


@every_door
def test_a_card_that_does_not_exist_is_refused(door: str) -> None:
    position = running()
    mine, _, _ = turn(position)
    before = stored(position.table.pk)
    answer = send(door, mine, position.table.pk, {"type": "play", "card": "joker<b>"}, 0)
    refused(answer, 400, "There is no card “joker<b>” in this game.")
    assert stored(position.table.pk) == before


@every_door
def test_a_move_from_an_old_board_is_refused(door: str) -> None:
    position = running(seed="old board")
    mine, _, move = turn(position)
    tables.step(position)
    tables.step(position)
    before = stored(position.table.pk)
    seat = tables.awaited(position)
    move["card"] = play.load(position.table.pk).state.hands[seat][0]
    answer = send(door, mine, position.table.pk, move, 0, key="another")
    refused(answer, 409, "You have moved since that board was shown.")
    assert stored(position.table.pk) == before


@every_door
def test_a_move_after_the_end_is_refused(door: str) -> None:
    position = finished()
    before = stored(position.table.pk)
    answer = send(
        door,
        browser(person("Ada")),
        position.table.pk,
        {"type": "play", "card": "red-3"},
        position.table.number,
    )
    refused(answer, 409, "The match is over.")
    assert stored(position.table.pk) == before


@every_door
def test_a_move_before_the_start_is_refused(door: str) -> None:
    position = opened()
    before = stored(position.table.pk)
    answer = send(door, browser(person("Ada")), position.table.pk, {"type": "play", "card": "red-3"}, 0)
    refused(answer, 409, "The match has not started yet." if door != "htmx" else "not started")
    assert stored(position.table.pk) == before


@every_door
@pytest.mark.parametrize("who", ["Mallory", None])
def test_a_move_at_anothers_table_or_without_a_session_is_refused(door: str, who: str | None) -> None:
    position = running()
    _, _, move = turn(position)
    before = stored(position.table.pk)
    answer = send(door, browser(who and person(who)), position.table.pk, move, 0)
    refused(answer, 403, "You have no seat at this table.")
    assert stored(position.table.pk) == before


@every_door
@pytest.mark.parametrize("who", ["Mallory", None])
def test_a_table_by_invitation_is_not_there_for_strangers(door: str, who: str | None) -> None:
    position = running(public=False)
    _, _, move = turn(position)
    before = stored(position.table.pk)
    assert send(door, browser(who and person(who)), position.table.pk, move, 0).status == 404
    assert stored(position.table.pk) == before


@every_door
def test_a_table_that_does_not_exist_is_not_found(door: str) -> None:
    assert send(door, browser(person("Ada")), "nosuchtb", {"type": "play", "card": "red-3"}, 0).status == 404


@every_door
def test_who_has_resigned_moves_no_more(door: str) -> None:
    position = running(3)
    seat = tables.awaited(position)
    move = tables.first_legal(position, seat)
    play.resign(position.table.pk, position.seats[seat].user_id)
    before = stored(position.table.pk)
    refused(
        send(door, browser(position.seats[seat].user), position.table.pk, move, 0),
        409,
        "You have resigned from this match.",
    )
    assert stored(position.table.pk) == before


@every_door
@pytest.mark.parametrize("key", ["", "k" * 37, "a\0b", "tab\tkey", "clé"])
def test_a_key_that_is_none_is_refused(door: str, key: str) -> None:
    position = running()
    mine, _, move = turn(position)
    before = stored(position.table.pk)
    refused(send(door, mine, position.table.pk, move, 0, key), 400, "That is not a move.")
    assert stored(position.table.pk) == before


@every_door
@pytest.mark.parametrize("seen", ["", "x", "-1x", "1.5", "٣", "9" * 30])
def test_a_board_number_that_is_none_is_refused(door: str, seen: str) -> None:
    position = running()
    mine, _, move = turn(position)
    before = stored(position.table.pk)
    refused(send(door, mine, position.table.pk, move, seen), 400, "That is not a move.")
    assert stored(position.table.pk) == before


@pytest.mark.parametrize("door", ["form", "htmx"])
def test_a_form_without_a_choice_says_so(door: str) -> None:
    position = running()
    mine, _, _ = turn(position)
    before = stored(position.table.pk)
    headers = {"HX-Request": "true"} if door == "htmx" else {}
    response = mine.post(
        f"/t/{position.table.pk}/move/", {"type": "play", "seen": "0", "key": "k"}, headers=headers
    )
    refused(Answer(response.status_code, unescape(response.content.decode())), 400, "Choose first")
    assert stored(position.table.pk) == before


NO_MOVES = [
    " ",
    "null",
    "[]",
    "7",
    '"play"',
    "{",
    "{}",
    '{"move": {"type": "play"}}',
    '{"move": {}, "key": "k"}',
    '{"move": {}, "key": 5, "seen": 0}',
    '{"move": {}, "key": "k", "seen": "0"}',
    '{"move": {}, "key": "k", "seen": true}',
    '{"move": null, "key": "k", "seen": 0}',
    '{"move": [], "key": "k", "seen": 0}',
    '{"move": "play", "key": "k", "seen": 0}',
    '{"move": {}, "key": "k", "seen": 0}',
    '{"move": {"type": 3}, "key": "k", "seen": 0}',
    '{"move": {"type": "\\ud800"}, "key": "k", "seen": 0}',
    '{"move": {"type": "cheat"}, "key": "k", "seen": 0}',
    '{"move": {"type": "play"}, "key": "k", "seen": 0}',
    '{"move": {"type": "play", "card": 3}, "key": "k", "seen": 0}',
    '{"move": {"type": "play", "card": null}, "key": "k", "seen": 0}',
    '{"move": {"type": "play", "card": ["red-3"]}, "key": "k", "seen": 0}',
    '{"move": {"type": "play", "card": "\\ud800"}, "key": "k", "seen": 0}',
    '{"move": {"type": "play", "card": "red-3", "seat": 1}, "key": "k", "seen": 0}',
    '{"move": {"type": "play", "card": "red-3", "\\ud800": 1}, "key": "k", "seen": 0}',
    '{"move": {"type": "play", "card": "red-3"}, "key": "\\ud800", "seen": 0}',
    '{"move": {"type": "discard", "cards": [1, 2]}, "key": "k", "seen": 0}',
    '{"move": {"type": "discard", "cards": {}}, "key": "k", "seen": 0}',
    '{"move": ' + "[" * 3000 + ', "key": "k", "seen": 0}',
    '{"move": {"type": "play", "card": "' + "x" * 5000 + '"}, "key": "k", "seen": 0}',
    '{"move": {}, "key": "k", "seen": ' + "9" * 3900 + "}",
]


@pytest.mark.parametrize("body", NO_MOVES)
def test_garbage_as_json_is_refused(body: str) -> None:
    position = running()
    mine, _, _ = turn(position)
    before = stored(position.table.pk)
    response = mine.post(f"/t/{position.table.pk}/move/", body, content_type="application/json")
    assert response.status_code == 400
    assert json.loads(response.content)["refused"]
    assert stored(position.table.pk) == before


def test_bytes_that_are_no_text_are_refused() -> None:
    position = running()
    mine, _, _ = turn(position)
    before = stored(position.table.pk)
    for kind in (
        "application/json",
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data",
    ):
        response = mine.post(f"/t/{position.table.pk}/move/", b"\xff\xfe{%%", content_type=kind)
        assert response.status_code == 400
    assert stored(position.table.pk) == before


@pytest.mark.parametrize("seen", [-1, -(10**30), 10**30])
def test_a_board_that_never_was_does_no_harm(seen: int) -> None:
    position = running(seed="never was")
    tables.step(position)
    tables.step(position)
    here = tables.now(position)
    seat = tables.awaited(here)
    move = tables.first_legal(here, seat)
    answer = send("json", browser(here.seats[seat].user), here.table.pk, move, seen)
    assert answer.status in (200, 409)
    assert tables.now(position).table.number == (3 if answer.status == 200 else 2)


@every_door
def test_a_form_that_has_expired_changes_nothing(door: str) -> None:
    position = running()
    seat = tables.awaited(position)
    strict = browser(position.seats[seat].user, enforce_csrf_checks=True)
    before = stored(position.table.pk)
    answer = send(door, strict, position.table.pk, tables.first_legal(position, seat), 0)
    refused(answer, 403, "Nothing was changed.")
    assert stored(position.table.pk) == before


def test_a_script_that_shows_the_pages_token_may_move() -> None:
    position = running()
    seat = tables.awaited(position)
    strict = browser(position.seats[seat].user, enforce_csrf_checks=True)
    page = strict.get(f"/t/{position.table.pk}/").content.decode()
    token = page.split('{"X-CSRFToken": "')[1].split('"')[0]
    body = json.dumps({"move": tables.first_legal(position, seat), "key": "k", "seen": 0})
    response = strict.post(
        f"/t/{position.table.pk}/move/",
        body,
        content_type="application/json",
        headers={"X-CSRFToken": token},
    )
    assert (response.status_code, json.loads(response.content)) == (200, {"number": 1})


ACTIONS = ["move", "sit", "leave", "cancel", "back", "say", "mute", "rematch"]


@pytest.mark.parametrize("action", ACTIONS)
def test_looking_at_an_action_does_nothing(action: str) -> None:
    position = running()
    before = stored(position.table.pk)
    assert browser(person("Ada")).get(f"/t/{position.table.pk}/{action}/").status_code == 405
    assert stored(position.table.pk) == before


@pytest.mark.parametrize("action", [*ACTIONS, "resign"])
def test_no_action_works_without_the_forms_token(action: str) -> None:
    position = running()
    before = stored(position.table.pk)
    strict = browser(person("Ada"), enforce_csrf_checks=True)
    assert strict.post(f"/t/{position.table.pk}/{action}/").status_code == 403
    assert stored(position.table.pk) == before


@pytest.mark.parametrize(
    ("action", "status", "words"),
    [
        ("leave", 409, "It is too late for that"),
        ("cancel", 409, "It is too late for that"),
        ("sit", 409, "Nobody can sit down here any more"),
        ("back", 409, "You are playing this seat yourself already."),
        ("say", 400, "Only the set phrases can be said here."),
        ("rematch", 409, "The match is not over yet."),
    ],
)
def test_an_action_at_the_wrong_time_says_why(action: str, status: int, words: str) -> None:
    position = running()
    before = stored(position.table.pk)
    response = browser(person("Ada")).post(f"/t/{position.table.pk}/{action}/")
    refused(Answer(response.status_code, unescape(response.content.decode())), status, words)
    assert stored(position.table.pk) == before


@pytest.mark.parametrize("action", ["leave", "back", "say", "mute", "resign", "rematch"])
@pytest.mark.parametrize("who", ["Mallory", None])
def test_a_stranger_can_do_nothing_at_a_table(action: str, who: str | None) -> None:
    position = running()
    before = stored(position.table.pk)
    client = browser(who and person(who))
    response = client.post(f"/t/{position.table.pk}/{action}/", {"phrase": "hello"})
    refused(
        Answer(response.status_code, unescape(response.content.decode())),
        403,
        "You have no seat at this table.",
    )
    assert stored(position.table.pk) == before


def test_only_the_host_closes_a_table() -> None:
    position = opened(3)
    play.join(position.table.pk, person("Ben"))
    before = stored(position.table.pk)
    response = browser(person("Ben")).post(f"/t/{position.table.pk}/cancel/")
    refused(Answer(response.status_code, unescape(response.content.decode())), 403, "Only the one who opened")
    assert stored(position.table.pk) == before
