"""One process on SQLite whose disk is full, or whose file another program locks: answers to visitors and probes, the
log, and recovery."""

from __future__ import annotations

import resource
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

from scripts.bench import report
from scripts.cluster.process import Process, until
from scripts.soak.alone import FILE, Alone, alone
from scripts.soak.outages import timed_answer
from tests.scale.house import Process as Web
from tests.scale.visitors import Visitor

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
    with alone() as site:
        site.start()
        print(
            "\nOn SQLite: readiness and a move's answer meanwhile; how soon all is well again, in s; "
            "longest line of the log"
        )
        return [fault for trouble in TROUBLES for fault in _met(site, trouble, seconds)]


def _met(site: Alone, name: str, seconds: float) -> list[str]:
    report.progress(f"database: {name}")
    ready = f"http://127.0.0.1:{site.port}/readyz/store"
    until("it is ready", lambda: timed_answer(ready)[0] == 200)
    web, process = cast(Web, site), site.process
    assert process is not None
    ada = Visitor(web)
    table = ada.open_table(web, seats=2, bots=0)
    ben = Visitor(web)
    start = process.log.stat().st_size
    with TROUBLES[name](process, site.folder):
        until("it is found out", lambda: timed_answer(ready)[0] == 503)
        status, _address = ben.post(web, f"/t/{table}/sit/")
        time.sleep(seconds)
    began = time.monotonic()
    until("it is ready", lambda: timed_answer(ready)[0] == 200)
    back = time.monotonic() - began
    ben.sit(web, table)
    longest = max(map(len, process.log.read_bytes()[start:].splitlines()), default=0)
    print(f"  {name:12} 503, sitting down {status}{back:7.1f}{longest:7}")
    report.note("database", name, status=status, back=back, longest=longest)
    faults = [] if status == 503 else [f"{name}: answered {status}"]
    return faults + ([] if longest < LONGEST_LINE else [f"{name}: a line of {longest} bytes in the log"])
