"""A race whose pages answer late, over real sockets: the browser's own answers give the latency."""

from __future__ import annotations

import json
import re
import sqlite3
from typing import Any

from scripts.cluster.process import PATIENCE
from tests.hosting.conftest import Alone
from tests.scale.visitors import Visitor

FLIP = re.compile(r'name="flip" value="(\d+)"')
CARD = re.compile(r'name="card" value="([a-z0-9-]+)"')
PLAN = {"game": "stockings", "seats": "3", "bots": "2", "level": "gentle", "pace": "live", "public": "yes"}


def held_back_until(ping: int, visitor: Visitor, site: Any, table: str) -> dict[str, Any]:
    """Return the answer to a claim of a page that has held back its answers until that ping, for at least two
    seconds."""
    with visitor.listen(site, f"/ws/t/{table}/?v=none&l=en") as socket:
        flip = ""
        cards: list[str] = []
        pings: list[int] = []
        while True:
            text = str(socket.recv(PATIENCE))
            if text.startswith("{"):
                message: dict[str, Any] = json.loads(text)
                if "number" in message or "refused" in message:
                    return message
                pings.append(message["ping"])
            else:
                flip = match[1] if (match := FLIP.search(text)) else flip
                cards = CARD.findall(text) if 'id="hand"' in text else cards
            if len(pings) >= ping and cards and flip:
                # The newest aren't answered, or one would come back at once.
                for number in pings[:-2]:
                    socket.send(json.dumps({"pong": number, "ready": True}))
                socket.send(json.dumps({"n": 1, "form": f"card={cards[0]}&flip={flip}&seen=0&key=held"}))


def test_a_page_that_holds_its_answers_back_seems_no_further_away(alone: Alone) -> None:
    web = alone.serve(READY_MS="0", COUNTDOWN_MS="0")
    try:
        site: Any = alone
        visitor = Visitor(site)
        rules = {"rule_window": "60", "rule_pause": "0.1"}
        status, address = visitor.post(site, "/open/?game=stockings", **PLAN, **rules)
        assert status == 200
        table = address.rstrip("/").rsplit("/", 1)[1]
        assert visitor.post(site, f"/t/{table}/ready/")[0] == 200
        assert "number" in held_back_until(4, visitor, alone, table)
        with sqlite3.connect(alone.folder / "unbirthday.sqlite3") as database:
            query = "SELECT timing FROM games_move WHERE table_id = ? AND seat = 0 AND timing IS NOT NULL"
            [(timing,)] = database.execute(query, [table])
        assert json.loads(timing)["round_trip"] < 2_000
    finally:
        web.stop()
