"""The stocking race with real socket clients on one Daphne process: from a slap sent to all four clients told.

The clients answer the server's pings at once, so that the window in which slaps are held is as short as their line.
Beside it: how late the clock's own moves were settled.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from random import Random

from scripts.bench import stage
from scripts.bench.server import connect, free_port, percentile, wait_for
from scripts.bench.stage import Place

NUMBER = re.compile(r'name="seen" value="(\d+)"')
FLIP = re.compile(r'name="flip" value="(\d+)"')
NEWEST = re.compile(r'class="newest"><svg[^>]*><use href="[^"#]*#([a-z0-9-]+)"')
CARD = re.compile(r'name="card" value="([a-z0-9-]+)"')
ACT = re.compile(r'name="(do|swap|drop)" value="([^"]+)"')


class Seat:
    """One socket and what it was last shown."""

    def __init__(self, race: Race, place: Place) -> None:
        self.race, self.place = race, place
        self.cards: list[str] = []
        self.acts: list[tuple[str, str]] = []
        self.number, self.flip, self.newest = -1, "0", ""

    async def listen(self, port: int) -> None:
        self.socket = await connect(port, self.place)
        async for text in self.socket:
            if text.startswith("{"):
                await self.answer(json.loads(text))
            else:
                self.look(text)

    async def answer(self, said: dict) -> None:
        if "ping" in said:
            await self.socket.send(json.dumps({"pong": said["ping"], "ready": True}))
        elif "number" in said:
            self.race.stored(said["n"], said["number"])
        elif "refused" in said:
            self.race.slaps.pop(said["n"], None)

    def look(self, html: str) -> None:
        self.race.over = self.race.over or 'id="result"' in html
        if found := FLIP.search(html):
            self.flip = found[1]
            self.newest = shown[1] if (shown := NEWEST.search(html)) else ""
        if 'id="hand"' in html:
            self.cards = CARD.findall(html)
        if 'id="acts"' in html:
            self.acts = ACT.findall(html[html.index('id="acts"') :].split("</div>")[0])
        if found := NUMBER.search(html):
            self.number = int(found[1])
        elif self.race.over:
            self.number = 10**9
        self.race.told()

    async def send(self, form: str, n: int = 0) -> None:
        key = f"{self.race.rng.getrandbits(64):x}"
        await self.socket.send(json.dumps({"n": n, "form": f"{form}&flip={self.flip}&seen=0&key={key}"}))


class Race:
    """One table: four seats that race, and the slaps whose fate is awaited."""

    def __init__(self, places: list[Place], latencies: list[float]) -> None:
        self.rng = Random(places[0].table)
        self.seats = [Seat(self, place) for place in places]
        self.latencies, self.over = latencies, False
        self.slaps: dict[int, tuple[float, int | None]] = {}
        self.count = 0

    def stored(self, n: int, number: int) -> None:
        if n in self.slaps:
            self.slaps[n] = (self.slaps[n][0], number)
            self.told()

    def told(self) -> None:
        least = min(seat.number for seat in self.seats)
        now = time.perf_counter()
        for n, (sent, number) in list(self.slaps.items()):
            if number is not None and number <= least:
                self.latencies.append(now - sent)
                del self.slaps[n]

    async def drive(self, until: float) -> None:
        while time.perf_counter() < until and not self.over:
            await asyncio.sleep(self.rng.uniform(0.05, 0.25))
            able = [seat for seat in self.seats if seat.newest and seat.newest in seat.cards]
            if able:
                seat = self.rng.choice(able)
                self.count += 1
                self.slaps[self.count] = (time.perf_counter(), None)
                await seat.send(f"card={seat.newest}", self.count)
                continue
            # Nobody can lay anything: everybody passes, and the flipper flips without waiting for the clock.
            for seat in self.seats:
                if seat.acts:
                    name, value = seat.acts[0]
                    await seat.send(f"{name}={value.replace(' ', '+')}")


async def measure(port: int, tables: list[list[Place]], seconds: float) -> list[float]:
    latencies: list[float] = []
    races = [Race(places, latencies) for places in tables]
    listening = [asyncio.create_task(seat.listen(port)) for race in races for seat in race.seats]
    # Everybody's first ping, the countdown, the first flip.
    await asyncio.sleep(3)
    until = time.perf_counter() + seconds
    await asyncio.gather(*(race.drive(until) for race in races))
    await asyncio.sleep(0.5)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    for race in races:
        for seat in race.seats:
            await seat.socket.close()
    return latencies


def lateness(tables: list[list[Place]]) -> list[float]:
    """In seconds, of each of the clock's moves."""
    from itertools import pairwise

    from games.models import Move
    from games.rules import core

    rules, found = core.game("stockings"), []
    for places in tables:
        rows = list(Move.objects.filter(table_id=places[0].table).order_by("number"))
        # Before the first flip the clients are still being connected.
        for before, row in pairwise(rows[1:]):
            if row.by == Move.By.CLOCK:
                found.append((row.at - (rules.due(rules.load(before.state)) or 0)) / 1000)
    return found


def windows(tables: list[list[Place]]) -> list[float]:
    """For how long slaps are held at each table, in seconds: the slowest seat's usual round trip, which the latency holds."""
    from games.models import Move

    found = []
    for places in tables:
        trips: dict[int, list[float]] = {}
        for row in Move.objects.filter(table_id=places[0].table, timing__isnull=False):
            trips.setdefault(row.seat or 0, []).append(row.timing["round_trip"] / 1000)
        found += [max(percentile(each, 0.5) for each in trips.values()) / 1000] if trips else []
    return found


def main(seconds: float) -> None:
    os.environ |= {"COUNTDOWN_MS": "500", "LOADING_MS": "10000"}
    stage.prepare()
    port = free_port()
    server = stage.serve(port)
    try:
        wait_for(port)
        print("\nThe race: a slap sent until all four clients are told, and how late the clock's moves were")
        print(
            f"  {'':26}{'slaps':>8}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'window p50':>12}{'clock p50':>11}{'p99 ms':>9}"
        )
        for count in (1, 20):
            tables = stage.seat_people(count, game="stockings")
            latencies = asyncio.run(measure(port, tables, 2 * seconds))
            late, held = lateness(tables), windows(tables)
            name = "1 race" if count == 1 else f"{count} races"
            shown = "".join(f"{percentile(latencies, share):9.1f}" for share in (0.5, 0.95, 0.99))
            print(
                f"  {name:26}{len(latencies):8}{shown}{percentile(held, 0.5):12.1f}"
                f"{percentile(late, 0.5):11.1f}{percentile(late, 0.99):9.1f}"
            )
    finally:
        server.terminate()
        server.wait(10)
