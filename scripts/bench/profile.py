"""`python -m scripts.bench.profile [FILE]`: a flame graph of a web process while 50 tables play."""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
from pathlib import Path

from scripts.bench import report, stage
from scripts.bench.server import measure, seated, served

TABLES = 50


def main() -> None:
    parser = argparse.ArgumentParser(prog="profile", description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=Path("profile.svg"))
    parser.add_argument("--seconds", type=int, default=10)
    options = parser.parse_args()
    with served() as (pid, port):
        tables = seated(TABLES, stage.games_to_measure()[0])
        words = [
            "record",
            "--pid",
            str(pid),
            "--duration",
            str(options.seconds),
            "--output",
            str(options.file),
        ]
        report.progress(f"profile: {options.seconds} s")
        spy = subprocess.Popen([Path(sys.executable).parent / "py-spy", *words, "--subprocesses"])
        asyncio.run(measure(pid, port, tables, options.seconds + 2))
        if spy.wait(60):
            raise SystemExit("py-spy could not look into the process: it may need the rights of root")
    print(f"{options.file}: open it in a browser")


if __name__ == "__main__":
    main()
