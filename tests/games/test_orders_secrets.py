"""Who is told what of a standing order: its owner everything, everybody else nothing."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games import play
from games.boards import scene as scenes
from games.live.hub import hub
from games.models import StandingOrder
from games.play import Position
from games.rules.orders import Order
from games.threads import DatabaseThread
from tests.games.ordering import give, waiting
from tests.games.sockets import Socket, at_table, scene
from tests.games.tables import NAMES, browser, running, step


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    """No pause before an order is carried out."""
    settings.BOT_PAUSE_MS = 0


def told_by(table: str, seats: int, texts: list[tuple[int | None, str]]) -> list[str]:
    """What was told to somebody of an order that isn't theirs, as sentences."""
    given = {order.seat: order for order in StandingOrder.objects.filter(table_id=table)}
    signs = ("Your order", 'value="revoke"', 'value="read"', "order-")
    return [
        f"{viewer} was told {sign}"
        for viewer, text in texts
        for sign in signs
        if viewer not in given and sign in unescape(text)
    ]


def watched() -> list[str]:
    """A match of three in which one seat's orders are given, dropped and carried out while all look: the leaks."""
    leaks: list[str] = []

    async def play_it(elsewhere: DatabaseThread) -> None:
        position = await elsewhere.run(lambda: running(3, seed="watched orders"))
        table = position.table.pk
        clients = await elsewhere.run(lambda: [browser(seat.user) for seat in position.seats])
        viewers: dict[int | None, tuple[Client, Socket]] = {
            seat: (client, await at_table(table, client)) for seat, client in enumerate(clients)
        }
        viewers[None] = (Client(), await at_table(table))

        async def search() -> int:
            texts: list[tuple[int | None, str]] = []
            for seat, (client, socket) in viewers.items():
                pages = [
                    await elsewhere.run(_loaded, client, table, path)
                    for path in ("", "record.json", "replay/", "shuffle/")
                ]
                texts += [(seat, text) for text in (*await socket.heard(), *pages)]
            leaks.extend(await elsewhere.run(told_by, table, 3, texts))
            return sum("Your order" in unescape(text) for seat, text in texts if seat == owner)

        for _round in range(6):
            here = await elsewhere.run(play.load, table)
            owner = waiting(here)
            condition = "nothing" if _round % 2 else "always"
            await elsewhere.run(give, here, owner, an_order_for(here, owner, condition))
            assert await search() >= 2, (
                "the owner's page and socket are told: there is something that could leak"
            )
            while not await elsewhere.run(play.orders_due, timezone.now()):
                await elsewhere.run(step, here)
                await search()
            await elsewhere.run(play.carry_out, table, owner)
            await search()
            await elsewhere.run(lambda: StandingOrder.objects.all().delete())
        for _client, socket in viewers.values():
            await socket.close()

    scene(play_it)
    return leaks


def an_order_for(position: Position, seat: int, condition: str) -> Order:
    return {"type": "play", "card": position.state.hands[seat][0], "if": condition}


def _loaded(client: Client, table: str, path: str) -> str:
    return client.get(f"/t/{table}/{path}").content.decode()


def test_nobody_else_is_told_of_an_order(file_database: Path) -> None:
    assert watched() == []


def test_an_order_that_everybody_is_shown_is_caught(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = scenes._standing

    def leaky(position: Position, viewer: int) -> Any:
        found = [honest(position, seat) for seat in range(len(NAMES))]
        return next((each for each in found if each), None)

    monkeypatch.setattr(scenes, "_standing", leaky)
    leaks = watched()
    assert any("was told Your order" in leak for leak in leaks)
    assert any("was told Your order" in leak for leak in leaks if not leak.startswith("None"))


def test_an_order_given_in_another_process_reaches_its_owner_here(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play.orders, "told", [])

    async def play_it(elsewhere: DatabaseThread) -> None:
        position = await elsewhere.run(lambda: running(2))
        owner, table = waiting(position), position.table.pk
        clients = await elsewhere.run(lambda: [browser(seat.user) for seat in position.seats])
        sockets = [await at_table(table, client) for client in clients]
        for socket in sockets:
            await socket.heard()
        await elsewhere.run(give, position, owner)
        hub._heard({"type": "order", "table": table, "seat": owner})
        assert "Your order:" in "".join(await sockets[owner].heard())
        assert await sockets[1 - owner].heard() == []
        for socket in sockets:
            await socket.close()

    scene(play_it)


def test_only_the_owners_sockets_hear_of_an_order(file_database: Path) -> None:
    async def play_it(elsewhere: DatabaseThread) -> None:
        position = await elsewhere.run(lambda: running(2))
        owner, table = waiting(position), position.table.pk
        clients = await elsewhere.run(lambda: [browser(seat.user) for seat in position.seats])
        sockets = [await at_table(table, client) for client in clients]
        spectator = await at_table(table)
        for socket in (*sockets, spectator):
            await socket.heard()
        await elsewhere.run(give, position, owner)
        said = await sockets[owner].heard()
        assert len(said) == 1 and "Your order:" in said[0] and 'id="board"' not in said[0]
        assert await sockets[1 - owner].heard() == [] == await spectator.heard()
        await elsewhere.run(play.revoke, table, position.seats[owner].user_id)
        said = await sockets[owner].heard()
        assert len(said) == 1 and "Your order" not in said[0]
        assert await sockets[1 - owner].heard() == [] == await spectator.heard()
        for socket in (*sockets, spectator):
            await socket.close()

    scene(play_it)
