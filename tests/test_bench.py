"""Files written by `make bench` can be compared with another run's."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.bench import report

ROOT = Path(__file__).resolve().parents[1]


def test_two_runs_are_shown_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, speed in (("old", 100.0), ("new", 250.0)):
        monkeypatch.setattr(report, "FIGURES", {})
        report.note("server", "50 tables", moves_a_second=speed, p99=math.nan)
        report.note("server", f"only {name}", p99=3.0)
        report.write(tmp_path / f"{name}.json")
    words = [
        sys.executable,
        "-m",
        "scripts.bench.diff",
        *(str(tmp_path / name) for name in ("old.json", "new.json")),
    ]
    lines = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert lines[1].split()[-4:] == ["moves_a_second", "100.00", "250.00", "2.50"]
    assert [line.split()[-5:] for line in lines[2:]] == [
        [*["only", "in", "the", "old", "run"]],
        [*["only", "in", "the", "new", "run"]],
    ]
