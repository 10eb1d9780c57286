"""Races in one process: socket clients that answer pings and slap, the scheduler and the hub on one loop."""

from __future__ import annotations

import asyncio
import json
import re
from random import Random
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from config.asgi import application
from games.models import Table
from games.play import real_time, storage
from games.play.snapshot import Snapshot
from games.records import audit, export
from games.scheduler import loop
from games.sockets.hub import hub
from games.stockings.rules.rules import SPECIALS
from tests.helpers import given
from tests.helpers.sockets import PATIENCE

QUICK = {"window": 500, "pause": 20, "limit": 40}
FLIP = re.compile(r'name="flip" value="(\d+)"')
CARD = re.compile(r'name="card" value="([a-z0-9-]+)"')
ACT = re.compile(r'name="(do|swap|drop)" value="([^"]+)"')
NEWEST = re.compile(r'class="newest"><svg class="card [a-z]+"[^>]*><use href="[^"#]*#([a-z0-9-]+)"')


def dealt(people: int = 3, bots: tuple[str, ...] = (), seed: str = "", **options: Any) -> Snapshot:
    """A race whose people have no more to say before it begins: one among bots is ready."""
    snapshot = given.running(people, seed, game="stockings", bots=bots, options=QUICK | options)
    if people > 1:
        return snapshot
    return real_time.be_ready(snapshot.table.pk, snapshot.people[0])


class Racer:
    """A page at the table. It stores what is pushed to it and acts after a delay of its own."""

    def __init__(self, table: str, cookie: str, seed: str, slow: float = 0.05) -> None:
        headers = [
            (b"cookie", f"sessionid={cookie}".encode()),
            (b"origin", b"http://localhost"),
            (b"host", b"localhost"),
        ]
        self.socket = WebsocketCommunicator(application, f"/ws/t/{table}/?l=en&v=-1", headers)
        self.rng, self.slow = Random(seed), slow
        self.flip, self.newest, self.over = 0, "", False
        self.cards: list[str] = []
        self.acts: list[tuple[str, str]] = []
        self.sent: dict[int, str] = {}
        self.keys: dict[int, str] = {}
        self.news = asyncio.Event()
        self.answers: dict[int, list[dict[str, Any]]] = {}

    async def enter(self) -> None:
        connected, _ = await self.socket.connect(timeout=PATIENCE)
        assert connected

    async def listen(self) -> None:
        while True:
            output = await self.socket.output_queue.get()
            if output["type"] == "websocket.close":
                return
            await self.take(output["text"])

    async def take(self, text: str) -> None:
        if not text.startswith("{"):
            self.look(text)
            return
        message = json.loads(text)
        if "ping" in message:
            await self.socket.send_json_to({"pong": message["ping"], "ready": True})
        elif "n" in message:
            self.answers.setdefault(message["n"], []).append(message)
            self.news.set()

    def look(self, html: str) -> None:
        if 'id="result"' in html:
            self.over = True
        if flip_match := FLIP.search(html):
            self.flip = int(flip_match[1])
            self.newest = flip_match[1] if (flip_match := NEWEST.search(html)) else ""
        if 'id="hand"' in html:
            self.cards = CARD.findall(html)
        if 'id="acts"' in html:
            self.acts = ACT.findall(html[html.index('id="acts"') :].split("</div>")[0])

    async def send(self, form: str) -> int:
        n = len(self.sent) + 1
        self.sent[n], self.keys[n] = form, f"{self.rng.getrandbits(64):x}"
        await self.socket.send_json_to({"n": n, "form": f"{form}&flip={self.flip}&seen=0&key={self.keys[n]}"})
        return n

    async def race(self) -> None:
        """Play like a person: lay what fits, sometimes what doesn't, and do what is asked. Waits for each answer, so
        as not to overload a slow machine."""
        while not self.over:
            await self.answered()
            await asyncio.sleep(self.rng.uniform(0.2, 1.0) * self.slow)
            if self.acts and self.rng.random() < 0.4:
                name, value = self.rng.choice(self.acts)
                await self.send(f"{name}={value.replace(' ', '+')}")
            elif self.newest and self.cards:
                fits = [card for card in self.cards if card == self.newest] or [
                    card for card in self.cards if not card.startswith("stocking")
                ]
                if self.newest == "santa":
                    fits = [card for card in self.cards if card.startswith("stocking")]
                if fits and self.rng.random() < 0.6:
                    await self.send(f"card={self.rng.choice(fits)}")
                elif self.rng.random() < 0.05:
                    await self.send(f"card={self.rng.choice(self.cards)}")

    async def answered(self) -> None:
        """Wait until everything that was sent has its answer."""
        while not self.sent.keys() <= self.answers.keys():
            await self.news.wait()
            self.news.clear()

    async def leave(self) -> None:
        await self.socket.disconnect(timeout=PATIENCE)


async def cookies(snapshot: Snapshot) -> list[str]:
    def signed_in() -> list[str]:
        people = [seat.user for seat in snapshot.seats if seat.user_id]
        return [given.browser(user).cookies["sessionid"].value for user in people]

    return await sync_to_async(signed_in)()


async def with_scheduler(work: Any) -> Any:
    """Run a coroutine while a scheduler runs, as in `manage.py serve`."""
    keeper = loop.Scheduler()
    hub.start()
    running = asyncio.create_task(keeper.run())
    await asyncio.sleep(0)
    try:
        return await work
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def faults(snapshot: Snapshot) -> list[Any]:
    table = Table.objects.get(pk=snapshot.table.pk)
    return list(audit.faults(table, list(table.seats.all()), export.rows_of(table)))


def with_a_waiting_card(people: int = 3, bots: tuple[str, ...] = ()) -> tuple[Snapshot, list[int]]:
    """Return a race whose first card is a stocking that waits, and the seats that hold it (at least two)."""
    for number in range(200):
        snapshot = dealt(people, bots, seed=f"card {number}", window=60_000)
        card = snapshot.state.deck[0]
        holders = [seat for seat, hand in enumerate(snapshot.state.hands) if card in hand and seat < people]
        if card not in SPECIALS and len(holders) > 1 and all(len(hand) > 1 for hand in snapshot.state.hands):
            given.rewound(snapshot.table.pk, 1000)
            given.tick(snapshot.table.pk)
            return storage.load(snapshot.table.pk), holders
    raise AssertionError("no such deal")
