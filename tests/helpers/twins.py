"""Two matches that differ in one hidden card, watched by everybody in every way that the site offers.

The same people make the same moves at the same time; only the deck differs. As long as viewers may not know that card,
they must get exactly the same from both.
"""

from __future__ import annotations

import logging
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Table
from games.play import storage
from games.play.database_thread import DatabaseThread
from games.play.snapshot import Position
from games.rules import core
from games.rules.chance import Given
from tests.helpers import given
from tests.helpers.given import browser
from tests.helpers.sockets import at_table, scene
from tests.sockets.test_leaks import Viewer

NOON = datetime(2026, 7, 4, 12, tzinfo=UTC)
HOUSE = "the house's log"
# Parts that are new for each page or each table, or depend on the clock.
PASSING = (
    # A form's token. A shuffle's commitment has the same length, and is the same for both.
    (re.compile(r"\b\w{64}\b"), ""),
    (re.compile(r'(name="ticket" value=)"[^"]+"'), r"\1"),
    (re.compile(r'(data-now=)"\d+"'), r"\1"),
    # A line of the log before it is formatted.
    (re.compile(r"'(timestamp|request|socket)': '[^']*'"), ""),
)
# For each viewer (a seat, None for a spectator, HOUSE for the server's log): where and what they were told.
Told = dict[Any, list[tuple[str, str]]]


@dataclass(frozen=True)
class Match:
    """A known deal (seat 0 begins) and the moves made from it."""

    game: str
    seats: int
    deck: tuple[str, ...]
    moves: tuple[core.Move, ...]

    def swapped(self, one: int, other: int) -> Match:
        """Return the twin: the same match with two cards of the deck swapped."""
        deck = list(self.deck)
        deck[one], deck[other] = deck[other], deck[one]
        assert tuple(deck) != self.deck
        return replace(self, deck=tuple(deck))


class Stacked(Given):
    """Chance that deals this deck and has no more outcomes."""

    position = 0

    def __init__(self, deck: Sequence[str]) -> None:
        super().__init__([tuple(deck), 0])


class Lines(logging.Handler):
    """Collects what the server writes to its log."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def tell(match: Match, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Play the match with all players and a spectator watching. Returns what each was told, without the parts that
    always differ."""
    texts_by_viewer: Told = defaultdict(list)
    log, logger = Lines(), logging.getLogger("unbirthday")

    async def play_it(elsewhere: DatabaseThread) -> None:
        await _tell(match, texts_by_viewer, elsewhere)

    with monkeypatch.context() as patch:
        patch.setattr(Position, "stream", lambda _position: Stacked(match.deck))
        patch.setattr(timezone, "now", lambda: NOON)
        logger.addHandler(log)
        try:
            scene(play_it)
        finally:
            logger.removeHandler(log)
    texts_by_viewer[HOUSE] = [("log", line) for line in log.lines]
    table = texts_by_viewer.pop("table")[0][1]
    return {
        who: [(where, plain(text, table)) for where, text in texts] for who, texts in texts_by_viewer.items()
    }


def plain(text: str, table: str) -> str:
    for passing, left in PASSING:
        text = passing.sub(left, text)
    return text.replace(table, "TABLE")


async def _tell(match: Match, texts_by_viewer: Told, elsewhere: DatabaseThread) -> None:
    snapshot = await elsewhere.run(lambda: given.running(match.seats, "twins", game=match.game))
    table = snapshot.table.pk
    texts_by_viewer["table"] = [("", table)]
    clients = await elsewhere.run(lambda: [browser(seat.user) for seat in snapshot.seats])
    viewers = [Viewer(seat, client, await at_table(table, client)) for seat, client in enumerate(clients)]
    viewers.append(Viewer(None, Client(), await at_table(table)))
    for move in (None, *match.moves):
        if move is not None:
            await elsewhere.run(_move, table, move)
        for viewer in viewers:
            texts_by_viewer[viewer.seat] += [("socket", text) for text in await viewer.socket.heard()]
    for viewer in viewers:
        texts_by_viewer[viewer.seat] += await elsewhere.run(
            viewer.loaded, table, len(match.moves), match.seats, 1
        )
        texts_by_viewer[viewer.seat] += await elsewhere.run(_replayed, viewer, table, match)
        await viewer.socket.close()
    # A page counts its reader's tables, so the twin must not be one more.
    await elsewhere.run(Table.objects.filter(pk=table).delete)


def _move(table: str, move: core.Move) -> None:
    snapshot = storage.load(table)
    number = snapshot.table.number
    person = snapshot.seats[snapshot.rules.to_act(snapshot.state)[0]].user_id
    given.submit(table, person, move, key=f"key-{number}", seen=number)


def _replayed(viewer: Viewer, table: str, match: Match) -> list[tuple[str, str]]:
    """Return two snapshots of the running match, also through another's eyes, and the board in French."""
    other = 0 if viewer.seat else 1
    paths = [
        f"replay/?move={number}{eyes}"
        for number in (len(match.moves) // 2 + 1, len(match.moves))
        for eyes in ("", f"&eyes={other}")
    ]
    answers = [("replay/", viewer.client.get(f"/t/{table}/{path}").content.decode()) for path in paths]
    french = viewer.client.get(f"/t/{table}/", headers={"Accept-Language": "fr"}).content.decode()
    return [*answers, ("in French", french)]


def differing(one: Told, other: Told) -> dict[Any, set[str]]:
    """Return for each viewer the places where the matches can be told apart. Leaves out viewers who can't."""
    differences: dict[Any, set[str]] = {}
    for who in one:
        texts, twin = one[who], other[who]
        doors = {mine[0] for mine, theirs in zip(texts, twin, strict=False) if mine != theirs}
        if len(texts) != len(twin):
            doors.add("number of messages")
        if doors:
            differences[who] = doors
    return differences
