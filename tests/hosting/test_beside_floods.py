"""A flood from one address at one process of the real site, beside a table: all moves there are answered, and the
flood is refused. A flood of pages waits instead (tests/hosting/limits/test_pages.py). `make soak` measures the cost of
each kind of flood."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, cycle
from pathlib import Path
from typing import cast

import pytest
from websockets.exceptions import InvalidStatus

from scripts.cluster import process as processes
from scripts.cluster.process import until
from tests.hosting.conftest import Alone
from tests.scale.house import Process
from tests.scale.visitors import Player, Visitor

# The limits of a public site, only lower, so that the flood reaches them soon.
BOUNDS = {
    "TRUSTED_PROXIES": "1",
    "SOCKETS_PER_ADDRESS": "40",
    "MESSAGES_PER_ADDRESS": "40",
    "MESSAGES_PER_SECOND": "1",
    "TIME_PER_ADDRESS": "1",
}
MOVES = 40

addresses = (f"198.51.100.{number % 256}" for number in count())


@pytest.fixture
def front(fresh: Alone, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    site = Alone(tmp_path_factory.mktemp("flooded") / "var", fresh.static)
    running = site.serve(**BOUNDS)
    yield cast(Process, site)
    running.stop()


def visitor(front: Process) -> Visitor:
    """Return a visitor from an address of their own."""
    return Visitor(front, next(addresses))


def table_of(guest: Visitor, front: Process) -> str | None:
    """Open a table and return it; None if the visitor's address has used up its time."""
    with suppress(AssertionError):
        return guest.open_table(front)
    return None


def players(front: Process) -> list[Player] | None:
    """Seat two visitors at a table; None if one of them has used up the time of their address.

    The first visitors also pay for loading templates and code, which may be more than an address has.
    """
    people = [visitor(front) for _ in range(2)]
    with suppress(AssertionError, InvalidStatus):
        table = people[0].open_table(front)
        people[1].sit(front, table)
        return [Player(guest, front, table) for guest in people]
    return None


def make_moves(front: Process) -> None:
    """Make MOVES moves of two people, each answered. When a match ends, two others begin another one."""
    moves = 0
    while moves < MOVES:
        pair = sorted(until("two sit", lambda: players(front)), key=lambda player: player.seen is None)
        for mover in cycle(pair):
            if moves == MOVES or not mover.wait():
                break
            mover.move()
            moves += 1
        for player in pair:
            player.close()


class Flood:
    """A client that continues until stopped."""

    def __init__(self, front: Process, kind: str, folder: Path) -> None:
        table = until("a table is open", lambda: table_of(visitor(front), front))
        words = [sys.executable, "-m", "scripts.soak.floods", kind, str(front.port), "inf", table, table, ""]
        self.process = processes.Process(kind, words, dict(os.environ), folder / "flood.log")

    @property
    def refused(self) -> int:
        """Return how often the site has refused something so far because it was too much."""
        self.process.check()
        whole_lines = self.process.log.read_text().rpartition("\n")[0]
        return int(whole_lines.split()[-1]) if whole_lines else 0


def test_moves_are_answered_beside_a_flood_that_is_refused(front: Process, tmp_path: Path) -> None:
    flood = Flood(front, "looks-on", tmp_path)
    try:
        until("it is refused", lambda: flood.refused)
        make_moves(front)
        before = flood.refused
        until("it is still refused", lambda: flood.refused > before)
    finally:
        flood.process.stop()
