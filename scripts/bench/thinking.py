"""Pages and pushes while eight of the strongest bots think, each again as soon as its pause is over, against the same without
them: both are to be no more than 1.3 times as slow."""

from __future__ import annotations

import asyncio
import http.client
import os
import threading
import time

from scripts.bench import report, stage
from scripts.bench.server import measure, percentile, seated, served

BOTS, TABLES, RATE = 8, 10, 10.0
# By what is measured the level of the bots: the second tells what their moves cost without the thinking.
STATES = {"nobody thinks": "", f"{BOTS} bots, greedy": "greedy", f"{BOTS} bots, hard": "hard"}
# Seconds between two pages, and how often each state is measured: in turn, so that a busy machine is busy for both.
EVERY, TIMES = 0.1, 3


def matches(level: str, game: str) -> list[str]:
    """Running matches that bots of that level play by themselves: at each of them one thinks or pauses."""
    from accounts.models import User
    from games import tables
    from games.models import Seat

    found = []
    for _ in range(BOTS if level else 0):
        host = User.objects.create_user(f"T{os.urandom(6).hex()}", is_guest=True)
        table = tables.open_table(host, tables.Plan(game, 2, bots=[level])).table.pk
        Seat.objects.filter(table=table, user=host).update(level=level)
        found.append(table)
    return found


def end(table_ids: list[str]) -> None:
    """Nothing is due at those tables any more."""
    from games.models import Seat

    Seat.objects.filter(table__in=table_ids).update(deadline=None)


def pages(port: int, until: threading.Event, found: list[float]) -> None:
    while not until.is_set():
        began = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/lobby/")
        connection.getresponse().read()
        connection.close()
        found.append(time.perf_counter() - began)
        time.sleep(EVERY)


def one(pid: int, port: int, seconds: float) -> tuple[list[float], list[float]]:
    """Latencies of pages and of moves that are pushed to everybody."""
    found: list[float] = []
    until = threading.Event()
    reader = threading.Thread(target=pages, args=(port, until, found))
    lot = seated(TABLES, stage.games_to_measure()[0])
    reader.start()
    _speed, moves, _answers, _used = asyncio.run(measure(pid, port, lot, seconds, RATE))
    until.set()
    reader.join()
    return found, moves


def main(seconds: float) -> None:
    told: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in STATES}
    with served() as (pid, port):
        for _again in range(TIMES):
            for name, level in STATES.items():
                report.progress(f"thinking: {name}")
                played = matches(level, stage.games_to_measure()[0])
                for kept, more in zip(told[name], one(pid, port, seconds), strict=True):
                    kept += more
                end(played)
    show(told)


def show(told: dict[str, tuple[list[float], list[float]]]) -> None:
    print(
        f"\nPages and pushes at {TABLES} tables, {RATE:.0f} moves/s, with and without {BOTS} bots that play elsewhere"
    )
    print("  load average", *(f"{each:.1f}" for each in os.getloadavg()))
    print(f"  {'':16}{'pages p50':>11}{'p95 ms':>9}{'pushes p50':>12}{'p95 ms':>9}{'times as slow':>20}")
    base: list[float] = []
    for name, found in told.items():
        row = [percentile(values, share) for values in found for share in (0.5, 0.95)]
        base = base or row
        pages, pushes = row[0] / base[0], row[2] / base[2]
        figures = f"{row[0]:11.1f}{row[1]:9.1f}{row[2]:12.1f}{row[3]:9.1f}"
        print(f"  {name:16}{figures}{pages:12.2f}{pushes:8.2f}")
        report.note("thinking", name, pages=row[0], pushes=row[2], pages_ratio=pages, pushes_ratio=pushes)
