"""Two `make` at once: the second waits, because it would replace the environment that the first uses."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

from scripts.cluster.process import until

ROOT = Path(__file__).resolve().parents[1]
# Runs instead of the real preparation.
TELL = "import setup; setup.make_ready = lambda: print('ready', flush=True); setup.main()"


def test_a_second_setup_waits_until_the_first_is_done(tmp_path: Path) -> None:
    scripts = tmp_path / "scripts"
    scripts.mkdir()
    shutil.copy(ROOT / "scripts" / "setup.py", scripts)
    with (tmp_path / ".setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        second = subprocess.Popen(
            [sys.executable, "-c", TELL], cwd=scripts, stdout=subprocess.PIPE, text=True
        )
        try:
            until("it waits for the lock", lambda: f" {second.pid} " in waiting())
            assert second.poll() is None
        finally:
            lock.close()
        assert second.communicate(timeout=60)[0] == "ready\n"


def waiting() -> str:
    """Return the processes that wait for another's lock, according to Linux."""
    lines = Path("/proc/locks").read_text().splitlines()
    return "\n".join(line for line in lines if "->" in line)
