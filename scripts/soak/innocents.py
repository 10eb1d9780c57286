"""Floods, and the latency of moves at other tables meanwhile.

It is also measured with the flood at another process of the site, which shares only the processor with the tables.
"""

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
# The greatest ratio of a latency beside a flood to the one without.
MOST = 1.5
# As for a public site: only the floods come from an address that a proxy reports.
PUBLIC = {
    "TRUSTED_PROXIES": "1",
    "SOCKETS_PER_ADDRESS": "300",
    "MESSAGES_PER_ADDRESS": "60",
    "TIME_PER_ADDRESS": "20",
}
# Seconds before a running flood is measured.
AHEAD = 2.0


class Measured(NamedTuple):
    """`latencies` in seconds, the share of a processor that the server took, and the messages of the flood."""

    latencies: list[float]
    busy: float
    sent: int


def beside(pid: int, port: int, seconds: float, words: list[str], target: int = 0) -> Measured:
    """Measure moves while a flood goes to this port or to `target`; without `words` there is no flood."""
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
    output = process.communicate()[0] if process else ""
    return Measured(latencies, busy, int(output.split()[-3]) if output else 0)


async def _measured(pid: int, port: int, tables: Any, seconds: float) -> tuple[list[float], float]:
    await asyncio.sleep(AHEAD)
    speed, latencies, _answers, used = await measure(pid, port, tables=tables, seconds=seconds, rate=RATE)
    return latencies, used / 1000 / (len(latencies) / speed)


def main(seconds: float, kinds: list[str]) -> list[str]:
    """Measure the kinds of floods. Return what was slower than allowed."""
    os.environ.update(PUBLIC)
    folder = stage.prepare()
    watched = stage.seat_people(1)[0][0].table
    with served() as (pid, port), served(copied(folder)) as (_other, elsewhere):
        return _compared(pid, (port, elsewhere), watched=watched, seconds=seconds, kinds=kinds)


def copied(folder: Path) -> Path:
    """Copy the site with its tables."""
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
        measured = beside(pid, ports[0], seconds, words)
        after = beside(pid, ports[0], seconds / 2, [])
        before = percentile(calm.latencies + after.latencies, 0.5)
        there = percentile(
            beside(pid, ports[0], seconds=seconds, words=words, target=ports[1]).latencies, 0.5
        )
        ratio = _show(kind, before, calm=calm.busy, measured=measured, there=there)
        if ratio > MOST:
            wrong.append(f"{kind}: moves elsewhere take {ratio:.1f} times as long")
    return wrong


def _show(kind: str, before: float, calm: float, measured: Measured, there: float) -> float:
    p50, p95 = percentile(measured.latencies, 0.5), percentile(measured.latencies, 0.95)
    ratio, shared = p50 / before, there / before
    print(f"  {kind:20}{before:8.1f}{calm:6.2f}{measured.sent:10}{p50:8.1f}{p95:8.1f}{ratio:7.2f}", end="")
    print(f"{measured.busy:6.2f}{there:11.1f}{shared:7.2f}", flush=True)
    about = {"sent": measured.sent, "busy": measured.busy, "elsewhere": shared}
    report.note("floods", kind, before=before, p50=p50, p95=p95, ratio=ratio, **about)
    return ratio


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2:] or list(KINDS))
