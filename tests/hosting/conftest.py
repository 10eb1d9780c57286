"""The site as hosts run it: alone on SQLite, and as a cluster. Real processes, on this machine only."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from scripts.cluster import Cluster
from scripts.cluster.process import PATIENCE, ROOT, Process, free_port
from tests.helpers.once import fresh_site


@dataclass
class Alone:
    """A folder with an SQLite file and the processes that use it."""

    folder: Path
    static: Path
    port: int = field(default_factory=free_port)

    @property
    def environment(self) -> dict[str, str]:
        ours = {"VAR_DIR": str(self.folder), "STATIC_ROOT": str(self.static), "BOT_PAUSE_MS": "0"}
        return os.environ | ours | {"SITE_URL": f"http://localhost:{self.port}"}

    def manage(self, *words: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end; `more` are settings."""
        return subprocess.run(
            [sys.executable, "manage.py", *map(str, words)],
            cwd=ROOT,
            env=self.environment | more,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def serve(self, **more: str) -> Process:
        words = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        process = Process("serve", words, self.environment | more, self.folder.parent / "serve.log")
        process.answers(self.port)
        return process


@pytest.fixture(scope="session")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Alone:
    """An empty database and collected static files. Not to be changed."""
    folder = fresh_site(tmp_path_factory)
    return Alone(folder / "var", folder / "static")


@pytest.fixture
def alone(fresh: Alone, tmp_path: Path) -> Alone:
    """A site for one test."""
    folder = tmp_path / "var"
    folder.mkdir(mode=0o700)
    for name in ("unbirthday.sqlite3", "secret-key", "vapid-key"):
        (folder / name).write_bytes((fresh.folder / name).read_bytes())
        (folder / name).chmod(0o600)
    return Alone(folder, fresh.static)


# Not for the session, because idle processes would slow down the tests that follow.
@pytest.fixture(scope="package")
def cluster() -> Iterator[Cluster]:
    with Cluster(webs=2, schedulers=2, https=False) as site:
        yield site
    assert [process.name for process in site.processes if process.runs] == []
    assert not site.folder.exists()
