"""The memory of a process after a long time of mixed load, against that after the first sixth."""

from __future__ import annotations

import asyncio
import os
import time
from typing import Any

from scripts.bench import report, stage
from scripts.bench.crowd import crowd, memory
from scripts.bench.server import measure, seated, served

# The greatest growth since the first sixth, which is ten minutes of an hour.
MOST, FIRST = 1.05, 1 / 6
TABLES, VISITORS = 10, 50


def main(seconds: float) -> list[str]:
    # All load comes from one address.
    os.environ.update(SOCKETS_PER_ADDRESS="0", MESSAGES_PER_ADDRESS="0")
    with served() as (pid, port):
        early, late = _loaded(pid, port, seconds)
    print(
        f"\nMemory after {seconds * FIRST / 60:.1f} min of load {early / 1e6:.1f} MB, after "
        f"{seconds / 60:.1f} min {late / 1e6:.1f} MB"
    )
    report.note("lasting", f"{seconds:.0f} s", early=early / 1e6, late=late / 1e6, ratio=late / early)
    return [f"memory has grown {late / early:.2f} times"] if late > MOST * early else []


def _loaded(pid: int, port: int, seconds: float) -> tuple[int, int]:
    """Play matches of all games in turn, with visitors of the lobby who leave, some without closing."""
    began, early, turn = time.monotonic(), 0, 0
    games = stage.games_to_measure()
    while (gone := time.monotonic() - began) < seconds:
        report.progress(f"lasting: {gone / 60:.1f} min, {memory(pid) / 1e6:.1f} MB")
        if not early and gone >= seconds * FIRST:
            early = memory(pid)
        tables: Any = seated(TABLES, games[turn % len(games)])
        asyncio.run(_a_while(pid, port, tables, min(30.0, seconds / 12)))
        turn += 1
    return early, memory(pid)


async def _a_while(pid: int, port: int, tables: Any, seconds: float) -> None:
    visitors = await crowd(port, ["/ws/lobby/?l=en"] * VISITORS)
    await measure(pid, port, tables=tables, seconds=seconds, rate=20.0)
    for number, (_reader, writer) in enumerate(visitors):
        # Half of them abort without closing, as a broken connection does.
        writer.transport.abort() if number % 2 else writer.close()
