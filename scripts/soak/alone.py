"""One process on SQLite while guests play: its clock is set forward and back, it is restored from a backup, and
sockets stay open whose clients are gone."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from scripts.bench import report
from scripts.bench.crowd import crowd
from scripts.cluster.process import ROOT, Process, free_port, until
from scripts.soak.outages import WELL_AGAIN, Guest, played

FILE = "unbirthday.sqlite3"
GUESTS = 3
HOUR = 3600
# Seconds by which the clock is set, one after the other.
STEPS = (-HOUR, HOUR, -5, 2 * HOUR, -24 * HOUR)
# Sockets whose client answers nothing, and seconds until they must be closed: a ping comes after 30, its answer within
# 30.
HALF_OPEN, GONE = 50, 90.0


class Alone:
    """A site in a folder of its own. Guests use its `port`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.numbers = folder, free_port(), free_port()
        self.environment = os.environ | {
            "VAR_DIR": str(folder),
            "BOT_PAUSE_MS": "0",
            "METRICS_PORT": str(self.numbers),
        }
        self.manage("collectstatic", "--noinput", "-v0")
        self.process: Process | None = None

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True)

    def start(self, *program: str) -> None:
        words = [sys.executable, *(program or ["manage.py"]), "serve", "--port", str(self.port)]
        self.process = Process("serve", words, self.environment, self.folder / "serve.log")
        self.process.answers(self.port)

    def stop(self) -> None:
        if self.process is not None:
            self.process.stop()

    def rows(self, query: str) -> list[Any]:
        with closing(sqlite3.connect(self.folder / FILE, timeout=30)) as connection:
            return connection.execute(query).fetchall()

    def sockets(self) -> int:
        """Return the number of open sockets by the site's metrics."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.numbers}/metrics", timeout=20) as answer:
            lines = answer.read().decode().splitlines()
        return int(sum(float(line.split()[-1]) for line in lines if line.startswith("unbirthday_sockets{")))


@contextmanager
def alone() -> Iterator[Alone]:
    with tempfile.TemporaryDirectory(prefix="unbirthday-") as name, ExitStack() as stack:
        site = Alone(Path(name))
        stack.callback(site.stop)
        yield site


def main(seconds: float) -> list[str]:
    """Run the three parts. Return what was wrong."""
    return [*_clock(seconds / 3), *_restored(seconds / 3), *_half_open()]


def _clock(seconds: float) -> list[str]:
    wrong = []
    with alone() as site:
        pipe = site.folder / "clock"
        os.mkfifo(pipe)
        site.environment["CLOCK"] = str(pipe)
        site.start("-m", "scripts.soak.shifted")
        print("\nThe clock is set by so many seconds; how soon moves went on, in s")
        with played(site, GUESTS) as playing, pipe.open("w", buffering=1) as clock:
            for step in STEPS:
                report.progress(f"clock: {step:+} s")
                print(step, file=clock)
                back = _goes_on(playing)
                print(f"  {step:+8}{back:7.1f}")
                report.note("clock", f"{step:+} s", back=back)
                wrong += (
                    [] if back < WELL_AGAIN else [f"clock set by {step} s: moves went on {back:.1f} s later"]
                )
                time.sleep(seconds / len(STEPS))
        wrong += lost(site, playing) + backwards(site)
    return wrong


def _goes_on(playing: Sequence[Guest]) -> float:
    before, began = sum(guest.moves for guest in playing), time.monotonic()
    # One move of each guest may have been on its way already.
    until("moves go on", lambda: sum(guest.moves for guest in playing) > before + len(playing))
    return time.monotonic() - began


def backwards(site: Alone) -> list[str]:
    """Return moves whose stored time is earlier than that of the move before."""
    rows = site.rows(
        "SELECT later.table_id, later.number FROM games_move later JOIN games_move before"
        " ON before.table_id = later.table_id AND before.number = later.number - 1 WHERE later.at < before.at"
    )
    return [f"time ran backwards: {row}" for row in rows]


def lost(site: Alone, playing: Sequence[Guest], until_then: dict[str, int] | None = None) -> list[str]:
    """Return acknowledged moves that aren't stored (up to `until_then`), failures, and what the audit finds."""
    stored = {(table, number) for table, number in site.rows("SELECT table_id, number FROM games_move")}
    acknowledged = [
        (table, number)
        for guest in playing
        for table, keys in guest.acknowledged.items()
        for number in keys.values()
        if until_then is None or number <= until_then.get(table, -1)
    ]
    audit = site.manage("audit")
    failed = [failure for guest in playing for failure in guest.failures]
    print(f"  {len(acknowledged)} moves acknowledged; {audit.stdout.splitlines()[-1]}")
    return (
        [f"acknowledged, not stored: {move}" for move in acknowledged if move not in stored]
        + ([audit.stdout] if audit.returncode else [])
        + failed
    )


def _restored(seconds: float) -> list[str]:
    with alone() as site:
        site.start()
        report.progress("restore: a backup while guests play")
        with played(site, GUESTS) as playing:
            time.sleep(seconds / 2)
            newest = {
                table: max(keys.values())
                for guest in playing
                for table, keys in list(guest.acknowledged.items())
                if keys
            }
            site.manage("backup", str(site.folder / "backups")).check_returncode()
            time.sleep(seconds / 2)
            began = time.monotonic()
            site.stop()
            (file,) = (site.folder / "backups").glob("*.tar.gz")
            process = site.manage("restore", str(file), "--replace")
            if process.returncode:
                return [f"restore: {process.stderr}"]
            site.start()
            taken = time.monotonic() - began
            # Guests whose table is older now begin another one.
            _goes_on(playing)
        print(f"\nRestored and served again in {taken:.1f} s")
        report.note("restore", "served again", seconds=taken)
        return lost(site, playing, newest)


def _half_open() -> list[str]:
    with alone() as site:
        site.start()
        report.progress(f"half-open: {HALF_OPEN} sockets, for about a minute")
        before, left, taken = asyncio.run(_left(site))
        print(f"\nOf {before} sockets at whose other end nobody is, {left} are open after {taken:.0f} s")
        report.note("half-open", f"{HALF_OPEN} sockets", left=left, seconds=taken)
        return [] if before == HALF_OPEN and not left else [f"half-open: {left} of {before} are still open"]


async def _left(site: Alone) -> tuple[int, int, float]:
    """Return the number of sockets at the beginning and at the end, and the seconds between."""
    sockets = await crowd(site.port, ["/ws/lobby/?l=en"] * HALF_OPEN)
    before = await asyncio.to_thread(site.sockets)
    counts = before, *await asyncio.to_thread(_until_gone, site)
    for _reader, writer in sockets:
        writer.close()
    return counts


def _until_gone(site: Alone) -> tuple[int, float]:
    began = time.monotonic()
    while (left := site.sockets()) and time.monotonic() - began < GONE:
        time.sleep(1)
    return left, time.monotonic() - began
