"""Floods, and beside each of them the latency of moves at tables that have nothing to do with it; and the same with the
flood at another process of the site on this machine, which shares nothing with the tables but the processor."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from scripts.bench import report, stage
from scripts.bench.server import measure, percentile, seated, served
from scripts.soak.floods import KINDS

TABLES, RATE = 10, 10.0
# How often what is measured beside a flood may take what it takes without.
MOST = 1.5
# As a public site has them: only the floods come from an address that the proxy tells.
PUBLIC = {
    "TRUSTED_PROXIES": "1",
    "SOCKETS_PER_ADDRESS": "300",
    "MESSAGES_PER_ADDRESS": "60",
    "TIME_PER_ADDRESS": "20",
}
# Seconds that a flood has before it is measured.
AHEAD = 2.0


class Measured(NamedTuple):
    """`latencies` in seconds, what part of a processor the server took, and how much a flood has sent."""

    latencies: list[float]
    busy: float
    sent: int


def beside(pid: int, port: int, seconds: float, words: list[str], target: int = 0) -> Measured:
    """What moves take while a flood goes there or to `target`; without `words` there is none."""
    process = None
    if words:
        more = [words[0], str(target or port), str(seconds + AHEAD + 1), *words[1:]]
        process = subprocess.Popen(
            ["nice", sys.executable, "-m", "scripts.soak.floods", *more],
            cwd=stage.ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
    tables: Any = seated(TABLES, stage.games_to_measure()[0])
    latencies, busy = asyncio.run(_measured(pid, port, tables, seconds))
    said = process.communicate()[0] if process else ""
    return Measured(latencies, busy, int(said.split()[-2]) if said else 0)


async def _measured(pid: int, port: int, tables: Any, seconds: float) -> tuple[list[float], float]:
    await asyncio.sleep(AHEAD)
    speed, latencies, _answers, used = await measure(pid, port, tables, seconds, RATE)
    return latencies, used / 1000 / (len(latencies) / speed)


def main(seconds: float, kinds: list[str]) -> list[str]:
    """What was slower than it may be."""
    os.environ.update(PUBLIC)
    folder = stage.prepare()
    watched = stage.seat_people(1)[0][0].table
    with served() as (pid, port), served(copied(folder)) as (_other, elsewhere):
        return _compared(pid, (port, elsewhere), watched, seconds, kinds)


def copied(folder: Path) -> Path:
    """Another site with the same tables."""
    there = folder / "elsewhere"
    there.mkdir()
    for name in ("secret-key", "vapid-key"):
        (there / name).write_bytes((folder / name).read_bytes())
    with closing(sqlite3.connect(folder / "unbirthday.sqlite3")) as source:
        source.execute("VACUUM INTO ?", [str(there / "unbirthday.sqlite3")])
    return there


def _compared(pid: int, ports: tuple[int, int], watched: str, seconds: float, kinds: list[str]) -> list[str]:
    wrong = []
    print(
        f"\nMoves at {TABLES} tables beside floods, in ms; how often what they take without; and what part of a"
    )
    print("processor the server takes. Then the same with the flood at another process")
    print(f"  {'':20}{'without':>8}{'cpu':>6}{'sent':>10}{'p50':>8}{'p95':>8}{'ratio':>7}{'cpu':>6}", end="")
    print(f"{'elsewhere':>11}{'ratio':>7}")
    for kind in kinds:
        report.progress(f"flood: {kind}")
        seated_there = kind == "refused"
        place = stage.seat_people(1, game=stage.games_to_measure(real_time=not seated_there)[0])[0][0]
        words = [kind, place.table if seated_there else watched, place.table, place.cookie]
        calm = beside(pid, ports[0], seconds / 2, [])
        found = beside(pid, ports[0], seconds, words)
        after = beside(pid, ports[0], seconds / 2, [])
        before = percentile(calm.latencies + after.latencies, 0.5)
        there = percentile(beside(pid, ports[0], seconds, words, ports[1]).latencies, 0.5)
        ratio = _show(kind, before, calm.busy, found, there)
        if ratio > MOST:
            wrong.append(f"{kind}: moves elsewhere take {ratio:.1f} times as long")
    return wrong


def _show(kind: str, before: float, calm: float, found: Measured, there: float) -> float:
    p50, p95 = percentile(found.latencies, 0.5), percentile(found.latencies, 0.95)
    ratio, shared = p50 / before, there / before
    print(f"  {kind:20}{before:8.1f}{calm:6.2f}{found.sent:10}{p50:8.1f}{p95:8.1f}{ratio:7.2f}", end="")
    print(f"{found.busy:6.2f}{there:11.1f}{shared:7.2f}", flush=True)
    about = {"sent": found.sent, "busy": found.busy, "elsewhere": shared}
    report.note("floods", kind, before=before, p50=p50, p95=p95, ratio=ratio, **about)
    return ratio


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2:] or list(KINDS))
