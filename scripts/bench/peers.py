"""Another site's servers beside ours, by a script that measures both in turns: whoever has one names it (`--peers`, or
the environment variable BENCH_PEERS). It is given `--checkout` and `--rounds`, and prints its own table."""

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
