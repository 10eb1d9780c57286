"""What visitors notice of a process that is told to end, and of processes that are restarted one after another."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed

from scripts.bench import crowd
from scripts.cluster import Cluster
from scripts.cluster.process import PATIENCE, until
from tests.hosting.conftest import Alone
from tests.scale.house import Process
from tests.scale.visitors import Player, Visitor

COME_BACK = 4012
CLOSED = b"\x88\x02" + COME_BACK.to_bytes(2)
# So few that the process opens them within a handshake's time, and closes them within that of its end, on a busy
# machine, too.
SOCKETS = 40
# In seconds, between two pages: the restarting processes need the processor, too.
PACE = 0.05


def ready(port: int) -> int:
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz/store", timeout=PATIENCE) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def test_a_process_that_is_told_to_end_says_so_and_sends_its_sockets_elsewhere(alone: Alone) -> None:
    process = alone.serve(DRAIN_SECONDS="8")
    web = cast(Any, alone)
    ada = Visitor(web)
    player = Player(ada, web, ada.open_table(web, seats=2, bots=1))
    player.wait()
    assert ready(alone.port) == 200

    process.popen.terminate()
    until("it says that it isn't ready", lambda: ready(alone.port) == 503)
    # A move that comes now is stored and answered.
    player.move()

    with pytest.raises(ConnectionClosed) as closed:
        while True:
            player.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == COME_BACK
    assert process.popen.wait(PATIENCE) == 0


async def closed_and_turned_away(port: int, end: Callable[[], None]) -> tuple[int, int]:
    """Open SOCKETS and call `end`. Each one comes back when it is closed. Return how many were closed, and how many of
    them were refused."""
    sockets = await crowd.crowd(port, ["/ws/lobby/?l=en"] * SOCKETS)
    end()
    numbers: Counter[str] = Counter()

    async def come_back(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(CLOSED)
        numbers["closed"] += 1
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
        try:
            await crowd.open_socket(port, "/ws/lobby/?l=en")
        except ConnectionError:
            numbers["refused"] += 1

    await asyncio.gather(*(come_back(*streams) for streams in sockets))
    return numbers["closed"], numbers["refused"]


def test_all_sockets_are_closed_with_a_code_and_none_gets_in_again(alone: Alone) -> None:
    process = alone.serve()
    numbers = asyncio.run(closed_and_turned_away(alone.port, process.popen.terminate))
    assert numbers == (SOCKETS, SOCKETS)
    assert process.popen.wait(PATIENCE) == 0


class Playing(threading.Thread):
    """A guest who plays bots through the proxy until told to stop, and reconnects whenever the socket is closed."""

    def __init__(self, cluster: Cluster) -> None:
        super().__init__(daemon=True)
        self.front = cast(Process, cluster)
        self.stopped = threading.Event()
        # How sockets were closed, and other problems.
        self.closed: Counter[int] = Counter()
        self.failures: list[str] = []
        self.moves = 0

    def run(self) -> None:
        try:
            while not self.stopped.is_set():
                self.play()
        except Exception as error:
            self.failures.append(repr(error))

    def play(self) -> None:
        guest = Visitor(self.front)
        table = guest.open_table(self.front, seats=2, bots=1)
        is_over = False
        while not self.stopped.is_set() and not is_over:
            try:
                # Its first socket may also be closed at once.
                is_over = self.goes_on(Player(guest, self.front, table))
            except ConnectionClosed as closed:
                self.closed[closed.rcvd.code if closed.rcvd else 0] += 1

    def goes_on(self, player: Player) -> bool:
        """Play until the match is over or this is told to stop. Returns True if it is over."""
        while not self.stopped.is_set() and player.wait():
            player.move()
            self.moves += 1
        player.close()
        return player.over

    def stop(self) -> None:
        self.stopped.set()
        self.join(PATIENCE)


class Waiting(Playing):
    """A host whose table nobody joins. It never ends, so its socket is always at one of the processes."""

    def play(self) -> None:
        guest = Visitor(self.front)
        page = f"/ws/t/{guest.open_table(self.front)}/?v=none&l=en"
        while not self.stopped.is_set():
            socket = guest.listen(self.front, page)
            try:
                while not self.stopped.is_set():
                    self.moves += 1
                    with suppress(TimeoutError):
                        socket.recv(PACE)
            except ConnectionClosed as closed:
                self.closed[closed.rcvd.code if closed.rcvd else 0] += 1
            socket.close()


class Asking(Playing):
    """A visitor who opens pages all the time."""

    def play(self) -> None:
        self.stopped.wait(PACE)
        with urlopen(f"{self.front.url}/lobby/", timeout=PATIENCE) as answer:  # type: ignore[attr-defined]
            answer.read()
        self.moves += 1


def restarted(cluster: Cluster, port: int) -> None:
    """Restart the process like a supervisor: tell it to end, wait, start it, wait until it is ready."""
    web = cluster.webs[port]
    web.popen.terminate()
    web.popen.wait(PATIENCE)
    cluster.start_web(port).answers(port)
    until("it is ready", lambda: ready(port) == 200)


def test_no_player_sees_an_error_while_the_processes_are_restarted_one_by_one(cluster: Cluster) -> None:
    visitors = [Playing(cluster), Playing(cluster), Waiting(cluster), Asking(cluster)]
    for visitor in visitors:
        visitor.start()
    until("all have begun", lambda: all(visitor.moves > 2 or visitor.failures for visitor in visitors))
    for port in cluster.webs:
        before = [visitor.moves for visitor in visitors]
        restarted(cluster, port)
        until(
            "all go on",
            lambda before=before: all(  # type: ignore[misc]
                visitor.moves > count or visitor.failures
                for visitor, count in zip(visitors, before, strict=True)
            ),
        )
    for visitor in visitors:
        visitor.stop()
    assert [failure for visitor in visitors for failure in visitor.failures] == []
    closed = sum((visitor.closed for visitor in visitors), Counter[int]())
    assert set(closed) == {COME_BACK}
