"""Moves that are stored and pushed to four seats, with real socket clients on one Daphne process.

A move's latency runs from its sending until all four sockets have received their new state. All turn games are driven
through the forms of their boards.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import websockets
from websockets import ClientConnection, Origin

from scripts.bench import report, stage
from scripts.bench.forms import Controls, Copy
from scripts.bench.stage import Place
from scripts.cluster.process import free_port

# A match has about 44 moves, so many tables are needed to fill the time.
ROWS = (
    ("1 table, no thinking", 1, 0.0),
    ("10 tables, no thinking", 10, 0.0),
    ("50 tables, no thinking", 50, 0.0),
    ("100 tables, 100 moves/s", 100, 100.0),
)
# The row that all other turn games get, too.
BESIDE = ROWS[1]


@dataclass
class Table:
    """One table's four sockets, driven by the seat that is to act."""

    places: list[Place]
    match: Copy
    sockets: list[ClientConnection] = field(default_factory=list)
    boards: list[Controls] = field(default_factory=list)
    sent_at: float = 0.0
    told: set[int] = field(default_factory=set)
    everybody: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False


async def connect(port: int, place: Place) -> ClientConnection:
    return await websockets.connect(
        f"ws://127.0.0.1:{port}/ws/t/{place.table}/?v=0&l=en",
        origin=Origin(f"http://127.0.0.1:{port}"),
        additional_headers={"Cookie": f"sessionid={place.cookie}"},
        compression=None,
        max_size=None,
    )


def take_in(table: Table, seat: int, text: str, answers: list[str]) -> None:
    if text.startswith("{"):
        answers.append(text)
        return
    table.boards[seat].take_in(text)
    if 'id="result"' in text:
        table.over = True
    table.told.add(seat)
    if len(table.told) == len(table.sockets):
        table.everybody.set()


async def listen(table: Table, seat: int, answers: list[str]) -> None:
    async for text in table.sockets[seat]:
        take_in(table, seat, str(text), answers)


async def one_move(table: Table, latencies: list[float]) -> bool:
    """Make a move and wait until every seat has its board. Return False when the match is over."""
    seat = table.match.awaited()
    if seat is None or table.over:
        return False
    message = json.dumps({"n": 1, "form": table.match.move(seat, table.boards[seat])})
    table.told.clear()
    table.everybody.clear()
    sent = time.perf_counter()
    await table.sockets[seat].send(message)
    await asyncio.wait_for(table.everybody.wait(), 30)
    latencies.append(time.perf_counter() - sent)
    return True


async def drive(table: Table, until: float, latencies: list[float], pause: float) -> None:
    if pause:
        # Spread the tables over the pause, as people are.
        await asyncio.sleep(pause * (hash(table.places[0].table) % 1000) / 1000)
    due = time.perf_counter()
    while time.perf_counter() < until:
        if not await one_move(table, latencies):
            return
        if pause:
            due += pause
            await asyncio.sleep(max(0.0, due - time.perf_counter()))


def seated(count: int, game: str) -> list[Table]:
    """Return that many running tables of the game, with no sockets open."""
    from games.play import storage

    return [
        Table(places, Copy(storage.load(places[0].table)), boards=[Controls() for _ in places])
        for places in stage.seat_people(count, game=game)
    ]


async def measure(
    pid: int, port: int, tables: list[Table], seconds: float, rate: float = 0.0
) -> tuple[float, list[float], list[str], float]:
    """Return moves a second, latencies, answers, and the server's processor time in ms.

    `rate` is the number of moves a second at all tables; 0: as fast as possible.
    """
    answers: list[str] = []
    listeners = []
    for table in tables:
        table.sockets = [await connect(port, place) for place in table.places]
        listeners += [asyncio.create_task(listen(table, seat, answers)) for seat in range(len(table.sockets))]
    for table in tables:
        await asyncio.wait_for(table.everybody.wait(), 60)
    latencies: list[float] = []
    began, used = time.perf_counter(), processor_ms(pid)
    pause = len(tables) / rate if rate else 0.0
    await asyncio.gather(*(drive(table, began + seconds, latencies, pause) for table in tables))
    taken, used = time.perf_counter() - began, processor_ms(pid) - used
    for listener in listeners:
        listener.cancel()
    for table in tables:
        for socket in table.sockets:
            await socket.close()
    return len(latencies) / taken, latencies, answers, used


def percentile(values: list[float], share: float) -> float:
    """Return the percentile in ms; NaN without values, as in a race whose clock never had to move."""
    if not values:
        return math.nan
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@contextmanager
def served(folder: Path | None = None) -> Iterator[tuple[int, int]]:
    """Serve a site of its own on the stage's folder, or on `folder`, within the block. Yield its process id and
    port."""
    stage.prepare()
    port = free_port()
    server = stage.serve(port, folder)
    try:
        wait_for(port)
        yield server.pid, port
    finally:
        server.terminate()
        server.wait(60)


def wait_for(port: int) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1)
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not start")


def main(seconds: float, shares: dict[str, float], game: str = "") -> None:
    """Measure moves. `shares` are the costs of a move's parts from move_costs.main(), or empty.

    `game` gets every row, and others are compared with it; the first one if empty.
    """
    with served() as (pid, port):
        compare(pid, port, seconds=seconds, shares=shares, yardstick=game or stage.games_to_measure()[0])


def compare(pid: int, port: int, seconds: float, shares: dict[str, float], yardstick: str) -> None:
    print("\nMoves stored (SQLite, synchronous=FULL) and pushed to 4 seats, one Daphne process")
    print(f"  {yardstick:26}{'moves/s':>9}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'ratio':>8}{'cpu ms':>8}")
    speeds: dict[str, float] = {}
    for name, tables, rate in ROWS:
        row = run_row(pid, port, game=yardstick, tables=tables, rate=rate, seconds=seconds)
        speeds[name] = row.speed
        row.show(name, speeds[ROWS[0][0]])
        if shares and tables == 50:
            rest = row.cpu - sum(shares.values())
    if shares:
        print(
            f"  of a move's processor time at 50 tables, sending, receiving and the loop take {rest:.2f} ms"
        )
    name, tables, rate = BESIDE
    print(f"  {name}; the ratio is to {yardstick}'s row")
    for game in stage.games_to_measure():
        if game != yardstick:
            run_row(pid, port, game=game, tables=tables, rate=rate, seconds=seconds).show(game, speeds[name])


def processor_ms(pid: int) -> float:
    """Return the processor time of a process in ms (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Row:
    """`speed` is in moves a second, `latencies` in seconds; `cpu` is the server's processor time of a move in ms."""

    speed: float
    latencies: list[float]
    refused: int
    cpu: float

    def show(self, name: str, base: float) -> None:
        late = "".join(f"{percentile(self.latencies, share):9.1f}" for share in (0.5, 0.95, 0.99))
        p50, p99 = (percentile(self.latencies, share) for share in (0.5, 0.99))
        report.note("server", name, moves_a_second=self.speed, p50=p50, p99=p99, cpu=self.cpu)
        refused = f"  {self.refused} refused" if self.refused else ""
        print(f"  {name:26}{self.speed:9.0f}{late}{self.speed / base:8.2f}{self.cpu:8.2f}{refused}")


def run_row(pid: int, port: int, game: str, tables: int, rate: float, seconds: float) -> Row:
    """Drive fresh tables one lot after another until the time is filled, because matches end."""
    report.progress(f"server: {game}, {tables} tables")
    latencies: list[float] = []
    busy, refused, used = 0.0, 0, 0.0
    while busy < seconds:
        lot = seated(tables, game)
        speed, times, answers, cpu = asyncio.run(
            measure(pid, port, tables=lot, seconds=seconds - busy, rate=rate)
        )
        latencies += times
        busy += len(times) / speed
        used += cpu
        refused += sum("refused" in answer for answer in answers)
    return Row(len(latencies) / busy, latencies, refused, used / len(latencies))
