"""Data that takes long to make. One of pytest's processes makes it, and all others share it."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.cluster.process import ROOT


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """Return a folder that `make` fills in the first process that asks for it. Tests must not change the folder."""
    base = factory.getbasetemp()
    # Each process has its own folder below that of the run.
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        marker = folder / "made"
        if not marker.exists():
            folder.mkdir(exist_ok=True)
            make(folder)
            marker.touch()
    return folder


def fresh_site(factory: pytest.TempPathFactory) -> Path:
    """Return a folder with `var`, a database with nothing but the shipped puzzles and the site's keys, and `static`,
    collected static files."""
    return made_once(factory, "fresh", _make_site)


def _make_site(folder: Path) -> None:
    environment = os.environ | {"VAR_DIR": str(folder / "var"), "STATIC_ROOT": str(folder / "static")}
    environment.pop("DATABASE_URL", None)

    def manage(*words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL
        )

    # Side by side, because all other processes wait for them.
    static = manage("collectstatic", "--noinput", "-v0")
    assert [manage("migrate", "-v0").wait(), manage("puzzles", "load").wait(), static.wait()] == [0, 0, 0]
