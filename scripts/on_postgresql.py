"""Run the unit tests on PostgreSQL: `python -m scripts.on_postgresql tests/play -n 3`.

It starts a server from the package in requirements-dev.txt, and stops it afterwards. The arguments are pytest's. Tests
of whole sites use their own databases and are left to `make unit`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts.cluster import postgres

# Tests on databases of their own, or that need none.
ELSEWHERE = ("browser", "hosting", "migrations", "packages", "queries/test_query_plans.py", "scale")
PYTEST = ("-m", "pytest", "-q", "-p", "no:playwright", *(f"--ignore=tests/{name}" for name in ELSEWHERE))


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="pg-", dir="/tmp") as folder:
        server = postgres.server(Path(folder))
        try:
            address = server.get_uri().replace("postgresql://", "postgres://")
            environment = os.environ | {"DATABASE_URL": address}
            return subprocess.run([sys.executable, *PYTEST, *sys.argv[1:]], env=environment).returncode
        finally:
            server.cleanup()


if __name__ == "__main__":
    sys.exit(main())
