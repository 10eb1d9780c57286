"""Many threads at one table: exactly the legal sequence is stored, and nobody gets a 500."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier

from django.db import connections
from django.test import Client

from games.play import storage
from games.play.snapshot import Snapshot
from games.records import audit, export
from tests.databases import ON_SQLITE
from tests.helpers import given

# PostgreSQL's pool has 16 connections, and a request that waits for one for two seconds is answered with 503.
THREADS = 40 if ON_SQLITE else 12
MOVES = 12


def storm(snapshot: Snapshot, sessions: list[str], barrier: Barrier, number: int) -> list[int]:
    """Submit moves in one thread for a random seat, often stale, often twice. Returns the statuses."""
    rng = Random(number)
    client = Client(raise_request_exception=False)
    numbers: list[int] = []
    barrier.wait()
    try:
        while True:
            new_snapshot = storage.load(snapshot.table.pk)
            if new_snapshot.table.number >= MOVES or not new_snapshot.table.is_running:
                return numbers
            seat = (
                given.awaited(new_snapshot) if rng.random() < 0.8 else rng.randrange(len(new_snapshot.seats))
            )
            moves = snapshot.rules.legal_moves(new_snapshot.state, seat)
            move = rng.choice(moves) if moves else {"type": "play", "card": new_snapshot.state.hands[seat][0]}
            board_number = new_snapshot.table.number - (rng.random() < 0.2)
            key = f"{seat}-{board_number}" if rng.random() < 0.5 else f"{number}-{len(numbers)}"
            body = json.dumps({"move": move, "key": key, "seen": board_number})
            client.cookies["sessionid"] = sessions[seat]
            for _ in range(1 + (rng.random() < 0.3)):
                url = f"/t/{snapshot.table.pk}/move/"
                numbers.append(client.post(url, body, content_type="application/json").status_code)
    finally:
        connections.close_all()


def test_threads_store_exactly_the_legal_sequence(file_database: Path) -> None:
    snapshot = given.running(3, seed="storm")
    sessions = [given.browser(seat.user).cookies["sessionid"].value for seat in snapshot.seats]
    barrier = Barrier(THREADS)
    with ThreadPoolExecutor(THREADS) as pool:
        numbers = list(pool.map(lambda number: storm(snapshot, sessions, barrier, number), range(THREADS)))
    statuses = {status for codes in numbers for status in codes}
    assert statuses <= {200, 400, 409}, statuses
    table = given.now(snapshot).table
    rows = export.rows_of(table)
    assert [row.number for row in rows] == list(range(table.number + 1))
    assert table.number >= MOVES
    assert list(audit.faults(table, list(table.seats.all()), rows)) == []
    answered = sum(codes.count(200) for codes in numbers)
    assert answered >= table.number


def test_threads_sit_down_at_one_table_and_four_find_a_seat(file_database: Path) -> None:
    snapshot = given.opened(5)
    barrier = Barrier(THREADS)

    def sit(number: int) -> int:
        client = Client(raise_request_exception=False)
        barrier.wait()
        try:
            return client.post(f"/t/{snapshot.table.pk}/sit/").status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(THREADS) as pool:
        statuses = list(pool.map(sit, range(THREADS)))
    assert statuses.count(302) == 4
    assert statuses.count(409) == THREADS - 4
    table = given.now(snapshot).table
    assert table.is_running
    assert len({seat.user_id for seat in table.seats.all()}) == 5
