"""The same moves get the same answers in another process, with another hash seed, and beside other work."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.once import fresh_site


@pytest.fixture
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a database with empty tables. Not to be changed."""
    return fresh_site(tmp_path_factory) / "var/unbirthday.sqlite3"


def variables(hash_seed: str, fresh: Path, database: Path) -> dict[str, str]:
    """Return the variables of a process on a new database."""
    shutil.copy(fresh, database)
    return os.environ | {
        "PYTHONHASHSEED": hash_seed,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{database}",
    }


def records(how: str, environment: dict[str, str]) -> list[bytes]:
    command = [sys.executable, "-m", "tests.deals.process", "ab" * 32, how]
    answer = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert answer.returncode == 0, answer.stderr.decode()[-2000:]
    return answer.stdout.splitlines()


def test_deals_played_twice_in_two_processes_have_one_record_each(fresh: Path, tmp_path: Path) -> None:
    quiet = records("quiet", variables("1", fresh, tmp_path / "quiet"))
    busy = records("busy", variables("2", fresh, tmp_path / "busy"))
    assert len(quiet) == 3 and all(len(output) > 1000 for output in quiet)
    assert quiet == busy


def test_processes_killed_at_any_step_of_a_day_lose_neither_try_nor_result(
    fresh: Path, tmp_path: Path
) -> None:
    """Each is killed before its commit, as it draws, begins, plays or closes a deal; another one does it again."""
    environment = variables("1", fresh, tmp_path / "killed")
    before = "0 0 0 0 0"
    for step, after in (
        ("draw", "12 0 0 0 0"),
        ("strongest", "12 0 1 0 0"),
        ("play", "12 0 1 1 1"),
        # Of that day and of the two before it, on which they were drawn.
        ("close", "12 12 1 1 1"),
        ("late", "12 12 1 2 1 Ben"),
    ):
        command = [sys.executable, "-m", "tests.deals.killed", step]
        with subprocess.Popen([*command, "begin"], env=environment, stdout=subprocess.PIPE) as first:
            assert first.stdout is not None
            assert first.stdout.readline().decode().strip() == after
            first.kill()
            assert first.wait() == -signal.SIGKILL
        then = subprocess.run([*command, "end"], env=environment, capture_output=True, check=False)
        assert then.returncode == 0, then.stderr.decode()[-2000:]
        lines = then.stdout.decode().splitlines()
        assert [lines[0], lines[-1]] == [before, after], step
        before = after
