"""The same moves get the same answers in another process, with another hash seed, and beside other work."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def records(hash_seed: str, how: str, folder: Path) -> list[bytes]:
    variables = {
        "PYTHONHASHSEED": hash_seed,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{folder / how}.sqlite3",
    }
    command = [sys.executable, "-m", "tests.deals.process", "ab" * 32, how]
    answer = subprocess.run(command, env=os.environ | variables, capture_output=True, check=False)
    assert answer.returncode == 0, answer.stderr.decode()[-2000:]
    return answer.stdout.splitlines()


def test_deals_played_twice_in_two_processes_have_one_record_each(tmp_path: Path) -> None:
    quiet, busy = records("1", "quiet", tmp_path), records("2", "busy", tmp_path)
    assert len(quiet) == 3 and all(len(each) > 1000 for each in quiet)
    assert quiet == busy
