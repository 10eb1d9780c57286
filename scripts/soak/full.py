"""One process on SQLite whose disk is full, or whose file another program locks: answers to visitors and probes, the
log, and recovery."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

from scripts.bench import report
from scripts.bench.stage import ROOT
from scripts.cluster.process import Process, free_port, until
from scripts.soak.outages import timed_answer
from tests.scale.house import Process as Web
from tests.scale.visitors import Visitor

FILE = "unbirthday.sqlite3"
# In bytes: enough for the log, less than the write-ahead log has already.
ROOM = 65_536
# In bytes: longer than any line of the log.
LONGEST_LINE = 1000


@contextmanager
def full(process: Process, _folder: Path) -> Iterator[None]:
    """Limit the size of files of that process, as on a disk without room."""
    before = resource.prlimit(process.popen.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(process.popen.pid, resource.RLIMIT_FSIZE, (ROOM, before[1]))
    try:
        yield
    finally:
        resource.prlimit(process.popen.pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def locked(_process: Process, folder: Path) -> Iterator[None]:
    with closing(sqlite3.connect(folder / FILE, timeout=30)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


TROUBLES: dict[str, Callable[[Process, Path], Any]] = {"full": full, "locked": locked}


def main(seconds: float) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="unbirthday-") as name:
        folder, port = Path(name), free_port()
        words = [sys.executable, "manage.py"]
        environment = os.environ | {"VAR_DIR": name, "BOT_PAUSE_MS": "0"}
        subprocess.run([*words, "collectstatic", "--noinput", "-v0"], cwd=ROOT, env=environment, check=True)
        process = Process("serve", [*words, "serve", "--port", str(port)], environment, folder / "serve.log")
        try:
            process.answers(port)
            print(
                "\nOn SQLite: readiness and a move's answer meanwhile; how soon all is well again, in s; "
                "longest line of the log"
            )
            return [
                fault
                for trouble in TROUBLES
                for fault in _met(process, port, folder=folder, name=trouble, seconds=seconds)
            ]
        finally:
            process.stop()


def _met(process: Process, port: int, folder: Path, name: str, seconds: float) -> list[str]:
    report.progress(f"database: {name}")
    url = f"http://127.0.0.1:{port}"
    until("it is ready", lambda: timed_answer(f"{url}/readyz/store")[0] == 200)
    web = cast(Web, type("Here", (), {"port": port}))
    ada = Visitor(web)
    table = ada.open_table(web, seats=2, bots=0)
    ben = Visitor(web)
    start = process.log.stat().st_size
    with TROUBLES[name](process, folder):
        until("it is found out", lambda: timed_answer(f"{url}/readyz/store")[0] == 503)
        status, _address = ben.post(web, f"/t/{table}/sit/")
        time.sleep(seconds)
    began = time.monotonic()
    until("it is ready", lambda: timed_answer(f"{url}/readyz/store")[0] == 200)
    back = time.monotonic() - began
    ben.sit(web, table)
    longest = max(map(len, process.log.read_bytes()[start:].splitlines()), default=0)
    print(f"  {name:12} 503, sitting down {status}{back:7.1f}{longest:7}")
    report.note("database", name, status=status, back=back, longest=longest)
    faults = [] if status == 503 else [f"{name}: answered {status}"]
    return faults + ([] if longest < LONGEST_LINE else [f"{name}: a line of {longest} bytes in the log"])
