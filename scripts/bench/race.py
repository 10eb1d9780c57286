"""A real-time game with socket clients on one Daphne process: from sending a claim until all four clients have the
board.

The clients answer pings at once, so that the window for claims is as short as their connection allows. The table also
shows how late the clock's moves were. The `Racer` in a game's `bench.py` reads its board and makes its claims; a game
without one is not measured.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, cast

from scripts.bench import report, stage
from scripts.bench.server import connect, percentile, served
from scripts.bench.stage import Place

NUMBER = re.compile(r'name="seen" value="(\d+)"')


class Seat:
    """One socket and what it was last shown."""

    def __init__(self, race: Race, place: Place) -> None:
        self.race, self.place = race, place
        self.racer = race.kind()
        self.number = -1

    async def listen(self, port: int) -> None:
        self.socket = await connect(port, self.place)
        async for message in self.socket:
            text = str(message)
            if text.startswith("{"):
                await self.answer(json.loads(text))
            else:
                self.look(text)

    async def answer(self, message: dict[str, Any]) -> None:
        if "ping" in message:
            await self.socket.send(json.dumps({"pong": message["ping"], "ready": True}))
        elif "number" in message:
            self.race.stored(message["n"], message["number"])
        elif "refused" in message:
            self.race.claims.pop(message["n"], None)

    def look(self, html: str) -> None:
        self.race.over = self.race.over or 'id="result"' in html
        self.racer.take_in(html)
        if match := NUMBER.search(html):
            self.number = int(match[1])
        elif self.race.over:
            self.number = 10**9
        self.race.told()

    async def send(self, form: str, n: int = 0) -> None:
        key = f"{self.race.rng.getrandbits(64):x}"
        await self.socket.send(json.dumps({"n": n, "form": f"{form}&seen=0&key={key}"}))


class Race:
    """One table: four seats that race, and the claims that wait for an answer."""

    def __init__(self, places: list[Place], latencies: list[float], kind: type) -> None:
        self.rng, self.kind = Random(places[0].table), kind
        self.seats = [Seat(self, place) for place in places]
        self.latencies, self.over = latencies, False
        self.claims: dict[int, tuple[float, int | None]] = {}
        self.count = 0

    def stored(self, n: int, number: int) -> None:
        if n in self.claims:
            self.claims[n] = (self.claims[n][0], number)
            self.told()

    def told(self) -> None:
        least = min(seat.number for seat in self.seats)
        now = time.perf_counter()
        for n, (sent, number) in list(self.claims.items()):
            if number is not None and number <= least:
                self.latencies.append(now - sent)
                del self.claims[n]

    async def drive(self, until: float) -> None:
        while time.perf_counter() < until and not self.over:
            await asyncio.sleep(self.rng.uniform(0.05, 0.25))
            able = [(seat, claim) for seat in self.seats if (claim := seat.racer.claim())]
            if able:
                seat, claim = self.rng.choice(able)
                self.count += 1
                self.claims[self.count] = (time.perf_counter(), None)
                await seat.send(claim, self.count)
                continue
            # Nobody can claim anything: make all other actions, without waiting for the clock.
            for seat in self.seats:
                if action := seat.racer.action():
                    await seat.send(action)


async def measure(port: int, tables: list[list[Place]], kind: type, seconds: float) -> list[float]:
    latencies: list[float] = []
    races = [Race(places, latencies, kind) for places in tables]
    listening = [asyncio.create_task(seat.listen(port)) for race in races for seat in race.seats]
    # Time for the first pings, the countdown and the first contest.
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


def lateness(game: str, tables: list[list[Place]]) -> list[float]:
    """Return how late each of the clock's moves was, in seconds."""
    from itertools import pairwise

    from games.models import Move
    from games.rules import core

    rules, late = cast(core.RealTimeGame, core.game(game)), []
    for places in tables:
        rows = list(Move.objects.filter(table_id=places[0].table))
        # Clients are still connecting before the first contest.
        for before, row in pairwise(rows[1:]):
            if row.by == Move.By.CLOCK:
                late.append((row.at - (rules.due(rules.load(before.state)) or 0)) / 1000)
    return late


def windows(tables: list[list[Place]]) -> list[float]:
    """Return how long claims are held at each table, in seconds: the slowest seat's usual round trip."""
    from games.models import Move

    lengths = []
    for places in tables:
        trips: dict[int, list[float]] = {}
        for row in Move.objects.filter(table_id=places[0].table, timing__isnull=False):
            if row.timing is not None:
                trips.setdefault(row.seat or 0, []).append(row.timing["round_trip"] / 1000)
        lengths += [max(percentile(seat_trips, 0.5) for seat_trips in trips.values()) / 1000] if trips else []
    return lengths


def racer_of(game: str) -> type | None:
    from django.apps import apps

    package = apps.get_app_config(game).name
    return import_module(f"{package}.bench").Racer if find_spec(f"{package}.bench") else None


def main(seconds: float) -> None:
    os.environ |= {"COUNTDOWN_MS": "500", "READY_MS": "3000"}
    with served() as (_pid, port):
        for game in stage.games_to_measure(real_time=True):
            if kind := racer_of(game):
                show(game, kind, port, seconds)


def show(game: str, kind: type, port: int, seconds: float) -> None:
    print(f"\n{game}: a claim sent until all four clients are told, and how late the clock's moves were")
    print(
        f"  {'':26}{'claims':>8}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'window p50':>12}{'clock p50':>11}{'p99 ms':>9}"
    )
    for count in (1, 20):
        tables = stage.seat_people(count, game=game)
        latencies = asyncio.run(measure(port, tables, kind, 2 * seconds))
        late, held = lateness(game, tables), windows(tables)
        name = "1 race" if count == 1 else f"{count} races"
        p50, p99 = (percentile(latencies, share) for share in (0.5, 0.99))
        report.note("race", f"{game}, {name}", p50=p50, p99=p99, clock_p50=percentile(late, 0.5))
        columns = "".join(f"{percentile(latencies, share):9.1f}" for share in (0.5, 0.95, 0.99))
        print(
            f"  {name:26}{len(latencies):8}{columns}{percentile(held, 0.5):12.1f}"
            f"{percentile(late, 0.5):11.1f}{percentile(late, 0.99):9.1f}"
        )
