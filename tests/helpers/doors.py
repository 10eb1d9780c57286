"""The three ways to post a move, and their answers: as JSON, as a form, and as a form that htmx sends."""

from __future__ import annotations

import json
from html import unescape
from typing import Any, NamedTuple

from django.test import Client

from games.play.snapshot import Snapshot
from tests.helpers import given
from tests.helpers.given import browser, person


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


def turn(snapshot: Snapshot) -> tuple[Client, Client, dict[str, Any]]:
    """Return the browser of the person whose turn it is, the other person's browser, and a legal move of the first."""
    seat = given.awaited(snapshot)
    first, second = person(given.NAMES[seat]), person(given.NAMES[1 - seat])
    return browser(first), browser(second), given.first_legal(snapshot, seat)
