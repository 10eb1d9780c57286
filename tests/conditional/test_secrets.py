"""A conditional move is shown completely to its owner and not at all to everybody else."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils import timezone

from accounts.data import export
from games import sockets
from games.boards import scene as scenes
from games.conditional import carrying_out, reads
from games.conditional import moves as conditional_moves
from games.conditional.models import ConditionalMove
from games.models import Seat
from games.play import storage
from games.play.database_thread import DatabaseThread
from games.play.snapshot import Snapshot
from games.sockets.hub import hub
from tests.conditional.helpers import GAMES, give, may_give, waiting
from tests.helpers import given
from tests.helpers.given import browser, running, step, without_tokens
from tests.helpers.sockets import Socket, at_table, scene

pytestmark = pytest.mark.usefixtures("at_once")
# What the form tells everybody who may give one.
HELP = "so that nobody can tell that it was decided ahead"
# The owner's log says when a conditional move was carried out.
OWN_LINE = "As you had decided ahead: You"
SIGNS = ("decided ahead", 'value="revoke"', 'value="read"', "Decide something else", r"\border-\d")
PAGES = ("", "record.json", "replay/", "shuffle/", "conditional/")


def browser_of(seat: Seat | None) -> Client:
    """Return the browser of the person at the seat, or of a spectator. It reads the person from the database."""
    return browser(seat.user if seat else None)


class Watch:
    """A match of three with all players and a spectator watching, by page and by socket.

    `leaks` has what somebody was told about another's conditional move, `own` counts what owners were told, and
    `lines` the lines about those carried out.
    """

    def __init__(self, elsewhere: DatabaseThread, snapshot: Snapshot) -> None:
        self.elsewhere, self.snapshot = elsewhere, snapshot
        self.viewers: dict[int | None, tuple[Client, Socket]] = {}
        self.leaks: list[str] = []
        self.own = self.lines = 0
        self.givers: set[int] = set()

    async def begin(self) -> None:
        for seat in (*self.snapshot.seats, None):
            client = await self.elsewhere.run(browser_of, seat)
            socket = await at_table(self.snapshot.table.pk, client)
            self.viewers[seat.index if seat else None] = client, socket

    async def search(self, *pages: str) -> None:
        table = self.snapshot.table.pk
        givers = await self.elsewhere.run(lambda: set(ConditionalMove.objects.values_list("seat", flat=True)))
        self.givers |= givers
        for viewer, (client, socket) in self.viewers.items():
            texts = await socket.heard()
            for page in pages:
                answer = await self.elsewhere.run(client.get, f"/t/{table}/{page}")
                texts.append(answer.content.decode().replace(HELP, ""))
            if viewer in self.givers:
                self.lines += sum(text.count(OWN_LINE) for text in texts)
                texts = [text.replace(OWN_LINE, "") for text in texts]
            signs = {sign for text in texts for sign in SIGNS if re.search(sign, unescape(text))}
            if viewer in givers:
                self.own += bool(signs)
            else:
                self.leaks += [f"{viewer} was told {sign}" for sign in signs]

    async def play(self, rng: Random) -> None:
        """Give a conditional move, carry it out or drop it, and read its note."""
        table = self.snapshot.table.pk
        here = await self.elsewhere.run(storage.load, table)
        owner = waiting(here)
        conditional_move = rng.choice(await self.elsewhere.run(may_give, here, owner))
        await self.elsewhere.run(give, here, owner, conditional_move)
        await self.search(*PAGES)
        while not await self.elsewhere.run(reads.due, timezone.now()):
            await self.elsewhere.run(step, here, rng)
            await self.search()
        while await self.elsewhere.run(reads.due, timezone.now()):
            await self.elsewhere.run(carrying_out.carry_out, table, owner)
            await self.search(*PAGES)
        await self.elsewhere.run(conditional_moves.dismiss, table, here.seats[owner].user_id)

    async def end(self) -> None:
        for _, socket in self.viewers.values():
            await socket.close()


def watched(game: str, rounds: int = 4) -> Watch:
    watches: list[Watch] = []

    async def play_it(elsewhere: DatabaseThread) -> None:
        rng = Random(f"watched {game}")
        watch = Watch(elsewhere, await elsewhere.run(lambda: running(3, seed=f"watched {game}", game=game)))
        watches.append(watch)
        await watch.begin()
        for _ in range(rounds):
            await watch.play(rng)
        await watch.end()

    scene(play_it)
    return watches[0]


@pytest.mark.parametrize("game", GAMES)
def test_nobody_else_is_told_of_a_conditional_move(file_database: Path, game: str) -> None:
    watch = watched(game)
    assert watch.leaks == []
    assert watch.own >= 4, "the owner is told: there is something that could leak"
    assert watch.lines, "so is who had given one, once it was carried out"


def plain(client: Client, table: str) -> str:
    """Return a page without the parts that differ each time it is loaded."""
    return without_tokens(client.get(f"/t/{table}/").content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_the_others_pages_are_the_same_to_the_byte_with_and_without_a_conditional_move(game: str) -> None:
    snapshot = running(2, game=game)
    seat, table = waiting(snapshot), snapshot.table.pk
    others = [browser(snapshot.seats[1 - seat].user), browser(None)]
    owner = browser(snapshot.seats[seat].user)
    before = [plain(client, table) for client in (*others, owner)]
    assert [plain(client, table) for client in (*others, owner)] == before
    give(snapshot, seat)
    after = [plain(client, table) for client in (*others, owner)]
    assert after[:2] == before[:2]
    assert after[2] != before[2]


@pytest.mark.django_db
def test_the_others_exported_data_are_the_same_with_and_without_a_conditional_move() -> None:
    snapshot = running(2)
    seat = waiting(snapshot)

    def data(index: int) -> dict[str, bytes]:
        file = BytesIO()
        export.write(given.person(snapshot.seats[index].name), file)
        with ZipFile(file) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    before = data(seat), data(1 - seat)
    give(snapshot, seat)
    assert data(seat) != before[0]
    assert data(1 - seat) == before[1]


def test_a_conditional_move_that_everybody_is_shown_is_caught(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    def leaky(snapshot: Snapshot, viewer: int) -> dict[str, Any]:
        return {name: next(iter(by_seat.values())) for name, by_seat in snapshot.private.items()}

    monkeypatch.setattr(scenes, "_private", leaky)
    leaks = watched("parade", 2).leaks
    assert any(leak.endswith("was told decided ahead") for leak in leaks)


def test_a_conditional_move_given_in_another_process_reaches_its_owner_here(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "announce_seat", lambda table, seat: None)

    async def play_it(elsewhere: DatabaseThread) -> None:
        snapshot = await elsewhere.run(lambda: running(2))
        owner, table = waiting(snapshot), snapshot.table.pk
        clients = await elsewhere.run(lambda: [browser(seat.user) for seat in snapshot.seats])
        sockets = [await at_table(table, client) for client in clients]
        for socket in sockets:
            await socket.heard()
        await elsewhere.run(give, snapshot, owner)
        hub.received({"type": "seat", "table": table, "seat": owner})
        assert "Your next move, decided ahead:" in "".join(await sockets[owner].heard())
        assert await sockets[1 - owner].heard() == []
        for socket in sockets:
            await socket.close()

    scene(play_it)


def test_only_the_owners_sockets_hear_of_a_conditional_move(file_database: Path) -> None:
    async def play_it(elsewhere: DatabaseThread) -> None:
        snapshot = await elsewhere.run(lambda: running(2))
        owner, table = waiting(snapshot), snapshot.table.pk
        clients = await elsewhere.run(lambda: [browser(seat.user) for seat in snapshot.seats])
        sockets = [await at_table(table, client) for client in clients]
        spectator = await at_table(table)
        for socket in (*sockets, spectator):
            await socket.heard()
        await elsewhere.run(give, snapshot, owner)
        texts = await sockets[owner].heard()
        assert (
            len(texts) == 1 and "Your next move, decided ahead:" in texts[0] and 'id="board"' not in texts[0]
        )
        assert await sockets[1 - owner].heard() == [] == await spectator.heard()
        await elsewhere.run(conditional_moves.revoke, table, snapshot.seats[owner].user_id)
        texts = await sockets[owner].heard()
        assert len(texts) == 1 and "decided ahead" not in texts[0]
        assert await sockets[1 - owner].heard() == [] == await spectator.heard()
        for socket in (*sockets, spectator):
            await socket.close()

    scene(play_it)
