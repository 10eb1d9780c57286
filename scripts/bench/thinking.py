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
# Seconds between two pages, and how often each state is measured: in turn, so that a busy machine is busy for both.
EVERY, TIMES = 0.1, 3


def matches(count: int, game: str) -> list[str]:
    """So many running matches that the strongest bots play by themselves: at each of them one thinks or pauses."""
    from accounts.models import User
    from games import tables
    from games.models import Seat

    found = []
    for _ in range(count):
        host = User.objects.create_user(f"T{os.urandom(6).hex()}", is_guest=True)
        table = tables.open_table(host, tables.Plan(game, 2, bots=["hard"])).table.pk
        Seat.objects.filter(table=table, user=host).update(level="hard")
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
    names = ("nobody thinks", f"{BOTS} bots think")
    told: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in names}
    with served() as (pid, port):
        for _again in range(TIMES):
            for name in names:
                report.progress(f"thinking: {name}")
                thinking = matches(BOTS, stage.games_to_measure()[0]) if name != names[0] else []
                for kept, more in zip(told[name], one(pid, port, seconds), strict=True):
                    kept += more
                end(thinking)
    show(told)


def show(told: dict[str, tuple[list[float], list[float]]]) -> None:
    print(
        f"\nPages and pushes at {TABLES} tables, {RATE:.0f} moves/s, with and without {BOTS} bots that think"
    )
    print(f"  {'':16}{'pages p50':>11}{'p95 ms':>9}{'pushes p50':>12}{'p95 ms':>9}")
    figures = {
        name: [percentile(values, share) for values in found for share in (0.5, 0.95)]
        for name, found in told.items()
    }
    for name, row in figures.items():
        print(f"  {name:16}{row[0]:11.1f}{row[1]:9.1f}{row[2]:12.1f}{row[3]:9.1f}")
    one, two = figures.values()
    ratios = [after / before for before, after in zip(one, two, strict=True)]
    print(f"  {'times as slow':16}{ratios[0]:11.2f}{ratios[1]:9.2f}{ratios[2]:12.2f}{ratios[3]:9.2f}")
    report.note("thinking", f"{BOTS} bots", pages=ratios[0], pushes=ratios[2])
