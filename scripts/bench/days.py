"""How long a scheduler takes to expire a thousand overdue tables, and what pages and moves cost meanwhile.

One Daphne process has a scheduler. A client loads a page and makes a move in turn: first while nothing is due, then
from the moment when a thousand people have run out of time until each has a bot.
"""

from __future__ import annotations

import json
import time
import urllib.request
from copy import copy
from datetime import timedelta
from typing import Any

from scripts.bench import report, stage
from scripts.bench.server import percentile, served

MANY = 1000
# Seconds until they are overdue, during which the quiet site is measured.
CALM = 6.0


def overdue_tables(count: int, when: Any) -> None:
    """Create day-paced tables in the same position, each with an awaited person whose time is over at `when`."""
    from accounts.models import User
    from games.models import Move, Seat, Table, new_id
    from games.play import opening, seating

    people = [User.objects.create_user(f"Late {n}", is_guest=True) for n in range(2)]
    first = opening.open_table(people[0], opening.Plan(stage.games_to_measure()[0], 2, pace="days"))
    snapshot = seating.join(first.table.pk, people[1])
    tables, seats, moves = [], [], []
    dealt = snapshot.row
    assert dealt is not None
    for _ in range(count):
        table = copy(snapshot.table)
        table.pk, table.invite = new_id(), new_id()
        tables.append(table)
        for seat in snapshot.seats:
            seats.append(other := copy(seat))
            other.pk, other.table = None, table
            if other.deadline and other.awaited_since:
                other.awaited_since, other.deadline = when - (other.deadline - other.awaited_since), when
        moves.append(row := copy(dealt))
        row.pk, row.table = None, table
    Table.objects.bulk_create(tables)
    Seat.objects.bulk_create(seats, batch_size=200)
    Move.objects.bulk_create(moves, batch_size=200)


class Player:
    """A client that loads the lobby and makes a move at a table of its own, with plain requests, and times both."""

    def __init__(self, port: int, tables: list[list[stage.Place]]) -> None:
        self.base, self.tables, self.moves = f"http://127.0.0.1:{port}", tables, 0
        self.pages: list[float] = []
        self.moved: list[float] = []

    def step(self) -> None:
        began = time.perf_counter()
        urllib.request.urlopen(f"{self.base}/lobby/", timeout=30).read()
        self.pages.append(time.perf_counter() - began)
        self.move()

    def move(self) -> None:
        from games.play import storage

        snapshot = storage.load(self.tables[0][0].table)
        if not snapshot.table.is_running:
            # Another fresh match, since one has about 44 moves.
            self.tables = stage.seat_people(1) if len(self.tables) == 1 else self.tables[1:]
            snapshot = storage.load(self.tables[0][0].table)
        seat, move = stage.next_move(snapshot)
        self.moves += 1
        form = {"move": move, "key": f"b{self.moves}", "seen": snapshot.table.number}
        began = time.perf_counter()
        post(f"{self.base}/t/{snapshot.table.pk}/move/", form, self.tables[0][seat].cookie)
        self.moved.append(time.perf_counter() - began)


def post(address: str, data: dict[str, Any], session: str) -> None:
    token = "a" * 32
    headers = {
        "Content-Type": "application/json",
        "Cookie": f"sessionid={session}; csrftoken={token}",
        "X-CSRFToken": token,
    }
    request = urllib.request.Request(address, json.dumps(data).encode(), headers)
    urllib.request.urlopen(request, timeout=30).read()


def main(count: int = MANY) -> None:
    with served() as (_pid, port):
        places = stage.seat_people(12)
        calm, busy = Player(port, places[:6]), Player(port, places[6:])
        busy.moves = 100_000
        took = expire(count, calm, busy)
    tell(count, took, calm, busy)


def expire(count: int, calm: Player, busy: Player) -> float:
    """Measure one player while nothing is due, and the other until all are expired. Return the seconds that takes."""
    from django.utils import timezone

    from games.models import Seat

    calm.step()
    when = timezone.now() + timedelta(seconds=CALM)
    overdue_tables(count, when)
    calm.pages.clear()
    calm.moved.clear()
    while timezone.now() < when:
        calm.step()
    late = Seat.objects.filter(table__pace="days", stand_in=False, deadline__lte=when)
    while late.exists():
        busy.step()
    return (timezone.now() - when).total_seconds()


def tell(count: int, took: float, calm: Player, busy: Player) -> None:
    ms_each = 1000 * took / count
    print(f"\n{count} overdue tables expired in {took:.1f} s ({ms_each:.1f} ms each), one Daphne process")
    print(f"  {'':26}{'count':>9}{'p50 ms':>9}{'p95 ms':>9}{'ratio':>8}")
    for name, before, during in (
        ("lobby page", calm.pages, busy.pages),
        ("a person's move", calm.moved, busy.moved),
    ):
        base = percentile(before, 0.5)
        report.note("days", name, ratio=percentile(during, 0.5) / base)
        for when, times in (("before", before), ("meanwhile", during)):
            half, most = percentile(times, 0.5), percentile(times, 0.95)
            print(f"  {f'{name}, {when}':26}{len(times):9}{half:9.1f}{most:9.1f}{half / base:8.2f}")


if __name__ == "__main__":
    main()
