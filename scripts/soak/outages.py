"""Parts of the site that are away, killed or hanging while guests play.

It measures answers meanwhile, the time until all is well again, whether acknowledged moves are stored once, and
whether a board ever went back.
"""

from __future__ import annotations

import random
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, cast
from urllib.error import HTTPError

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from scripts.bench import report
from scripts.cluster import Cluster
from scripts.cluster.process import Process, until
from tests.scale.house import Process as Web
from tests.scale.visitors import Player, Visitor

# Seconds. A page must refuse within the first: a probe every two seconds, with two seconds for its answer, finds out
# that a database hangs. All must be well again after the second.
AT_ONCE, WELL_AGAIN = 8.0, 10.0
# Seconds for each trouble. Beginnings and ends are what loses something, so they come often.
LASTING = 10.0


class Guest(threading.Thread):
    """Plays against bots until told to stop, reconnects whenever the socket is closed, and repeats unanswered moves."""

    def __init__(self, site: Cluster) -> None:
        super().__init__(daemon=True)
        self.site, self.stopped = cast(Web, site), threading.Event()
        # By table: the number with which each key was acknowledged.
        self.acknowledged: dict[str, dict[str, int]] = {}
        self.failures: list[str] = []
        self.players: list[Player] = []

    def run(self) -> None:
        while not self.stopped.is_set():
            try:
                self._play()
            except (ConnectionClosed, InvalidHandshake, OSError, AssertionError, TimeoutError):
                # The site is away or says so. The guest opens another table.
                time.sleep(0.5)
            except Exception as error:
                self.failures.append(repr(error))
                return

    def _play(self) -> None:
        visitor = Visitor(self.site)
        table = visitor.open_table(self.site, seats=2, bots=1)
        # Two pages of one person, mostly at two web processes. They play in turn, unless one has seen less.
        pages = [Player(visitor, self.site, table) for _ in range(2)]
        self.acknowledged[table] = {}
        self.players += pages
        away = False
        while not self.stopped.is_set() and not any(page.over for page in pages):
            try:
                for page in pages if away else []:
                    page.refused.clear()
                    page.enter(self.site)
                away = False
                for page in pages:
                    page.hear_out()
                pages.sort(key=lambda page: (page.seen or -1, -len(page.acknowledged)))
                if pages[-1].seen is not None:
                    pages[-1].move()
            except (ConnectionClosed, InvalidHandshake, OSError, AssertionError):
                # A move that was refused while the database was away is repeated, too.
                away = True
                time.sleep(0.5)
            self._note(table, pages)
        for page in pages:
            page.close()

    def _note(self, table: str, pages: list[Player]) -> None:
        """Add the acknowledged moves. A second number for one key is a fault of that page."""
        for page in pages:
            for key, number in page.acknowledged.items():
                if self.acknowledged[table].setdefault(key, number) != number:
                    page.doubled.append((self.acknowledged[table][key], number))

    @property
    def moves(self) -> int:
        return sum(map(len, list(self.acknowledged.values())))


@contextmanager
def played(site: Any, guests: int) -> Iterator[list[Guest]]:
    """Let guests play meanwhile. They have moved before, and have stopped afterwards."""
    playing = [Guest(site) for _ in range(guests)]
    for guest in playing:
        guest.start()
    try:
        until("somebody plays", lambda: any(guest.moves for guest in playing))
        yield playing
    finally:
        for guest in playing:
            guest.stopped.set()
        for guest in playing:
            guest.join(60)


def timed_answer(url: str) -> tuple[int, float]:
    """Return the status of the response, 0 without any, and the seconds it took."""
    began, status = time.monotonic(), 0
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            status = int(answer.status)
    except HTTPError as refused:
        with refused:
            status = refused.code
    except OSError:
        pass
    return status, time.monotonic() - began


@contextmanager
def between(end: Callable[[], object], begin: Callable[[], object]) -> Iterator[None]:
    end()
    try:
        yield
    finally:
        begin()


def without_valkey(site: Cluster) -> AbstractContextManager[None]:
    return between(site.servers.valkey.terminate, site.servers.valkey.start)


def without_a_web(site: Cluster, end: Callable[[Process], None]) -> AbstractContextManager[None]:
    port = random.choice(list(site.webs))
    return between(lambda: end(site.webs[port]), lambda: site.start_web(port).answers(port))


def told_to_end(web: Process) -> None:
    """End a process as a supervisor does."""
    web.popen.terminate()
    web.popen.wait(60)


@contextmanager
def without_valkey_and_a_web(site: Cluster) -> Iterator[None]:
    """Rooms miss moves, and then pages reconnect to them from another process."""
    with without_valkey(site):
        time.sleep(LASTING / 2)
        with without_a_web(site, Process.kill):
            yield


def without_a_scheduler(site: Cluster) -> AbstractContextManager[None]:
    def begin() -> None:
        for process in site.schedulers:
            if not process.runs:
                process.start()

    return between(random.choice(site.schedulers).kill, begin)


TROUBLES: dict[str, Callable[[Cluster], AbstractContextManager[None]]] = {
    "web killed": lambda site: without_a_web(site, Process.kill),
    "web restarted": lambda site: without_a_web(site, told_to_end),
    "scheduler killed": without_a_scheduler,
    "Valkey away": without_valkey,
    "Valkey, web killed": without_valkey_and_a_web,
    "PostgreSQL hangs": lambda site: between(site.servers.pause, site.servers.resume),
    "PostgreSQL killed": lambda site: between(site.servers.kill, site.servers.start),
    "proxy killed": lambda site: between(site.proxy.kill, site.start_proxy),
}


def main(seconds: float, guests: int = 6) -> list[str]:
    """Run each trouble in turn until the time is over. Return what was wrong."""
    wrong: list[str] = []
    with Cluster(webs=2, schedulers=2, https=False) as site:
        with played(site, guests) as playing:
            print(
                "\nTrouble, with guests at play: the slowest page meanwhile; how soon after it pages were "
                "there, and moves went on, in s"
            )
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                for name in TROUBLES:
                    wrong += _met(site, name, playing, min(LASTING, seconds / 10))
        wrong += [failure for guest in playing for failure in guest.failures] + _compared(site, playing)
    return wrong


def _met(site: Cluster, name: str, playing: list[Guest], lasting: float) -> list[str]:
    report.progress(f"trouble: {name} for {lasting:.0f} s")
    slowest = 0.0
    statuses: set[int] = set()
    with TROUBLES[name](site):
        end = time.monotonic() + lasting
        while time.monotonic() < end:
            status, taken = timed_answer(f"{site.url}/lobby/")
            slowest, statuses = max(slowest, taken), statuses | {status}
            time.sleep(0.5)
    before, began = sum(guest.moves for guest in playing), time.monotonic()
    until("pages are there", lambda: timed_answer(f"{site.url}/lobby/")[0] == 200)
    pages = time.monotonic() - began
    until("moves go on", lambda: sum(guest.moves for guest in playing) > before)
    back = time.monotonic() - began
    print(f"  {name:20} answers {sorted(statuses)!s:18}{slowest:7.1f}{pages:7.1f}{back:7.1f}", flush=True)
    report.note("troubles", name, slowest=slowest, pages=pages, back=back)
    faults = [] if slowest < AT_ONCE else [f"{name}: a page took {slowest:.1f} s"]
    return faults + ([] if back < WELL_AGAIN else [f"{name}: moves went on {back:.1f} s later"])


def _compared(site: Cluster, playing: list[Guest]) -> list[str]:
    """Compare acknowledged and shown moves with the stored ones."""
    acknowledged = [
        (table, key, number)
        for guest in playing
        for table, keys in guest.acknowledged.items()
        for key, number in keys.items()
    ]
    with site.servers.sql("site") as connection:
        rows = connection.execute(
            "SELECT table_id, key, number FROM games_move WHERE by = 'person'"
        ).fetchall()
    stored = {(table, number): key for table, key, number in rows}
    lost = [move for move in acknowledged if stored.get((move[0], move[2])) != move[1]]
    keys = Counter((table, key) for table, key, _number in rows)
    players = [player for guest in playing for player in guest.players]
    doubled = [copy for copy, count in keys.items() if count > 1] + [
        (player.table, *move) for player in players for move in player.doubled
    ]
    older = [(player.table, *boards) for player in players for boards in player.older]
    audit = site.manage("audit")
    print(
        f"  {len(acknowledged)} moves acknowledged at {len(players)} tables, {len(lost)} not stored as they were,"
        f" {len(doubled)} doubled; {len(older)} of {sum(player.shown for player in players)} boards went back;"
        f" audit: {audit.stdout.splitlines()[-1]}"
    )
    return [
        *(f"acknowledged, not stored: {move}" for move in lost),
        *(f"doubled: {copy}" for copy in doubled),
        *(f"an older board was shown after a newer one: {boards}" for boards in older),
        *([audit.stdout] if audit.returncode else []),
    ]
