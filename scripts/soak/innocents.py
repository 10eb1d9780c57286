"""Floods, and beside each of them the latency of moves at tables that have nothing to do with it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from typing import Any

from scripts.bench import report, stage
from scripts.bench.server import measure, percentile, seated, served
from scripts.soak.floods import KINDS

TABLES, RATE = 10, 10.0
# How often what is measured beside a flood may take what it takes without.
MOST = 1.5
# As a public site has them: only the floods come from an address that the proxy tells.
PUBLIC = {"TRUSTED_PROXIES": "1", "SOCKETS_PER_ADDRESS": "300", "MESSAGES_PER_ADDRESS": "300"}
# Seconds that a flood has before it is measured.
AHEAD = 2.0
# What no process of the site can bound by itself: the proxy's part.
TOLD = {"pages"}


def beside(pid: int, port: int, seconds: float, words: list[str]) -> tuple[list[float], int]:
    """Latencies in seconds, and how much the flood has sent."""
    process = None
    if words:
        more = [words[0], str(port), str(seconds + AHEAD + 1), *words[1:]]
        process = subprocess.Popen(
            ["nice", sys.executable, "-m", "scripts.soak.floods", *more],
            cwd=stage.ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
    tables: Any = seated(TABLES, stage.games_to_measure()[0])
    latencies = asyncio.run(_measured(pid, port, tables, seconds))
    if process is None:
        return latencies, 0
    said, _nothing = process.communicate()
    return latencies, int(said or 0)


async def _measured(pid: int, port: int, tables: Any, seconds: float) -> list[float]:
    await asyncio.sleep(AHEAD)
    _speed, latencies, _answers, _used = await measure(pid, port, tables, seconds, RATE)
    return latencies


def main(seconds: float, kinds: list[str]) -> list[str]:
    """What was slower than it may be."""
    os.environ.update(PUBLIC)
    with served() as (pid, port):
        return _compared(pid, port, seconds, kinds)


def _compared(pid: int, port: int, seconds: float, kinds: list[str]) -> list[str]:
    watched = stage.seat_people(1)[0][0].table
    wrong = []
    print(f"\nMoves at {TABLES} tables beside floods, in ms, and how often what they take without")
    print(f"  {'':22}{'sent':>9}{'p50 without':>12}{'p50':>8}{'p95':>8}{'ratio':>7}")
    for kind in kinds:
        report.progress(f"flood: {kind}")
        calm = [percentile(beside(pid, port, seconds / 2, [])[0], 0.5)]
        race = stage.seat_people(1, game=stage.games_to_measure(real_time=True)[0])[0][0]
        found, sent = beside(pid, port, seconds, [kind, watched, race.table, race.cookie])
        calm.append(percentile(beside(pid, port, seconds / 2, [])[0], 0.5))
        before, (p50, p95) = sum(calm) / 2, (percentile(found, share) for share in (0.5, 0.95))
        print(f"  {kind:22}{sent:9}{before:12.1f}{p50:8.1f}{p95:8.1f}{p50 / before:7.2f}")
        report.note("floods", kind, sent=sent, before=before, p50=p50, p95=p95, ratio=p50 / before)
        if p50 > MOST * before and kind not in TOLD:
            wrong.append(f"{kind}: moves elsewhere take {p50 / before:.1f} times as long")
    return wrong


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2:] or list(KINDS))
