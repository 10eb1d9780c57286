"""Servers of other sites beside ours, measured in turns by a script that `--peers` or BENCH_PEERS names.

The script gets `--checkout` and `--rounds`, and prints its own table.
"""

from __future__ import annotations

import subprocess
import sys

from scripts.bench import report
from scripts.bench.stage import ROOT


def main(script: str) -> None:
    if not script:
        report.progress("peers: no script named by --peers or BENCH_PEERS")
        return
    print(flush=True)
    subprocess.run([sys.executable, script, "--checkout", str(ROOT), "--rounds", "1"], check=True)
