"""Invalid requests, and actions at the wrong time or by the wrong people, are refused and change nothing."""

from __future__ import annotations

import json
from html import unescape

import pytest
from django.test import Client

from games.models import Table
from games.play import seating
from tests.helpers import given
from tests.helpers.doors import Answer, refused, send, turn
from tests.helpers.given import browser, opened, person, running, stored

pytestmark = pytest.mark.django_db
every_door = pytest.mark.parametrize("door", ["form", "htmx", "json"])
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
    snapshot = running()
    mine, _, _ = turn(snapshot)
    before = stored(snapshot.table.pk)
    response = mine.post(f"/t/{snapshot.table.pk}/move/", body, content_type="application/json")
    assert response.status_code == 400
    assert json.loads(response.content)["refused"]
    assert stored(snapshot.table.pk) == before


def test_bytes_that_are_no_text_are_refused() -> None:
    snapshot = running()
    mine, _, _ = turn(snapshot)
    before = stored(snapshot.table.pk)
    for kind in (
        "application/json",
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data",
    ):
        response = mine.post(f"/t/{snapshot.table.pk}/move/", b"\xff\xfe{%%", content_type=kind)
        assert response.status_code == 400
    assert stored(snapshot.table.pk) == before


@pytest.mark.parametrize("seen", [-1, -(10**30), 10**30])
def test_a_board_that_never_was_does_no_harm(seen: int) -> None:
    snapshot = running(seed="never was")
    given.step(snapshot)
    given.step(snapshot)
    new_snapshot = given.now(snapshot)
    seat = given.awaited(new_snapshot)
    move = given.first_legal(new_snapshot, seat)
    answer = send(
        "json", browser(new_snapshot.seats[seat].user), table=new_snapshot.table.pk, move=move, seen=seen
    )
    assert answer.status in (200, 409)
    assert given.now(snapshot).table.number == (3 if answer.status == 200 else 2)


@every_door
def test_a_form_that_has_expired_changes_nothing(door: str) -> None:
    snapshot = running()
    seat = given.awaited(snapshot)
    strict = browser(snapshot.seats[seat].user, enforce_csrf_checks=True)
    before = stored(snapshot.table.pk)
    answer = send(door, strict, table=snapshot.table.pk, move=given.first_legal(snapshot, seat), seen=0)
    refused(answer, 403, "Nothing was changed.")
    assert stored(snapshot.table.pk) == before


def test_a_script_that_shows_the_pages_token_may_move() -> None:
    snapshot = running()
    seat = given.awaited(snapshot)
    strict = browser(snapshot.seats[seat].user, enforce_csrf_checks=True)
    page = strict.get(f"/t/{snapshot.table.pk}/").content.decode()
    token = page.split('{"X-CSRFToken": "')[1].split('"')[0]
    body = json.dumps({"move": given.first_legal(snapshot, seat), "key": "k", "seen": 0})
    response = strict.post(
        f"/t/{snapshot.table.pk}/move/",
        body,
        content_type="application/json",
        headers={"X-CSRFToken": token},
    )
    assert (response.status_code, json.loads(response.content)) == (200, {"number": 1})


ACTIONS = ["move", "sit", "leave", "cancel", "back", "say", "mute", "rematch"]


@pytest.mark.parametrize("action", ACTIONS)
def test_looking_at_an_action_does_nothing(action: str) -> None:
    snapshot = running()
    before = stored(snapshot.table.pk)
    answer = browser(person("Ada")).get(f"/t/{snapshot.table.pk}/{action}/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "<h1>This address is only for a button</h1>" in answer.content.decode()
    assert stored(snapshot.table.pk) == before


@pytest.mark.parametrize("action", [*ACTIONS, "resign"])
def test_no_action_works_without_the_forms_token(action: str) -> None:
    snapshot = running()
    before = stored(snapshot.table.pk)
    strict = browser(person("Ada"), enforce_csrf_checks=True)
    assert strict.post(f"/t/{snapshot.table.pk}/{action}/").status_code == 403
    assert stored(snapshot.table.pk) == before


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
    snapshot = running()
    before = stored(snapshot.table.pk)
    response = browser(person("Ada")).post(f"/t/{snapshot.table.pk}/{action}/")
    refused(Answer(response.status_code, unescape(response.content.decode())), status, words)
    assert stored(snapshot.table.pk) == before


@pytest.mark.parametrize("action", ["leave", "back", "say", "mute", "resign", "rematch"])
@pytest.mark.parametrize("who", ["Mallory", None])
def test_a_stranger_can_do_nothing_at_a_table(action: str, who: str | None) -> None:
    snapshot = running()
    before = stored(snapshot.table.pk)
    client = browser(person(who) if who else None)
    response = client.post(f"/t/{snapshot.table.pk}/{action}/", {"phrase": "hello"})
    refused(
        Answer(response.status_code, unescape(response.content.decode())),
        403,
        "You have no seat at this table.",
    )
    assert stored(snapshot.table.pk) == before


def test_only_the_host_closes_a_table() -> None:
    snapshot = opened(3)
    seating.join(snapshot.table.pk, person("Ben"))
    before = stored(snapshot.table.pk)
    response = browser(person("Ben")).post(f"/t/{snapshot.table.pk}/cancel/")
    refused(Answer(response.status_code, unescape(response.content.decode())), 403, "Only the one who opened")
    assert stored(snapshot.table.pk) == before


def test_all_names_that_nobody_has_are_told_at_once() -> None:
    person("Ben")
    form = {"game": "parade", "seats": "4", "level": "easy", "public": "yes", "pace": "live"}
    page = browser(person("Ada")).post("/open/", form | {"invite": "Nobody, Ben, None"}).content.decode()
    assert "No member has one of these names: Nobody and None." in page
    assert not Table.objects.exists()


@pytest.mark.parametrize("charset", ["latin-1", "utf-16", "utf-7"])
@pytest.mark.parametrize("path", ["/open/", "/nowhere/", "/accounts/login/"])
def test_a_form_that_is_not_in_utf_8_is_refused_in_a_word(charset: str, path: str) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(path, b"a=b", content_type=f"application/x-www-form-urlencoded; charset={charset}")
    assert (answer.status_code, answer.content) == (400, b"Send forms in UTF-8.\n")
