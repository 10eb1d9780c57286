"""Pages and pushes while eight of the strongest bots think without pause, against the same without them.

Both may be at most 1.3 times as slow. The table also shows how long a person waits for a bot's move.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import threading
import time
from itertools import pairwise
from operator import truediv
from statistics import median
from typing import NamedTuple

from scripts.bench import report, stage
from scripts.bench.server import measure, percentile, seated, served

BOTS, TABLES, RATE = 8, 10, 10.0
# The bots' level by state. Bots of the second state make as many moves almost without thinking.
STATES = {"nobody plays": "", f"{BOTS} bots, greedy": "greedy", f"{BOTS} bots, hard": "hard"}
# Seconds between two pages, and rounds: states take turns, so that other load affects all, and are compared by round.
EVERY, ROUNDS = 0.1, 5


class Figures(NamedTuple):
    """Figures of a state in one round: seconds of pages, of people's moves until all seats have them, and of bots'
    turns; bots' moves a second, and ms of the server's processor time a second."""

    pages: list[float]
    pushes: list[float]
    turns: list[float]
    moves: float
    cpu: float


def matches(level: str, game: str) -> list[str]:
    """Start matches that bots of that level play among themselves. At each table one bot thinks or pauses."""
    from django.utils import timezone

    from accounts.models import User
    from games.models import Seat
    from games.play import opening

    tables = []
    for _ in range(BOTS if level else 0):
        host = User.objects.create_user(f"T{os.urandom(6).hex()}", is_guest=True)
        table = opening.open_table(host, opening.Plan(game, 2, bots=[level])).table.pk
        theirs = Seat.objects.filter(table=table, user=host)
        theirs.update(level=level)
        theirs.filter(awaited_since__isnull=False).update(deadline=timezone.now())
        tables.append(table)
    return tables


def end(table_ids: list[str]) -> None:
    """Close these tables, so that no bot goes on."""
    from django.db.models import F

    from games.models import Table

    Table.objects.filter(pk__in=table_ids).update(status=Table.Status.CLOSED, version=F("version") + 1)


def moved(table_ids: list[str]) -> dict[str, list[int]]:
    """Return when the moves were made, in ms, by table."""
    from games.models import Move

    times: dict[str, list[int]] = {table: [] for table in table_ids}
    rows = Move.objects.filter(table__in=table_ids)
    for table, at in rows.values_list("table_id", "at"):
        times[table].append(at)
    return times


def wait_until_all_play(table_ids: list[str]) -> None:
    while any(len(at) < 3 for at in moved(table_ids).values()):
        time.sleep(0.1)


def pages(port: int, until: threading.Event, times: list[float]) -> None:
    while not until.is_set():
        began = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/lobby/")
        connection.getresponse().read()
        connection.close()
        times.append(time.perf_counter() - began)
        time.sleep(EVERY)


def measured(pid: int, port: int, seconds: float, level: str) -> Figures:
    times: list[float] = []
    until = threading.Event()
    reader = threading.Thread(target=pages, args=(port, until, times))
    lot = seated(TABLES, stage.games_to_measure()[0])
    played = matches(level, stage.games_to_measure()[0])
    wait_until_all_play(played)
    before, began = moved(played), time.perf_counter()
    reader.start()
    _speed, pushes, _answers, used = asyncio.run(measure(pid, port, tables=lot, seconds=seconds, rate=RATE))
    until.set()
    reader.join()
    taken, after = time.perf_counter() - began, moved(played)
    end(played)
    turns = [
        (moment - last) / 1000
        for table, at in after.items()
        for last, moment in pairwise(at[len(before[table]) - 1 :])
    ]
    return Figures(times, pushes=pushes, turns=turns, moves=len(turns) / taken, cpu=used / seconds)


def main(seconds: float) -> None:
    rounds_by_state: dict[str, list[Figures]] = {name: [] for name in STATES}
    with served() as (pid, port):
        for number in range(ROUNDS):
            for name, level in STATES.items():
                report.progress(f"thinking: {name}, {number + 1} of {ROUNDS}")
                rounds_by_state[name].append(measured(pid, port, seconds, level))
    show(rounds_by_state)


def show(rounds_by_state: dict[str, list[Figures]]) -> None:
    print(
        f"\nPages and pushes at {TABLES} tables, {RATE:.0f} moves/s, with and without {BOTS} bots that "
        "play elsewhere:\n"
        f"the medians of {ROUNDS} rounds, and of how many times as slow each was as the first row in its round"
    )
    print("  load average", *(f"{load:.1f}" for load in os.getloadavg()))
    heads = f"{'pages p50':>11}{'ratio':>8}{'pushes p50':>12}{'ratio':>8}{'cpu ms/s':>10}"
    print(f"  {'':16}{heads}{'bots: moves/s':>16}{'p50 ms':>9}{'p99 ms':>9}")
    base = next(iter(rounds_by_state.values()))
    for name, rounds in rounds_by_state.items():
        pages = [percentile(figures.pages, 0.5) for figures in rounds]
        pushes = [percentile(figures.pushes, 0.5) for figures in rounds]
        slower = [
            median(map(truediv, medians, first))
            for medians, first in (
                (pages, [percentile(b.pages, 0.5) for b in base]),
                (pushes, [percentile(b.pushes, 0.5) for b in base]),
            )
        ]
        turns = [turn for figures in rounds for turn in figures.turns]
        cpu, moves = median(figures.cpu for figures in rounds), median(figures.moves for figures in rounds)
        late = [percentile(turns, share) for share in (0.5, 0.99)]
        bots = f"{moves:16.1f}{late[0]:9.0f}{late[1]:9.0f}" if turns else ""
        print(
            f"  {name:16}{median(pages):11.1f}{slower[0]:8.2f}{median(pushes):12.1f}{slower[1]:8.2f}{cpu:10.0f}{bots}"
        )
        ratios = {"pages_ratio": slower[0], "pushes_ratio": slower[1]}
        report.note(
            "thinking", name, pages=median(pages), pushes=median(pushes), turns=late[1], cpu=cpu, **ratios
        )
