"""Measure how often seats with different latencies win in a real-time game, and what delaying one's answers gains.

Real sockets on one Daphne process go through relays that delay bytes, which delays pongs as well. All seats react
alike. A share compares the contests that a seat won with those that it would win among equal seats. Delaying bytes
simulates a distant seat; a client that sleeps before it sends simulates one that delays its answers.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import defaultdict
from dataclasses import dataclass, field
from math import log
from random import Random

from websockets.frames import Frame

from scripts.bench import race, report, stage
from scripts.bench.server import connect, served
from scripts.bench.stage import Place

# Reactions: the median in ms, and the spread of their logarithm.
PACE = (700.0, 0.25)
# Lost data is sent again after this many ms.
AGAIN = 200.0
TABLES = 20
OPTIONS = {"window": 3000, "pause": 100}


@dataclass(frozen=True)
class Line:
    """A connection. `trip` is the round trip in ms, `jitter` the mean extra delay of each way, `loss` the share of
    lost data.

    A cheat answers later by that many ms: with its `page`, or below it (`frames`).
    """

    trip: float
    jitter: float = 0.0
    loss: float = 0.0
    page: float = 0.0
    frames: float = 0.0

    def delay(self, rng: Random) -> float:
        """Return the delay of one way in seconds."""
        more = rng.expovariate(1 / self.jitter) if self.jitter else 0.0
        return (self.trip / 2 + more + (AGAIN if rng.random() < self.loss else 0.0)) / 1000


HONEST = Line(20, 3)
LINES = {
    "20, 80, 150 and 300 ms": [Line(20), Line(80), Line(150), Line(300)],
    "the same, jitter and loss": [Line(trip, 10, 0.01) for trip in (20, 80, 150, 300)],
    "300 ms against three near": [Line(300, 3), HONEST, HONEST, HONEST],
    "the page holds 180 ms": [Line(20, 3, page=180), HONEST, HONEST],
    "page and frames hold 180 ms": [Line(20, 3, page=180, frames=180), HONEST, HONEST],
    "frames alone hold 180 ms": [Line(20, 3, frames=180), HONEST, HONEST],
    "everything is 180 ms late": [Line(200, 3), HONEST, HONEST],
}


class Relay:
    """A local port that behaves like a server at the end of that connection."""

    def __init__(self, line: Line, port: int, rng: Random) -> None:
        self.line, self.to, self.rng = line, port, rng
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> int:
        self.server = await asyncio.start_server(self.join, "127.0.0.1", 0)
        return int(self.server.sockets[0].getsockname()[1])

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self.to)
        self.tasks += [asyncio.create_task(self.carry(*way)) for way in ((reader, back), (there, writer))]

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward data in order, with delays."""
        loop, due = asyncio.get_running_loop(), 0.0
        while data := await reader.read(65_536):
            due = max(due, loop.time() + self.line.delay(self.rng))
            loop.call_at(due, writer.write, data)
        loop.call_at(max(due, loop.time()), writer.close)

    def close(self) -> None:
        self.server.close()
        for task in self.tasks:
            task.cancel()


@dataclass
class Tally:
    """The seats that could have won each contest of each table, and for each seat how often it won and how often equal
    seats would have."""

    able: dict[tuple[str, int], set[int]] = field(default_factory=lambda: defaultdict(set))
    won: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    due: dict[int, float] = field(default_factory=lambda: defaultdict(float))

    def count(self, wins: dict[tuple[str, int], int]) -> None:
        for contest, winner in wins.items():
            if len(able := self.able.get(contest, set())) > 1 and winner in able:
                self.won[winner] += 1
                for seat in able:
                    self.due[seat] += 1 / len(able)

    def share(self, seat: int, seats: int) -> float:
        return 100 * self.won[seat] / self.due[seat] / seats if self.due[seat] else 0.0


class Seat:
    """A player who lays what fits after a while, and passes otherwise."""

    def __init__(self, place: Place, line: Line, kind: type, tally: Tally, rng: Random) -> None:
        self.place, self.line, self.tally, self.rng = place, line, tally, rng
        self.racer, self.flip, self.over, self.count = kind(), "", False, 0
        self.waiting: list[asyncio.TimerHandle] = []

    async def play(self, port: int) -> None:
        relay = Relay(self.line, port, self.rng)
        self.socket = await connect(await relay.open(), self.place)
        self.hold_frames()
        try:
            async for text in self.socket:
                self.take_in(str(text))
        finally:
            relay.close()

    def hold_frames(self) -> None:
        """Delay pongs, which the library sends at once."""
        protocol, loop = self.socket.protocol, asyncio.get_running_loop()
        send = protocol.send_frame

        def later(frame: Frame) -> None:
            send(frame)
            self.socket.send_data()

        def hold(frame: Frame) -> None:
            if frame.opcode.name == "PONG" and self.line.frames:
                loop.call_later(self.line.frames / 1000, later, frame)
            else:
                send(frame)

        self.socket.protocol.send_frame = hold  # type: ignore[method-assign]

    def take_in(self, text: str) -> None:
        if text.startswith("{"):
            if "ping" in (message := json.loads(text)):
                self.later(self.line.page, json.dumps({"pong": message["ping"], "ready": True}))
            return
        self.over = self.over or 'id="result"' in text
        self.racer.take_in(text)
        contest = self.racer.flip if self.racer.newest else ""
        if contest != self.flip:
            for handle in self.waiting:
                handle.cancel()
            self.flip, self.waiting = contest, []
            if contest and (claim := self.racer.claim()):
                self.tally.able[self.place.table, int(contest)].add(self.place.seat)
                self.act(self.rng.lognormvariate(log(PACE[0]), PACE[1]), claim)
                return
        if not self.racer.claim() and (action := self.racer.action()):
            self.act(50, action)

    def act(self, ms: float, form: str) -> None:
        self.count += 1
        form = f"{form}&seen=0&key={self.rng.getrandbits(64):x}"
        self.waiting.append(self.later(ms, json.dumps({"n": self.count, "form": form})))

    def later(self, ms: float, text: str) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(
            ms / 1000, lambda: asyncio.ensure_future(self.socket.send(text))
        )


def wins_at(tables: list[str]) -> dict[tuple[str, int], int]:
    from games.models import Move

    winners = {}
    for row in Move.objects.filter(table_id__in=tables, timing__isnull=False):
        for event in row.events:
            if event["event"] == "right" and row.seat is not None:
                winners[row.table_id, event["flip"]] = row.seat
    return winners


def trips_at(tables: list[str]) -> dict[int, list[float]]:
    """Return the round trips that were credited with each claim, by seat."""
    from games.models import Move

    trips: dict[int, list[float]] = defaultdict(list)
    for row in Move.objects.filter(table_id__in=tables):
        if row.timing is not None and row.seat is not None:
            trips[row.seat].append(row.timing["round_trip"])
    return trips


async def measure(
    port: int, tables: list[list[Place]], lines: list[Line], kind: type, seconds: float
) -> Tally:
    tally = Tally()
    seats = [
        Seat(place, line=line, kind=kind, tally=tally, rng=Random(f"{place.table} {place.seat}"))
        for places in tables
        for place, line in zip(places, lines, strict=True)
    ]
    playing = [asyncio.create_task(seat.play(port)) for seat in seats]
    await asyncio.sleep(seconds)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return tally


def main(seconds: float) -> None:
    os.environ |= {"COUNTDOWN_MS": "500", "READY_MS": "3000", "SOCKETS_PER_ADDRESS": "0"}
    with served() as (_pid, port):
        for game in stage.games_to_measure(real_time=True):
            if kind := race.racer_of(game):
                show(game, kind, port, seconds)


def show(game: str, kind: type, port: int, seconds: float) -> None:
    print(
        f"\n{game}: what each seat wins in percent, the round trip that was taken for it in ms, and the marks"
    )
    for name, lines in LINES.items():
        tables = stage.seat_people(TABLES, len(lines), game, OPTIONS)
        tally = asyncio.run(measure(port, tables, lines=lines, kind=kind, seconds=seconds))
        ids = [places[0].table for places in tables]
        tally.count(wins_at(ids))
        trips = trips_at(ids)
        report.note("lines", f"{game}, {name}", first=tally.share(0, len(lines)))
        columns = "".join(
            f"{tally.share(seat, len(lines)):7.1f} ({sum(trips[seat]) / max(1, len(trips[seat])):3.0f})"
            for seat in range(len(lines))
        )
        print(f"  {name:30}{sum(tally.won.values()):6} contests{columns}  {marks_at(ids)}", flush=True)


def marks_at(tables: list[str]) -> str:
    from django.db.models import Count

    from games.models import Seat

    rows = Seat.objects.filter(table__in=tables).exclude(mark="").values_list("index", "mark")
    return ", ".join(f"seat {seat} {mark}: {n}" for seat, mark, n in rows.annotate(n=Count("pk")).order_by())
