"""The processor time of a move by part, in one process without a server: judging, storing, rendering."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from scripts.bench import report, stage

MOVES = 400


def main() -> dict[str, float]:
    """Print and return the ms of processor time that a move spends on each part."""
    stage.prepare()
    spent: dict[str, float] = defaultdict(float)
    with measured(spent):
        moved = play(MOVES, spent)
    shares = {name: 1000 * seconds / moved for name, seconds in spent.items()}
    print(f"\nProcessor time of a move without a server, ms ({moved} moves)")
    for name, ms in sorted(shares.items(), key=lambda item: -item[1]):
        print(f"  {name:26}{ms:8.3f}")
        report.note("shares", name, ms=ms)
    return shares


@contextmanager
def measured(spent: dict[str, float]) -> Iterator[None]:
    """Add up the time of a move's parts within the block. Commits are not published."""
    from games.play import commands, storage
    from games.play.storage import listeners
    from games.rules import core

    listeners.clear()
    parts: dict[str, Any] = {
        "load": timed(spent, "reading the table", storage.load),
        "save": timed(spent, "storing and committing", storage.save),
    }
    with patch.multiple(commands, **parts), patch.object(core, "play", timed(spent, "judging", core.play)):
        yield


def timed(spent: dict[str, float], name: str, work: Callable[..., Any]) -> Callable[..., Any]:
    def in_time(*args: Any, **kwargs: Any) -> Any:
        began = time.process_time()
        try:
            return work(*args, **kwargs)
        finally:
            spent[name] += time.process_time() - began

    return in_time


def play(most: int, spent: dict[str, float]) -> int:
    """Play whole matches until that many moves are made. Return the number of moves."""
    from games.play.storage import load

    moved = 0
    while moved < most:
        table = stage.seat_people(1)[0][0].table
        snapshot = load(table, recent=12)
        boards_shown: dict[Any, Any] = {}
        while snapshot.table.is_running and moved < most:
            snapshot = step(snapshot, boards_shown, spent)
            moved += 1
    return moved


def step(snapshot: Any, boards_shown: dict[Any, Any], spent: dict[str, float]) -> Any:
    """Make one legal move and draw the board for all four seats."""
    from games.sockets.rendering import render
    from games.sockets.room import extended

    played = stage.make_move(snapshot, *stage.next_move(snapshot))
    start = time.process_time()
    after = extended(snapshot, played)
    render(after, [(viewer, "en") for viewer in range(4)], boards_shown)
    spent["rendering for 4 seats"] += time.process_time() - start
    return after
