"""A crowd in the lobby and at one table: its effect on moves at other tables; and the cost of idle sockets."""

from __future__ import annotations

import asyncio
import os
import resource
from pathlib import Path
from typing import Any

from scripts.bench import report, stage
from scripts.bench.server import measure, percentile, processor_ms, seated, served

# Connections that are opened at once, since the queue of a listening socket is short.
AT_ONCE = 50
# Descriptors of this process that remain for everything else.
OTHER_FILES = 200


async def crowd(port: int, paths: list[str]) -> list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open a socket for each path."""
    sockets_open = []
    for start in range(0, len(paths), AT_ONCE):
        sockets_open += await asyncio.gather(
            *(open_socket(port, path) for path in paths[start : start + AT_ONCE])
        )
        if start % 1000 == 0:
            report.progress(f"crowd: {len(sockets_open)} of {len(paths)} sockets")
    return sockets_open


async def open_socket(port: int, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
        "AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 101 " not in head.split(b"\r\n", 1)[0]:
        raise SystemExit(f"the socket {path} was refused: {head.decode(errors='replace')}")
    return reader, writer


async def _throw_away(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


async def beside(pid: int, port: int, paths: list[str], seconds: float) -> list[float]:
    """Return the latencies of moves at ten tables, one a second each, while those sockets are open."""
    sockets = await crowd(port, paths)
    readers = [asyncio.create_task(_throw_away(reader)) for reader, _writer in sockets]
    tables: Any = await asyncio.to_thread(seated, 10, stage.games_to_measure()[0])
    _speed, latencies, _answers, _used = await measure(pid, port, tables=tables, seconds=seconds, rate=10.0)
    for _reader, writer in sockets:
        writer.close()
    for task in readers:
        task.cancel()
    return latencies


def main(seconds: float, lobby: int = 1000, spectators: int = 500) -> None:
    with served() as (pid, port):
        watched = stage.seat_people(1)[0][0].table
        paths = ["/ws/lobby/?l=en"] * lobby + [f"/ws/t/{watched}/?v=0&l=en"] * spectators
        print(
            f"\nA move at ten other tables with {lobby} in the lobby and {spectators} spectators, and without"
        )
        print(f"  {'':26}{'moves':>9}{'p50 ms':>9}{'p99 ms':>9}")
        latencies = {}
        for name, sockets in (("nobody looks on", []), ("with the crowd", paths)):
            latencies[name] = asyncio.run(beside(pid, port, sockets, seconds))
            p50, p99 = (percentile(latencies[name], share) for share in (0.5, 0.99))
            print(f"  {name:26}{len(latencies[name]):9}{p50:9.1f}{p99:9.1f}")
            report.note("crowd", name, p50=p50, p99=p99)


def memory(pid: int) -> int:
    """Return the bytes that a process has in memory."""
    fields = Path(f"/proc/{pid}/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")


async def idle(pid: int, port: int, count: int, seconds: float) -> tuple[float, float]:
    """Return the bytes for each idle socket, and the share of a core that all of them take."""
    await open_socket(port, "/ws/lobby/?l=en")
    before = memory(pid)
    sockets = await crowd(port, ["/ws/lobby/?l=en"] * count)
    readers = [asyncio.create_task(_throw_away(reader)) for reader, _writer in sockets]
    await asyncio.sleep(2)
    used, grown = processor_ms(pid), memory(pid) - before
    await asyncio.sleep(seconds)
    share = (processor_ms(pid) - used) / 1000 / seconds
    for task in readers:
        task.cancel()
    return grown / count, share


def sockets(seconds: float, most: int = 10_000) -> None:
    """Measure idle sockets, as many as the limit of open files allows."""
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(most, soft - OTHER_FILES)
    with served() as (pid, port):
        size, share = asyncio.run(idle(pid, port, count, seconds))
    print(f"\n{count} idle sockets in one process: {size / 1000:.1f} kB each, {100 * share:.1f} % of a core")
    report.note("sockets", f"{count} idle", kB=size / 1000, share_of_a_core=share)
