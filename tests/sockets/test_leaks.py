"""Nobody is sent what they may not know: whole matches, with everything that each viewer receives searched.

A game takes part with a module `secrets` in its tests that lists what a viewer may not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

from games import boards
from games.parade.board import BOARD as board
from games.parade.board.cards import card_name
from games.parade.rules import GAME as parade
from games.play import storage
from games.play.database_thread import DatabaseThread
from games.play.snapshot import Snapshot
from games.rules import core
from games.rules.chance import Stream
from tests.helpers import given
from tests.helpers.declared import declared
from tests.helpers.given import browser
from tests.helpers.sockets import Socket, at_table, scene
from tests.parade.secrets import secrets as parade_secrets

GAMES = boards.games()
# Each viewer loads pages at different moves, each time another part of them; all of them, and sooner, if only a few
# moves are watched.
PAGES_EVERY, PAGES_SOON, PARTS = 16, 11, 3
Secrets = Callable[[dict[str, Any], int | None], list[str]]


class Viewer:
    """A person at the table, or a spectator (`seat` None): a browser and an open socket."""

    def __init__(self, seat: int | None, client: Client, socket: Socket) -> None:
        self.seat, self.client, self.socket = seat, client, socket
        # How often it has loaded some.
        self.looks = 0 if seat is None else seat

    def loaded(self, table: str, number: int, seats: int, parts: int) -> list[tuple[str, str]]:
        """Return the pages whose turn it is, by address, out of that many parts, and refusals."""
        pages = self.pages(number, seats)[self.looks % parts :: parts]
        self.looks += 1
        return [*self.answers(table, pages), ("refused", self.refused(table))]

    def answers(self, table: str, pages: list[tuple[str, bool]]) -> Iterator[tuple[str, str]]:
        for path, fragment in pages:
            headers = {"HX-Request": "true"} if fragment else {}
            answer = self.client.get(f"/t/{table}/{path}", headers=headers)
            yield "fragment" if fragment else path, answer.content.decode()

    def pages(self, number: int, seats: int) -> list[tuple[str, bool]]:
        """Return every page that shows something of the match, and if only a part of it is loaded."""
        other = 0 if self.seat is None else (self.seat + 1) % seats
        whole = (
            "",
            "record.json",
            "shuffle/",
            "shuffle.json",
            "resign/",
            "replay/",
            f"replay/?move=0&eyes={other}",
            f"replay/?move={number // 2}&eyes={other}",
            f"replay/?move={max(0, number - 1)}&eyes=",
        )
        return [*((path, False) for path in whole), ("replay/", True)]

    def refused(self, table: str) -> str:
        refused = self.client.post(
            f"/t/{table}/move/", {"type": "none", "seen": "0", "key": "x"}, headers={"HX-Request": "true"}
        )
        return refused.content.decode()


def secrets_in(text: str, secrets: list[str]) -> list[str]:
    """Return the secrets found in the text. The test vector of the shuffle page is always the same for everybody."""
    searched = unescape(re.sub(r'<code id="vector">.*?</code>', "", text, flags=re.DOTALL))
    searched = searched.lower()
    # Most don't occur at all. Only the others need the slow check.
    near = [secret.lower() for secret in secrets if secret.lower() in searched]
    return sorted(
        secret for secret in near if re.search(rf"(?<![\w-]){re.escape(secret)}(?![\w-])", searched)
    )


def secrets_of(snapshot: Snapshot, viewer: int | None, keys: dict[int, list[str]]) -> list[str]:
    """Return what the game hides from that viewer now, and what every game hides."""
    own: Secrets = declared(snapshot.table.game, "secrets").secrets
    secrets: list[str] = []
    if not snapshot.table.is_over:
        secrets = [*own(snapshot.rules.dump(snapshot.state), viewer), snapshot.table.seed]
    return secrets + [key for seat, theirs in keys.items() if seat != viewer for key in theirs]


async def _watch(game: str, seats: int, most: int, elsewhere: DatabaseThread) -> list[str]:
    """Play a seeded match with all players and two spectators watching. Returns each leak as a sentence."""
    rng = Random(f"{game} {seats}")
    # A race goes on until somebody has no card left, which random moves seldom achieve.
    options = {"limit": 12} if core.game(game).REAL_TIME else {}
    snapshot = await elsewhere.run(
        lambda: given.running(seats, f"leak {game} {seats}", game=game, options=options)
    )
    table = snapshot.table.pk
    clients = await elsewhere.run(lambda: [browser(seat.user) for seat in snapshot.seats])
    viewers = [Viewer(seat, client, await at_table(table, client)) for seat, client in enumerate(clients)]
    viewers += [Viewer(None, Client(), await at_table(table)) for _ in range(2)]
    keys: dict[int, list[str]] = {seat: [] for seat in range(seats)}
    leaks, texts, number = list[str](), 0, 0
    every, parts = (PAGES_EVERY, PARTS) if most > PAGES_EVERY else (PAGES_SOON, 1)
    while number < most:
        snapshot = await elsewhere.run(storage.load, table)
        number, over = snapshot.table.number, snapshot.table.is_over
        for place, viewer in enumerate(viewers):
            sent = [("socket", text) for text in await viewer.socket.heard()]
            if over or (number + 4 * place) % every == 0:
                sent += await elsewhere.run(viewer.loaded, table, number, seats, parts)
            hidden = secrets_of(snapshot, viewer.seat, keys)
            texts += len(sent)
            for where, text in sent:
                leaks += [
                    f"{where} told {viewer.seat} {secret} after {number}"
                    for secret in secrets_in(text, hidden)
                ]
        if over:
            break
        key = f"key-{rng.getrandbits(64):016x}"
        keys[given.awaited(snapshot)].append(key)
        await elsewhere.run(given.step, snapshot, rng, key)
    # Nobody was disconnected on the way, or they would have received nothing more.
    assert {viewer.socket.code for viewer in viewers} == {None}
    for viewer in viewers:
        await viewer.socket.close()
    assert texts > number * seats
    return leaks


def watched(game: str, seats: int, most: int = 10_000) -> list[str]:
    """Return the leaks of a whole match, or of its first `most` moves."""
    leaks: list[str] = []

    async def play_it(elsewhere: DatabaseThread) -> None:
        leaks.extend(await _watch(game, seats, most, elsewhere))

    scene(play_it)
    return leaks


def sizes() -> list[tuple[str, int]]:
    return [(game, seats) for game in GAMES for seats in core.game(game).SEATS]


@pytest.mark.parametrize(("game", "seats"), sizes())
def test_nobody_is_told_what_they_may_not_know(file_database: Path, game: str, seats: int) -> None:
    assert watched(game, seats) == []


def test_the_search_would_find_a_secret_in_any_dress() -> None:
    secrets = ["red-1", "red 1"]
    assert secrets_in("<use href='#red-1'>", secrets) == ["red-1"]
    assert secrets_in("Red&#x20;1 takes nothing", secrets) == ["red 1"]
    assert secrets_in('{"card": "red-1"}', secrets) == ["red-1"]
    assert secrets_in("red-10, red 10, infrared 1, p-red-1", secrets) == []
    assert secrets_in('<code id="vector">red-1</code>', secrets) == []
    assert secrets_in("anything", []) == []


def test_there_is_something_that_could_leak() -> None:
    for game in GAMES:
        own: Secrets = declared(game, "secrets").secrets
        rules = core.game(game)
        seats = rules.SEATS[0]
        state = core.deal(rules, seats, Stream(b"leak", [""] * seats), {})[0]
        assert all(own(rules.dump(state), viewer) for viewer in (*range(seats), None))
    state = core.deal(parade, 2, Stream(b"leak", ["", ""]), {})[0]
    hidden = [len(parade_secrets(parade.dump(state), viewer)) for viewer in (0, 1, None)]
    assert hidden == [2 * (66 - 6 - 5)] * 2 + [2 * (66 - 6)]


# Tests of the test: each plants a leak.


@contextmanager
def planted(monkeypatch: pytest.MonkeyPatch, where: Any, name: str, leaky: Any) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(where, name, leaky)
        yield


def test_a_witness_that_forgets_nothing_is_caught(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaky(seat: Any, move: Any, events: Any, viewer: Any) -> Any:
        return move, list(events)

    with planted(monkeypatch, parade, "redacted", leaky):
        leaks = watched("parade", 2, 16)
    assert any(leak.startswith("record.json told 0") for leak in leaks)
    assert any(leak.startswith("record.json told None") for leak in leaks)


def test_a_part_of_the_board_that_names_the_next_card_is_caught(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = parade.view

    def leaky(state: Any, seat: int | None) -> Any:
        view = honest(state, seat)
        return view | {"parade": [*view["parade"], *state.deck[:1]]}

    with planted(monkeypatch, parade, "view", leaky):
        leaks = watched("parade", 3, 16)
    for place in (" told", "replay/ told", "socket told"):
        for viewer in (0, 1, 2, None):
            assert any(leak.startswith(f"{place} {viewer} ") for leak in leaks), (place, viewer)


def test_a_hidden_card_named_in_words_alone_is_caught(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest_view, honest_headline = parade.view, board.headline

    def leaky_view(state: Any, seat: int | None) -> Any:
        return honest_view(state, seat) | {"other": state.hands[0][:1]}

    def leaky_headline(own_scene: Any) -> Any:
        title, _ = honest_headline(own_scene)
        return title, "".join(card_name(card) for card in own_scene.view["other"])

    with (
        planted(monkeypatch, parade, "view", leaky_view),
        planted(monkeypatch, board, "headline", leaky_headline),
    ):
        leaks = watched("parade", 2, 16)
    assert any(leak.startswith("socket told 1 ") for leak in leaks)
    assert any(leak.startswith("socket told None ") for leak in leaks)
    assert not any(" told 0 " in leak for leak in leaks)
